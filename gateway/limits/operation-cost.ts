import type {
  DirectiveNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
} from 'graphql';
import { fragmentsOf } from '../execution/index.js';
import { compileArgumentCost, type VariableValues, valueReader } from './argument-cost.js';
import type { CostModel, ListSize } from './cost-model.js';
import { requiresOne, slicingError } from './one-slicing-argument.js';

/**
 * Computes the cost of an operation for the raw variables of a request.
 * @throws {GraphQLError} if a field that requires exactly one slicing argument has none or several
 */
export type CostFunction = (variables: VariableValues) => number;

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly model: CostModel;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** Base cost of a mutation, as in Apollo's demand control. */
const mutationCost = 10;
/** Assumed size of a list without `@listSize`. */
const unknownListSize = 10;

/**
 * Compiles a function that computes the maximum cost of an operation. The formula is the static one of Apollo's demand
 * control, which follows the IBM GraphQL cost specification: the cost of a field is its list size times (its weight
 * plus the cost of its selections), plus the cost of its arguments; objects have weight 1, leaves 0. Constant parts are
 * computed once.
 */
export function compileCost(options: CostOptions): CostFunction {
  const { schema, operation } = options;
  const root = schema.getRootType(operation.operation);
  if (!root) return () => 0;
  const selections = new CostCompiler(options).selections({
    selectionSet: operation.selectionSet,
    parent: root,
    sizes: noSizes,
  });
  return total([{ fixed: operation.operation === 'mutation' ? mutationCost : 0 }, selections]).evaluate;
}

/** A part of a cost: a constant, or a function of the variables. */
interface Term {
  readonly fixed: number;
  readonly variable?: CostFunction;
}

interface PlacedField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  readonly parent: GraphQLCompositeType;
}

interface Scope {
  readonly selectionSet: SelectionSetNode;
  readonly parent: GraphQLCompositeType;
  /** List sizes that the parent field sets for lists in its selections (`sizedFields`). */
  readonly sizes: ReadonlyMap<string, Term>;
}

const noSizes: ReadonlyMap<string, Term> = new Map();

class CostCompiler {
  readonly #options: CostOptions;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #defaults: ReadonlyMap<string, ValueNode>;
  /**
   * Compiled fragments. Each is compiled once, except in selections to which `sizes` apply; `max_tokens` limits the
   * number of these.
   */
  readonly #compiled = new Map<string, Term>();

