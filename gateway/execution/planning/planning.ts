import type { Supergraph } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, print, visit } from 'graphql';
import { RequestErrors } from '../errors.js';
import type { SelectedOperation } from '../operation.js';
import { type FieldRequirements, readFieldRequirements } from './field-requirements.js';
import { resolvableKeysFirst } from './key-order.js';
import { readOverrideLabels } from './overrides.js';
import { type RequiredNames, readRequiredNames } from './plan-names.js';
import { PlanningStopped, PlanningThread } from './planning-thread.js';
import { buildPlanner, createPlan, type OverrideConditions, type Planner, readSupergraph } from './query-plans.js';
import { nameRequiredFields, type RequiredFields } from './required-arguments.js';
import { type ResolvableKeys, readResolvableKeys } from './resolvable-keys.js';

/** Selections of an operation that are planned at once; larger ones are planned by the thread. */
const maxSelectionsAtOnce = 500;

const thread = new PlanningThread();
let graphs = 0;

/** What it takes to plan the operations of a supergraph. */
export class Planning {
  readonly supergraphSchema: GraphQLSchema;
  readonly subgraphSchemas: ReadonlyMap<string, GraphQLSchema>;
  readonly requiredNames: RequiredNames;
  readonly requiredFields: RequiredFields | undefined;
  readonly overrideLabels: readonly string[];
  readonly resolvableKeys: ResolvableKeys;
  /** Under the names in plans. */
  readonly requirements: FieldRequirements;
  readonly #graph = ++graphs;
  readonly #planningSdl: string;
  /** Undefined where all operations are planned by the thread. */
  readonly #planner: Planner | undefined;

  constructor(supergraph: Supergraph, supergraphSdl: string) {
    const document = parse(supergraphSdl, { noLocation: true });
    this.requiredFields = nameRequiredFields(document);
    const planned = resolvableKeysFirst(this.requiredFields?.supergraph ?? document);
    this.#planningSdl = planned === document ? supergraphSdl : print(planned);
    const forPlanner = planned === document ? supergraph : readSupergraph(this.#planningSdl);
    this.supergraphSchema = supergraph.schema.toGraphQLJSSchema();
    this.requiredNames = readRequiredNames(planned);
    this.overrideLabels = readOverrideLabels(document);
    this.resolvableKeys = readResolvableKeys(document);
    this.requirements = readFieldRequirements(planned);
    const subgraphs = [...supergraph.subgraphs()];
    this.subgraphSchemas = new Map(subgraphs.map(({ name, schema }) => [name, schema.toGraphQLJSSchema()]));
    // Where an interface is an object elsewhere, plans of short operations can take minutes.
    if (!this.requiredNames.hasInterfaceObjects) this.#planner = buildPlanner(forPlanner);
  }

  /** Whether the plan of the operation is there at once. */
  isPlannedAtOnce(selected: SelectedOperation): boolean {
    return this.#planner !== undefined && countSelections(selected, maxSelectionsAtOnce) <= maxSelectionsAtOnce;
  }

  /** @throws {RequestErrors} when there is no plan */
  planAtOnce(document: DocumentNode, overrides: OverrideConditions): QueryPlan {
    if (this.#planner === undefined) throw new Error('This graph has no planner in this thread');
    try {
      return createPlan(this.#planner, document, overrides);
    } catch (error) {
      throw planningRefusal(error);
    }
  }

  /** Rejects with {@link RequestErrors} when there is no plan. */
  async plan(document: DocumentNode, overrides: OverrideConditions): Promise<QueryPlan> {
    const request = { graph: this.#graph, supergraphSdl: this.#planningSdl, document: print(document), overrides };
    try {
      return await thread.plan(request);
    } catch (error) {
      throw planningRefusal(error);
    }
  }
}

/** Fields of the operation with fragments written out; counting stops above the limit. */
function countSelections({ operation, fragments }: SelectedOperation, limit: number): number {
  let count = 0;
  const countIn = (node: Parameters<typeof visit>[0]): void => {
    visit(node, {
      enter: () => (count > limit ? false : undefined),
      Field: () => void count++,
      FragmentSpread({ name }) {
        count++;
        const fragment = fragments.get(name.value);
        if (fragment !== undefined && count <= limit) countIn(fragment);
      },
    });
  };
  countIn(operation);
  return count;
}

/** What the planner says when a bound is exceeded. */
const exceeded = /^(Exceeded|Too many options generated|Number of non-local selections exceeds|Invalid array length)/;

/** Why the planner has no plan for an operation, by what it threw. */
export function planningRefusal(error: unknown): RequestErrors {
  const cause = error instanceof Error ? error : new Error(String(error));
  const isTooExpensive = cause instanceof PlanningStopped || exceeded.test(cause.message);
  const message = isTooExpensive
    ? 'The operation takes too long to plan across subgraphs. Select less of interfaces, or fewer levels, or send several operations.'
    : 'The operation has no plan across subgraphs, a fault of the query planner. Select fields of interfaces on each type instead.';
  return new RequestErrors(isTooExpensive ? 'expensive' : 'unplanned', [
    new GraphQLError(message, { originalError: cause, extensions: isTooExpensive ? { limit: 'planning' } : {} }),
  ]);
}
