import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { fragmentsOf, isIncluded, responseNameOf, typeApplies } from '../selection.js';
import { coercedTypeName } from './hardened-schema.js';

/** An argument that was replaced by a variable. The value is computed for each request from the coerced variables. */
export interface HoistedArgument {
  readonly variable: string;
  readonly value: ValueNode;
  readonly type: GraphQLInputType;
}

export interface CompilableDocument {
  /**
   * Operations to execute in sequence: one for a query, one for each root field of a mutation. They contain no fragment
   * spreads.
   */
  readonly steps: readonly OperationDefinitionNode[];
  readonly hoisted: readonly HoistedArgument[];
}

/**
 * Maximum number of fields in compiled code; larger operations are interpreted. The code grows with the fields of all
 * possible types at each level.
 */
const maxCompiledFields = 4000;

const hoistedPrefix = '___argument';

/**
 * Prepares a fetch for graphql-jit 0.8.9, or returns undefined if only the interpreter executes it correctly. The
 * document is transformed as follows:
 * - Literals in arguments become variables. The compiler pastes them into code: a string of the right form would run as
 * code, values that are not plain JSON would be lost, and a variable within a literal becomes null where it should be
 * absent.
 * - The types of variables are replaced, because graphql-js coerces the variables beforehand. The compiler's own
 * coercion ignores the defaults of non-null variables and loses dates.
 * - `@skip` and `@include` are decided here, and fragments are inlined: the compiler stores conditions on nodes,
 * where they accumulate over the uses of a fragment.
 * - The root fields of a mutation become their own operations: compiled code continues after one that made the data
 * null.
 */
export function prepareForCompiler(
  schema: GraphQLSchema,
  document: DocumentNode,
  conditions: Readonly<Record<string, unknown>>,
): CompilableDocument | undefined {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) return undefined;
  const rootType = schema.getRootType(operation.operation);
  if (!rootType || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  if (operation.variableDefinitions?.some(({ variable }) => isUncompilableName(variable.name.value))) return undefined;
  const preparation = new Preparation(schema, fragmentsOf(document), conditions);
  const selectionSet = preparation.selections(operation.selectionSet, { type: rootType, types: [rootType], weight: 1 });
  if (selectionSet === undefined) return undefined;
  const variableDefinitions = variableNames(operation, preparation.hoisted).map(coercedVariable);
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const steps = isMutation ? rootFields(selectionSet) : [selectionSet];
  return {
    steps: steps.map((step) => ({ ...operation, selectionSet: step, directives: [], variableDefinitions })),
    hoisted: preparation.hoisted,
  };
}

/**
 * Whether a variable cannot have this name in compiled code: the prefix of hoisted variables is reserved, and a
 * variable without a value must not have the value of an inherited property, such as `constructor`.
 */
function isUncompilableName(name: string): boolean {
  return name.startsWith(hoistedPrefix) || name in Object.prototype;
}

/** The possible types of the objects of a selection set, and how often code for the selection set is generated. */
interface Location {
  readonly type: GraphQLCompositeType;
  readonly types: readonly GraphQLObjectType[];
  readonly weight: number;
}

