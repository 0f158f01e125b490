import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
  visit,
} from 'graphql';

/** A selection set in the document, and its parent type. */
export interface TypedSelectionSet {
  readonly selectionSet: SelectionSetNode;
  /** The parent type of the selections. */
  readonly type: GraphQLCompositeType;
}

/** All fields of a selection set that share a response name, merged. */
export interface CollectedField {
  readonly responseName: string;
  /** Name of the field in the plan. */
  readonly planName: string;
  readonly fieldName: string;
  /**
   * The type of the field of the object, which may be non-null or more specific where that of an interface in the
   * document is not.
   */
  readonly type: GraphQLOutputType;
  /** The named type of the field in the document. */
  readonly declaredType: GraphQLNamedType;
  /** The type in the document that defines the field. */
  readonly parentType: GraphQLCompositeType;
  readonly selections: readonly TypedSelectionSet[];
}

export type FragmentNode = FragmentSpreadNode | InlineFragmentNode;

/** A fragment with `@defer`, which is delivered after the selections around it, and its selections. */
export interface DeferredSelections extends TypedSelectionSet {
  readonly node: FragmentNode;
}

/** The input from which an operation is compiled. */
export interface OperationSource {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced variables, for `@skip` and `@include`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names in the plan by field, where they differ from the client's. */
  readonly planNames?: ReadonlyMap<FieldNode, string> | undefined;
  /** Fragments that are delivered later. Their fields are not collected with the selections around them. */
  readonly deferred?: ReadonlySet<FragmentNode> | undefined;
}

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

/**
 * The fields selected on an object of this type (or of unknown type, if the type is abstract), merged by response name
 * in document order (GraphQL specification, CollectFields).
 */
export function collectFields(
  source: OperationSource,
  runtimeType: GraphQLCompositeType,
  selections: readonly TypedSelectionSet[],
): CollectedField[] {
  return collectSelections(source, runtimeType, selections).fields;
}

export interface CollectedSelections {
  readonly fields: CollectedField[];
  /** Fragments that apply to the object and are delivered later, in document order. */
  readonly deferred: readonly DeferredSelections[];
}

/** The fields selected on an object, and its deferred fragments. */
export function collectSelections(
  source: OperationSource,
  runtimeType: GraphQLCompositeType,
  selections: readonly TypedSelectionSet[],
): CollectedSelections {
  const collector = new FieldCollector(source, runtimeType);
  for (const { selectionSet, type } of selections) collector.visit(selectionSet, type);
  return { fields: collector.fields(), deferred: collector.deferred };
}

/** Whether a type condition holds for an object of the given type (GraphQL specification, DoesFragmentTypeApply). */
export function typeApplies(
  schema: GraphQLSchema,
  condition: GraphQLCompositeType,
  type: GraphQLCompositeType,
): boolean {
  if (condition === type) return true;
  return (
    isAbstractType(condition) && (isObjectType(type) || isInterfaceType(type)) && schema.isSubType(condition, type)
  );
}

/** Names of the variables in conditions of `@skip` and `@include` in an operation, sorted. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      const value = conditionValue(directive);
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names].sort();
}

export function responseNameOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

interface MutableField extends CollectedField {
  readonly selections: TypedSelectionSet[];
}

class FieldCollector {
  readonly deferred: DeferredSelections[] = [];
  readonly #fields = new Map<string, MutableField>();
  /** Visited selection sets, so each fragment is visited once, regardless of the number of spreads. */
  readonly #visited = new Set<SelectionSetNode>();

  readonly #source: OperationSource;
  readonly #runtimeType: GraphQLCompositeType;

  constructor(source: OperationSource, runtimeType: GraphQLCompositeType) {
    this.#source = source;
    this.#runtimeType = runtimeType;
  }

  fields(): CollectedField[] {
    return [...this.#fields.values()];
  }

  visit(selectionSet: SelectionSetNode, type: GraphQLCompositeType): void {
    if (this.#visited.has(selectionSet)) return;
    this.#visited.add(selectionSet);
    for (const selection of selectionSet.selections) {
      if (isIncluded(selection, this.#source.variables)) this.#visitSelection(selection, type);
    }
  }

  #visitSelection(selection: SelectionNode, type: GraphQLCompositeType): void {
    if (selection.kind === Kind.FIELD) {
      this.#addField(selection, type);
      return;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? this.#source.fragments.get(selection.name.value) : selection;
    if (fragment === undefined) return;
    const condition = fragment.typeCondition
      ? this.#source.schema.getType(fragment.typeCondition.name.value)
      : this.#runtimeType;
    if (!isCompositeType(condition) || !typeApplies(this.#source.schema, condition, this.#runtimeType)) return;
    const fragmentSelections = { selectionSet: fragment.selectionSet, type: fragment.typeCondition ? condition : type };
    if (!this.#source.deferred?.has(selection)) this.visit(fragmentSelections.selectionSet, fragmentSelections.type);
    else this.deferred.push({ ...fragmentSelections, node: selection });
  }

  #addField(node: FieldNode, parentType: GraphQLCompositeType): void {
    const responseName = responseNameOf(node);
    const typeInDocument = fieldType(parentType, node.name.value);
    if (typeInDocument === undefined) return;
    const declaredType = getNamedType(typeInDocument);
    let field = this.#fields.get(responseName);
    if (field === undefined) {
      const planName = this.#source.planNames?.get(node) ?? responseName;
      const fieldName = node.name.value;
      const type = fieldType(this.#runtimeType, fieldName) ?? typeInDocument;
      field = { responseName, planName, fieldName, type, declaredType, parentType, selections: [] };
      this.#fields.set(responseName, field);
    }
    if (!node.selectionSet || !isCompositeType(declaredType)) return;
    field.selections.push({ selectionSet: node.selectionSet, type: declaredType });
  }
}

/** The type of a field, including meta fields; undefined if the parent has no such field. */
export function fieldType(parentType: GraphQLCompositeType, name: string): GraphQLOutputType | undefined {
  const metaField = [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].find((field) => field.name === name);
  if (metaField !== undefined) return metaField.type;
  return 'getFields' in parentType ? parentType.getFields()[name]?.type : undefined;
}

/** Whether `@skip` and `@include` include the selection. */
export function isIncluded(selection: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  return (selection.directives ?? []).every((directive) => {
    const value = conditionValue(directive);
    if (value?.kind !== Kind.BOOLEAN && value?.kind !== Kind.VARIABLE) return true;
    const isTrue = value.kind === Kind.BOOLEAN ? value.value : variables[value.name.value] === true;
    return isTrue === (directive.name.value === 'include');
  });
}

function conditionValue(directive: DirectiveNode): ValueNode | undefined {
  return isCondition(directive) ? argumentValue(directive, 'if') : undefined;
}

/** The value of a directive's argument; undefined if it is absent. */
export function argumentValue(directive: DirectiveNode, argument: string): ValueNode | undefined {
  return directive.arguments?.find((node) => node.name.value === argument)?.value;
}

/** Whether a directive is `@skip` or `@include`. */
export function isCondition({ name }: DirectiveNode): boolean {
  return name.value === 'skip' || name.value === 'include';
}
