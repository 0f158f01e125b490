import type { FetchNode, PlanNode, QueryPlan, QueryPlanSelectionNode } from '@apollo/query-planner';
import { type GraphQLCompositeType, type GraphQLSchema, isAbstractType, isCompositeType, isObjectType } from 'graphql';
import { ownValue } from '../compiled/source-text.js';
import { type CollectedField, collectFields, type OperationSource, type TypedSelectionSet } from '../selection.js';
import { compileTypeTest } from './type-test.js';

type Path = readonly (string | number)[];

/** A field that a representation needs from an entity, optionally only from entities of one type. */
interface Requirement {
  readonly name: string;
  readonly condition: string | undefined;
}

/** The fields that a variant of an operation and its plan need at each path of the merged data. */
export class NeededFields {
  readonly #source: OperationSource;
  readonly #supergraph: GraphQLSchema;
  /** Requirements by path; paths have no list indexes. */
  readonly #requirements = new Map<string, Requirement[]>();

  constructor(source: OperationSource, supergraph: GraphQLSchema, plan: QueryPlan) {
    this.#source = source;
    this.#supergraph = supergraph;
    for (const { node, path } of fetchesIn(plan.node, [])) this.#addRequirements(node.requires ?? [], path, undefined);
  }

  /**
   * Names in the plan of the fields that are needed from objects of a type at a path; undefined if the API schema lacks
   * the type.
   */
  of(path: Path, typeName: string): ReadonlySet<string> | undefined {
    const type = this.#source.schema.getType(typeName);
    if (!isObjectType(type)) return undefined;
    const selected = collectFields(this.#source, type, this.#selectionsAt(path)).map(({ planName }) => planName);
    return new Set([...selected, ...this.#requirementsOf(path, typeName).map(({ name }) => name)]);
  }

  /**
   * Whether an error at a path of the merged data concerns the operation. A fetch of a plan can request a field for all
   * its objects although only some of them need the field.
   */
  isRelevant(path: Path, merged: unknown): boolean {
    const { operation, schema } = this.#source;
    const root = schema.getRootType(operation.operation);
    if (!root) return true;
    let type: GraphQLCompositeType = root;
    let selections: readonly TypedSelectionSet[] = [{ selectionSet: operation.selectionSet, type: root }];
    let value = merged;
    for (const [index, step] of path.entries()) {
      if (typeof value !== 'object' || value === null) return true;
      if (typeof step === 'string') {
        const typename: unknown = index === 0 ? undefined : ownValue(value, '__typename');
        const runtime: unknown = typeof typename === 'string' ? schema.getType(typename) : type;
        const types = isObjectType(runtime) ? [runtime] : [type, ...this.#possibleTypes(type.name)];
        const fields: CollectedField[] = types
          .flatMap((object) => collectFields(this.#source, object, selections))
          .filter(({ planName }) => planName === step);
        const [field] = fields;
        const pathBefore = path.slice(0, index);
        if (field === undefined)
          return (
            !this.#isSelectedOnOthers(pathBefore, step) ||
            types.some(({ name }) => this.#isRequired(pathBefore, step, name))
          );
        selections = distinctSelections(fields.flatMap((field) => field.selections));
        if (isCompositeType(field.declaredType)) type = field.declaredType;
      }
      value = ownValue(value, String(step));
    }
    return true;
  }

  /** Whether a field is selected on any object type that is possible at the path. */
  #isSelectedOnOthers(path: Path, name: string): boolean {
    const selections = this.#selectionsAt(path);
    const types = new Set(selections.flatMap(({ type }) => this.#possibleTypes(type.name)));
    return [...types].some((other) =>
      collectFields(this.#source, other, selections).some(({ planName }) => planName === name),
    );
  }

  #isRequired(path: Path, name: string, typeName: string): boolean {
    return this.#requirementsOf(path, typeName).some((required) => required.name === name);
  }

  #requirementsOf(path: Path, typeName: string): readonly Requirement[] {
    return (this.#requirements.get(keyOf(path)) ?? []).filter(
      ({ condition }) => condition === undefined || compileTypeTest(this.#supergraph, condition)(typeName),
    );
  }

  /** The operation's selections at a path; empty if only the plan needs the objects there. */
  #selectionsAt(path: Path): readonly TypedSelectionSet[] {
    const { operation, schema } = this.#source;
    const root = schema.getRootType(operation.operation);
    if (!root) return [];
    let types: readonly GraphQLCompositeType[] = [root];
    let selections: readonly TypedSelectionSet[] = [{ selectionSet: operation.selectionSet, type: root }];
    for (const step of path) {
      if (step === '@' || typeof step === 'number') continue;
      const fields = types
        .flatMap((type) => collectFields(this.#source, type, selections))
        .filter(({ planName }) => planName === step);
      selections = distinctSelections(fields.flatMap((field) => field.selections));
      types = [...new Set(fields.flatMap((field) => this.#possibleTypes(field.declaredType.name)))];
    }
    return selections;
  }

  #possibleTypes(name: string): readonly GraphQLCompositeType[] {
    const type = this.#source.schema.getType(name);
    if (isAbstractType(type)) return this.#source.schema.getPossibleTypes(type);
    return isCompositeType(type) ? [type] : [];
  }

  #addRequirements(selections: readonly QueryPlanSelectionNode[], path: Path, condition: string | undefined): void {
    const key = keyOf(path);
    for (const node of selections) {
      if (node.kind === 'InlineFragment') {
        this.#addRequirements(node.selections, path, node.typeCondition ?? condition);
        continue;
      }
      const name = node.alias ?? node.name;
      this.#requirements.set(key, [...(this.#requirements.get(key) ?? []), { name, condition }]);
      if (node.selections !== undefined) this.#addRequirements(node.selections, [...path, name], undefined);
    }
  }
}

function keyOf(path: Path): string {
  return path.filter((step) => step !== '@' && typeof step === 'string').join('.');
}

function distinctSelections(selections: readonly TypedSelectionSet[]): TypedSelectionSet[] {
  const bySet = new Map(selections.map((each) => [each.selectionSet, each]));
  return [...bySet.values()];
}

/** All fetches of a plan, with the paths of the objects that they apply to. */
function* fetchesIn(node: PlanNode | QueryPlan['node'], path: Path): Generator<{ node: FetchNode; path: Path }> {
  switch (node?.kind) {
    case 'Fetch':
      yield { node, path };
      return;
    case 'Flatten':
      yield* fetchesIn(node.node, [...path, ...node.path]);
      return;
    case 'Sequence':
    case 'Parallel':
      for (const child of node.nodes) yield* fetchesIn(child, path);
      return;
    case 'Subscription':
      yield* fetchesIn(node.rest, path);
  }
}