  constructor(options: CostOptions) {
    this.#options = options;
    this.#fragments = fragmentsOf(options.document);
    this.#defaults = new Map(
      (options.operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
        defaultValue === undefined ? [] : [[variable.name.value, defaultValue] as const],
      ),
    );
  }

  selections(scope: Scope): Term {
    return total(scope.selectionSet.selections.map((selection) => this.#selection(selection, scope)));
  }

  #selection(selection: SelectionNode, scope: Scope): Term {
    return applyConditions(this.#includedSelection(selection, scope), selection.directives, this.#defaults);
  }

  #includedSelection(selection: SelectionNode, scope: Scope): Term {
    if (selection.kind === Kind.FIELD) return this.#field(selection, scope);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value;
      return this.#conditional(condition, { ...scope, selectionSet: selection.selectionSet });
    }
    const fragment = this.#fragments.get(selection.name.value);
    if (fragment === undefined) return { fixed: 0 };
    const condition = fragment.typeCondition.name.value;
    if (scope.sizes.size > 0) return this.#conditional(condition, { ...scope, selectionSet: fragment.selectionSet });
    const compiled = this.#compiled.get(selection.name.value);
    if (compiled !== undefined) return compiled;
    const term = this.#conditional(condition, { ...scope, selectionSet: fragment.selectionSet });
    this.#compiled.set(selection.name.value, term);
    return term;
  }

  #conditional(typeName: string | undefined, scope: Scope): Term {
    const type = typeName === undefined ? scope.parent : this.#options.schema.getType(typeName);
    return isCompositeType(type) ? this.selections({ ...scope, parent: type }) : { fixed: 0 };
  }

  #field(node: FieldNode, scope: Scope): Term {
    const field = fieldOf(scope.parent, node.name.value);
    if (field === undefined) return { fixed: 0 };
    const declaredCost = this.#options.model.fields.get(`${scope.parent.name}.${field.name}`);
    const type = getNamedType(field.type);
    const weight: Term = { fixed: declaredCost?.weight ?? this.#typeWeight(type.name) };
    const size =
      declaredCost?.listSize === undefined
        ? undefined
        : this.#size(declaredCost.listSize, { node, field, parent: scope.parent });
    const sized = declaredCost?.listSize?.sizedFields ?? [];
    const inner =
      node.selectionSet !== undefined && isCompositeType(type)
        ? this.selections({
            selectionSet: node.selectionSet,
            parent: type,
            sizes: size === undefined ? noSizes : new Map(sized.map((name) => [name, size])),
          })
        : { fixed: 0 };
    const ownSize = sized.length === 0 ? size : undefined;
    const instances = isList(field)
      ? (ownSize ?? scope.sizes.get(node.name.value) ?? { fixed: unknownListSize })
      : { fixed: 1 };
    const argumentTerm = compileArgumentCost({
      node,
      field,
      declared: declaredCost,
      model: this.#options.model,
      defaults: this.#defaults,
    });
    return total([product(instances, total([weight, inner])), argumentTerm]);
  }

  #size(listSize: ListSize, { node, field, parent }: PlacedField): Term {
    const fallback = listSize.assumedSize ?? unknownListSize;
    const readers = listSize.slicingArguments.map((path) =>
      valueReader({ path, node, field, defaults: this.#defaults }),
    );
    // The document is valid, so only variables can omit a slicing argument.
    const isConstant = readers.every((reader) => reader.constant);
    const isChecked = !isConstant && requiresOne(listSize);
    const input = listSize.slicingArguments.map((path) =>
      valueReader({ path, node, field: { ...field, args: [] }, defaults: this.#defaults }),
    );
    function assertOneSlicingArgument(variables: VariableValues, hasValue: boolean): void {
      const count = input.filter((reader) => (reader(variables) ?? null) !== null).length;
      if (count > 1 || !hasValue) throw slicingError(`${parent.name}.${field.name}`, listSize, count);
    }
    function sizeFor(variables: VariableValues): number {
      const requestedSizes = readers.map((reader) => reader(variables)).filter((value) => typeof value === 'number');
      if (isChecked) assertOneSlicingArgument(variables, requestedSizes.length > 0);
      return requestedSizes.length === 0 ? fallback : Math.max(0, ...requestedSizes);
    }
    return isConstant ? { fixed: sizeFor({}) } : { fixed: 0, variable: sizeFor };
  }

  #typeWeight(name: string): number {
    const declaredWeight = this.#options.model.types.get(name);
    if (declaredWeight !== undefined) return declaredWeight;
    return isCompositeType(this.#options.schema.getType(name)) ? 1 : 0;
  }
}

function fieldOf(parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (isObjectType(parent) || (isAbstractType(parent) && 'getFields' in parent)) return parent.getFields()[name];
  return undefined;
}

function isList(field: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(field.type));
}

function applyConditions(
  term: Term,
  directives: readonly DirectiveNode[] | undefined,
  defaults: ReadonlyMap<string, ValueNode>,
): Term {
  let result = term;
  for (const directive of directives ?? []) {
    const name = directive.name.value;
    const condition = directive.arguments?.find((argument) => argument.name.value === 'if')?.value;
    if ((name !== 'skip' && name !== 'include') || condition === undefined) continue;
    const includedIf = name === 'include';
    if (condition.kind === Kind.BOOLEAN && condition.value !== includedIf) return { fixed: 0 };
    if (condition.kind === Kind.VARIABLE)
      result = conditionalTerm({ term: result, name: condition.name.value, includedIf, defaults });
  }
  return result;
}

function conditionalTerm(options: {
  term: Term;
  name: string;
  includedIf: boolean;
  defaults: ReadonlyMap<string, ValueNode>;
}): Term {
  const { term, name, includedIf } = options;
  if (term.fixed === 0 && term.variable === undefined) return term;
  const standard = options.defaults.get(name);
  const otherwise = standard?.kind === Kind.BOOLEAN ? standard.value : undefined;
  const { evaluate } = total([term]);
  // Raw variables inherit properties of objects, such as `constructor`.
  const valueIn = (variables: VariableValues): unknown =>
    Object.hasOwn(variables, name) ? variables[name] : otherwise;
  // A null or invalid value does not exclude the selection, so it must not reduce the cost.
  return { fixed: 0, variable: (variables) => (valueIn(variables) === !includedIf ? 0 : evaluate(variables)) };
}

function total(terms: readonly Term[]): Term & { evaluate: CostFunction } {
  const fixed = terms.reduce((sum, term) => sum + term.fixed, 0);
  const variables = terms.flatMap((term) => (term.variable === undefined ? [] : [term.variable]));
  if (variables.length === 0) return { fixed, evaluate: () => fixed };
  const variable: CostFunction =
    variables.length === 1 && variables[0] !== undefined
      ? variables[0]
      : (values) => variables.reduce((sum, part) => sum + part(values), 0);
  return { fixed, variable, evaluate: (values) => fixed + variable(values) };
}

function product(left: Term, right: Term): Term {
  if (left.variable === undefined && right.variable === undefined) return { fixed: left.fixed * right.fixed };
  const first = total([left]).evaluate;
  const second = total([right]).evaluate;
  return { fixed: 0, variable: (variables) => first(variables) * second(variables) };
}