class Preparation {
  readonly hoisted: HoistedArgument[] = [];
  #fieldCount = 0;
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #conditions: Readonly<Record<string, unknown>>;

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    conditions: Readonly<Record<string, unknown>>,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#conditions = conditions;
  }

  /** The selections with inlined fragments; undefined if they cannot be compiled. */
  selections(selectionSet: SelectionSetNode, location: Location): SelectionSetNode | undefined {
    const selections: SelectionNode[] = [];
    for (const selection of selectionSet.selections) {
      if (!isIncluded(selection, this.#conditions)) continue;
      const prepared =
        selection.kind === Kind.FIELD
          ? this.#prepareField(selection, location)
          : this.#prepareFragment(selection, location);
      if (prepared === undefined) return undefined;
      selections.push(prepared);
    }
    return { kind: Kind.SELECTION_SET, selections };
  }

  #prepareField(node: FieldNode, location: Location): FieldNode | undefined {
    const weight = location.weight * location.types.length;
    this.#fieldCount += weight;
    // Compiled objects are literals, in which the name `__proto__` sets the prototype.
    if (this.#fieldCount > maxCompiledFields || responseNameOf(node) === '__proto__') return undefined;
    const definition = 'getFields' in location.type ? location.type.getFields()[node.name.value] : undefined;
    // One function completes the objects of all types of an interface.
    if (definition !== undefined && !hasEqualNullability(definition, location.types)) return undefined;
    const prepared = {
      kind: Kind.FIELD,
      name: node.name,
      alias: node.alias,
      loc: node.loc,
      arguments: (node.arguments ?? []).map((argument) => this.#hoistArgument(argument, definition?.args ?? [])),
    } as const;
    if (!node.selectionSet) return prepared;
    const type = definition && getNamedType(definition.type);
    // Introspection fields are resolved by the gateway.
    if (!isCompositeType(type)) return undefined;
    const selectionSet = this.selections(node.selectionSet, { type, types: this.#objectTypes(type), weight });
    return selectionSet && { ...prepared, selectionSet };
  }

  #prepareFragment(node: Exclude<SelectionNode, FieldNode>, location: Location): SelectionNode | undefined {
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
    this.#fieldCount += 1;
    if (fragment === undefined || this.#fieldCount > maxCompiledFields) return undefined;
    const condition = fragment.typeCondition && this.#schema.getType(fragment.typeCondition.name.value);
    const type = isCompositeType(condition) ? condition : location.type;
    const types = location.types.filter((possible) => typeApplies(this.#schema, type, possible));
    const selectionSet = this.selections(fragment.selectionSet, { type, types, weight: location.weight });
    if (selectionSet === undefined) return undefined;
    return {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: fragment.typeCondition,
      selectionSet,
    };
  }

  #objectTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    return isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type];
  }

  #hoistArgument(node: ArgumentNode, definitions: readonly GraphQLArgument[]): ArgumentNode {
    const definition = definitions.find(({ name }) => name === node.name.value);
    if (node.value.kind === Kind.VARIABLE || definition === undefined) return { ...node };
    const variable = `${hoistedPrefix}${this.hoisted.length}`;
    this.hoisted.push({ variable, value: node.value, type: definition.type });
    return { ...node, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } } };
  }
}

/** Whether a field is nullable, and has nullable items, in all of these types as in its definition in an interface. */
function hasEqualNullability({ name, type }: GraphQLField<unknown, unknown>, types: readonly GraphQLObjectType[]) {
  return types.every((possible) => wrappersOf(possible.getFields()[name]?.type ?? type) === wrappersOf(type));
}

/** The brackets and exclamation marks of a type, without its name. */
function wrappersOf(type: GraphQLOutputType): string {
  return String(type).replace(/\w+/, '');
}

/** The root fields in document order, grouped by response name. */
function rootFields(selectionSet: SelectionSetNode): SelectionSetNode[] {
  const byName = new Map<string, FieldNode[]>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      // Fragments on a root have no other type than the root.
      if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      if (selection.kind !== Kind.FIELD) continue;
      const name = responseNameOf(selection);
      byName.set(name, [...(byName.get(name) ?? []), selection]);
    }
  };
  collect(selectionSet);
  return [...byName.values()].map((selections) => ({ kind: Kind.SELECTION_SET, selections }));
}

function variableNames(operation: OperationDefinitionNode, hoisted: readonly HoistedArgument[]): string[] {
  const declaredNames = (operation.variableDefinitions ?? []).map((definition) => definition.variable.name.value);
  return [...declaredNames, ...hoisted.map(({ variable }) => variable)];
}

function coercedVariable(name: string): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedTypeName } },
  };
}
