import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** What an operation answers, without GraphQL types: the source of OpenAPI and of what gives answers their form on the wire. */
export type Shape = ObjectShape | ListShape | EnumShape | ScalarShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly nullable: boolean;
  /** Name of the fragment that is the whole selection: the name of the resource. */
  readonly name: string | undefined;
  readonly fields: readonly FieldShape[];
}

export interface ListShape {
  readonly kind: 'list';
  readonly nullable: boolean;
  readonly item: Shape;
}

export interface EnumShape {
  readonly kind: 'enum';
  readonly nullable: boolean;
  /** As the graph has them. */
  readonly names: readonly string[];
}

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly nullable: boolean;
  /** Name of the scalar, for example `Float`. */
  readonly scalar: string;
}

export interface FieldShape {
  /** In the data. */
  readonly name: string;
  /** On the wire: the same, unless `@named` says otherwise. */
  readonly wireName: string;
  readonly description: string | undefined;
  readonly shape: Shape;
  /** `@inline`: the object's fields stand in the place of the object. */
  readonly inline: boolean;
  /** `@echo`: the variable that this field repeats. */
  readonly echo: string | undefined;
  /** `@constant`: a fixed text that is in the answer only, not in the data. */
  readonly constant: string | undefined;
  /** `@phrase`: the sentence in which the value stands in the place of `{}`. */
  readonly phrase: string | undefined;
  /** `@absentWhenNull`: the field is left out where it has no value. */
  readonly absentWhenNull: boolean;
  /** `@header`: the value is sent in this header instead of the body. */
  readonly header: string | undefined;
}

interface ShapeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The shape of an operation's data. The document still bears the directives of this folder.
 * Throws an Error for selections that a REST answer cannot have: type conditions and conditional fields.
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
  if (!root) throw new Error(`the schema has no ${options.operation.operation}`);
  const context = { schema: options.schema, fragments };
  return objectShape({ context, type: root, selectionSet: options.operation.selectionSet, nullable: false });
}

/** The wire form of an enum value. */
export function enumOnTheWire(name: string): string {
  return name.toLowerCase();
}

function objectShape(options: {
  context: ShapeContext;
  type: GraphQLObjectType;
  selectionSet: SelectionSetNode;
  nullable: boolean;
}): ObjectShape {
  const { context, type, selectionSet, nullable } = options;
  const only = selectionSet.selections.length === 1 ? selectionSet.selections[0] : undefined;
  const name = only?.kind === Kind.FRAGMENT_SPREAD ? only.name.value : undefined;
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
    if (!fragment) throw new Error('a fragment is missing');
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
  // Root fields are null beside an error only, which is the answer then, or where there is nothing to answer.
  const nullable = type !== context.schema.getQueryType() && type !== context.schema.getMutationType();
  const plain = typeShape({ context, type: definition.type, field, nullable });
  const shape = directiveArguments(field, 'whole').length > 0 ? wholeShape(plain) : withConstants(plain, field);
  return {
    name,
    wireName: textOf(directiveArguments(field, 'named')[0]?.get('as')) ?? name,
    description: definition.description ?? undefined,
    shape,
    inline: directiveArguments(field, 'inline').length > 0,
    echo: textOf(directiveArguments(field, 'echo')[0]?.get('of')),
    constant: undefined,
    phrase: textOf(directiveArguments(field, 'phrase')[0]?.get('text')),
    absentWhenNull: directiveArguments(field, 'absentWhenNull').length > 0,
    header: textOf(directiveArguments(field, 'header')[0]?.get('name')),
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

function withConstants(shape: Shape, field: FieldNode): Shape {
  return shape.kind === 'object' ? { ...shape, fields: [...constantsOf(field), ...shape.fields] } : shape;
}

function wholeShape(shape: Shape): Shape {
  if (shape.kind !== 'scalar') throw new Error('@whole is for numbers');
  return { ...shape, scalar: 'Int' };
}

function constantsOf(field: FieldNode): FieldShape[] {
  return directiveArguments(field, 'constant').map((values) => ({
    name: textOf(values.get('name')) ?? '',
    wireName: textOf(values.get('name')) ?? '',
    description: undefined,
    shape: { kind: 'scalar', nullable: false, scalar: 'String' },
    inline: false,
    echo: undefined,
    constant: textOf(values.get('value')) ?? '',
    phrase: undefined,
    absentWhenNull: false,
    header: undefined,
  }));
}

function directiveArguments(field: FieldNode, name: string): Map<string, ValueNode>[] {
  const found = (field.directives ?? []).filter((directive) => directive.name.value === name);
  return found.map((directive) => new Map((directive.arguments ?? []).map((each) => [each.name.value, each.value])));
}

function textOf(value: ValueNode | undefined): string | undefined {
  return value?.kind === Kind.STRING ? value.value : undefined;
}
