import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { directiveOf, directivesOf } from './directives.js';

/**
 * The shape of a response, independent of GraphQL types. OpenAPI schemas and the response writer are derived from it.
 */
export type Shape = ObjectShape | ListShape | EnumShape | ScalarShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly nullable: boolean;
  /**
   * Name of the fragment that makes up the whole selection, which is also the name of the resource; undefined if there
   * is none.
   */
  readonly name: string | undefined;
  readonly fields: readonly FieldShape[];
}

interface ListShape {
  readonly kind: 'list';
  readonly nullable: boolean;
  readonly item: Shape;
}

interface EnumShape {
  readonly kind: 'enum';
  readonly nullable: boolean;
  /** Names of the enum values in the graph. */
  readonly names: readonly string[];
}

interface ScalarShape {
  readonly kind: 'scalar';
  readonly nullable: boolean;
  /** Name of the scalar, for example `Float`. */
  readonly scalar: string;
}

export interface FieldShape {
  /** Name of the field in the data. */
  readonly name: string;
  /** Name of the field in REST: the same, unless `@named` overrides it. */
  readonly wireName: string;
  readonly description: string | undefined;
  readonly shape: Shape;
  /** `@inline`: whether the object is replaced by its fields. */
  readonly inline: boolean;
  /** `@echo`: the variable that this field repeats. */
  readonly echo: string | undefined;
  /** `@constant`: a constant string that the response has in addition to the data. */
  readonly constant: string | undefined;
  /** `@phrase`: the sentence in which the value replaces `{}`. */
  readonly phrase: string | undefined;
  /** `@absentWhenNull`: whether the field is omitted if it is null. */
  readonly absentWhenNull: boolean;
  /** `@header`: the header in which the value is sent instead of the body. */
  readonly header: string | undefined;
}

interface ShapeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly wireNames: ReadonlyMap<string, string>;
}

/**
 * The shape of an operation's data. The document must include the adapter directives.
 * @throws {Error} for selections that REST responses do not support: type conditions and conditional fields
 */
export function shapeOf(options: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
}): ObjectShape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of options.document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const root = options.schema.getRootType(options.operation.operation);
  if (!root) throw new Error(`the schema has no type for ${options.operation.operation} operations`);
  const context = { schema: options.schema, fragments, wireNames: wireNamesOf(options.document) };
  return objectShape({ context, type: root, selectionSet: options.operation.selectionSet, nullable: false });
}

/** The REST form of an enum value. */
export function wireEnumValue(name: string): string {
  return name.toLowerCase();
}

function objectShape(options: {
  context: ShapeContext;
  type: GraphQLObjectType;
  selectionSet: SelectionSetNode;
  nullable: boolean;
}): ObjectShape {
  const { context, type, selectionSet, nullable } = options;
  const onlySelection = selectionSet.selections.length === 1 ? selectionSet.selections[0] : undefined;
  const name = onlySelection?.kind === Kind.FRAGMENT_SPREAD ? onlySelection.name.value : undefined;
  return { kind: 'object', nullable, name, fields: collectFields({ context, type, selectionSet }) };
}

function collectFields(options: {
  context: ShapeContext;
  type: GraphQLObjectType;
  selectionSet: SelectionSetNode;
}): FieldShape[] {
  const { context, type, selectionSet } = options;
  return selectionSet.selections.flatMap((selection): FieldShape[] => {
    for (const directive of selection.directives ?? []) {
      if (['skip', 'include'].includes(directive.name.value))
        throw new Error('REST operations cannot use @skip or @include');
    }
    if (selection.kind === Kind.FIELD) return [fieldShape({ context, type, field: selection })];
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.fragments.get(selection.name.value) : selection;
    if (!fragment) throw new Error('a fragment is not defined in the documents of the folder');
    const condition = fragment.typeCondition?.name.value ?? type.name;
    if (condition !== type.name)
      throw new Error(`REST responses cannot have type conditions (${condition} on ${type.name})`);
    return collectFields({ context, type, selectionSet: fragment.selectionSet });
  });
}

function fieldShape(options: { context: ShapeContext; type: GraphQLObjectType; field: FieldNode }): FieldShape {
  const { context, type, field } = options;
  const name = field.alias?.value ?? field.name.value;
  const definition = type.getFields()[field.name.value];
  if (!definition) throw new Error(`${type.name} has no field ${field.name.value}`);
  // A root field is null only with an error, which then determines the response, or if there is no result.
  const nullable = type !== context.schema.getQueryType() && type !== context.schema.getMutationType();
  return {
    name,
    wireName: wireNameOf(field),
    description: directiveOf<{ as: string }>(field, 'describe')?.as ?? restDescription({ context, field, definition }),
    shape: addConstants(typeShape({ context, type: definition.type, field, nullable }), field),
    inline: directiveOf(field, 'inline') !== undefined,
    echo: directiveOf<{ of: string }>(field, 'echo')?.of,
    constant: undefined,
    phrase: directiveOf<{ text: string }>(field, 'phrase')?.text,
    absentWhenNull: isAbsentWhenNull(field),
    header: directiveOf<{ name: string }>(field, 'header')?.name,
  };
}

function typeShape(options: {
  context: ShapeContext;
  type: GraphQLOutputType;
  field: FieldNode;
  nullable: boolean;
}): Shape {
  const { context, type, field, nullable } = options;
  if (isNonNullType(type)) return typeShape({ context, type: type.ofType, field, nullable: false });
  if (isListType(type)) {
    return { kind: 'list', nullable, item: typeShape({ context, type: type.ofType, field, nullable: true }) };
  }
  if (isEnumType(type)) {
    return { kind: 'enum', nullable, names: type.getValues().map(({ name }) => name) };
  }
  if (!isObjectType(type)) {
    if (field.selectionSet) throw new Error(`REST responses cannot have abstract types (${type.name})`);
    return { kind: 'scalar', nullable, scalar: type.name };
  }
  if (!field.selectionSet) throw new Error(`${field.name.value} requires a selection`);
  return objectShape({ context, type, selectionSet: field.selectionSet, nullable });
}

function addConstants(shape: Shape, field: FieldNode): Shape {
  return shape.kind === 'object' ? { ...shape, fields: [...constantsOf(field), ...shape.fields] } : shape;
}

function wireNameOf(field: FieldNode): string {
  return directiveOf<{ as: string }>(field, 'named')?.as ?? field.alias?.value ?? field.name.value;
}

function isAbsentWhenNull(field: FieldNode): boolean {
  return directiveOf(field, 'absentWhenNull') !== undefined;
}

/**
 * The description of a field in the graph, with REST names of fields and enum values; if the field is omitted when
 * null, with "absent" instead of "null".
 */
function restDescription(options: {
  context: ShapeContext;
  field: FieldNode;
  definition: GraphQLField<unknown, unknown>;
}): string | undefined {
  const { context, field, definition } = options;
  const type = getNamedType(definition.type);
  const values = new Set(isEnumType(type) ? type.getValues().map(({ name }) => name) : []);
  const text = definition.description?.replaceAll(/`(\w+)`/g, (_, name: string) =>
    values.has(name) ? `\`${wireEnumValue(name)}\`` : `\`${context.wireNames.get(name) ?? name}\``,
  );
  if (!isAbsentWhenNull(field)) return text;
  return text?.replaceAll(/\bnull\b/g, 'absent').replaceAll(/\bNull\b/g, 'Absent');
}

/** The REST names of the fields that a document selects, keyed by their names in the graph. */
function wireNamesOf(document: DocumentNode): Map<string, string> {
  const names = new Map<string, string>();
  visit(document, { Field: (field) => void names.set(field.name.value, wireNameOf(field)) });
  return names;
}

function constantsOf(field: FieldNode): FieldShape[] {
  return directivesOf<{ name: string; value: string }>(field, 'constant').map(({ name, value }) => ({
    name,
    wireName: name,
    description: undefined,
    shape: { kind: 'scalar', nullable: false, scalar: 'String' },
    inline: false,
    echo: undefined,
    constant: value,
    phrase: undefined,
    absentWhenNull: false,
    header: undefined,
  }));
}
