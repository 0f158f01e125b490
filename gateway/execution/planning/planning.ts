import type { Schema, Supergraph } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import { type DocumentNode, GraphQLError, type GraphQLSchema, print, visit } from 'graphql';
import { RequestErrors } from '../errors.js';
import type { SelectedOperation } from '../operation.js';
import { type FieldRequirements, readFieldRequirements } from './field-requirements.js';
import { resolvableKeysFirst } from './key-order.js';
import { readOverrideLabels } from './overrides.js';
import { type RequiredNames, readRequiredNames } from './plan-names.js';
import { PlanningStopped, PlanningThread } from './planning-thread.js';
import {
  buildPlanner,
  createPlan,
  type OverrideConditions,
  type Planner,
  readSupergraph,
  validatedSchema,
  withAllAccessible,
} from './query-plans.js';
import { nameRequiredFields, type RequiredFields } from './required-arguments.js';
import { type ResolvableKeys, readResolvableKeys } from './resolvable-keys.js';

/** Maximum number of selections of an operation that is planned synchronously; larger ones use the thread. */
const maxSynchronousSelections = 500;

const thread = new PlanningThread();
let graphs = 0;

/** Plans the operations of a supergraph. */
export class Planning {
  readonly supergraphSchema: GraphQLSchema;
  readonly subgraphSchemas: ReadonlyMap<string, GraphQLSchema>;
  readonly requiredNames: RequiredNames;
  readonly requiredFields: RequiredFields | undefined;
  readonly overrideLabels: readonly string[];
  readonly resolvableKeys: ResolvableKeys;
  /** Keyed by names in plans. */
  readonly requirements: FieldRequirements;
  readonly #graph = ++graphs;
  /** Printed for the thread when it plans the first operation. */
  readonly #planned: DocumentNode;
  #planningSdl: string | undefined;
  /** Undefined if all operations are planned by the thread. */
  readonly #planner: Planner | undefined;

  /**
   * @param document the parsed SDL of the supergraph
   * @param accessible the supergraph {@link withAllAccessible}, if the caller has already built it and composition has
   * validated it
   */
  constructor(supergraph: Supergraph, document: DocumentNode, accessible?: Supergraph) {
    const schemaOf = accessible === undefined ? (schema: Schema) => schema.toGraphQLJSSchema() : validatedSchema;
    this.requiredFields = nameRequiredFields(document);
    const planned = resolvableKeysFirst(this.requiredFields?.supergraph ?? document);
    this.#planned = planned;
    this.supergraphSchema = schemaOf(supergraph.schema);
    this.requiredNames = readRequiredNames(planned);
    this.overrideLabels = readOverrideLabels(document);
    this.resolvableKeys = readResolvableKeys(document);
    this.requirements = readFieldRequirements(planned);
    // Its subgraphs are the same, and are read once for this and for the planner.
    const subgraphs = [...(accessible ?? supergraph).subgraphs()];
    this.subgraphSchemas = new Map(subgraphs.map(({ name, schema }) => [name, schemaOf(schema)]));
    // With interface objects, even short operations can take minutes to plan.
    if (this.requiredNames.hasInterfaceObjects) return;
    const forPlanner = planned === document ? supergraph : readSupergraph(planned);
    this.#planner = buildPlanner((planned === document && accessible) || withAllAccessible(forPlanner));
  }

  /** Whether the operation is planned synchronously. */
  isPlannedSynchronously(selected: SelectedOperation): boolean {
    return (
      this.#planner !== undefined && countSelections(selected, maxSynchronousSelections) <= maxSynchronousSelections
    );
  }

  /** @throws {RequestErrors} if there is no plan */
  planSynchronously(document: DocumentNode, overrides: OverrideConditions): QueryPlan {
    if (this.#planner === undefined) throw new Error('This graph has no planner in this thread');
    try {
      return createPlan(this.#planner, document, overrides);
    } catch (error) {
      throw planningRefusal(error);
    }
  }

  /** Rejects with {@link RequestErrors} if there is no plan. */
  async plan(document: DocumentNode, overrides: OverrideConditions): Promise<QueryPlan> {
    this.#planningSdl ??= print(this.#planned);
    const request = { graph: this.#graph, supergraphSdl: this.#planningSdl, document: print(document), overrides };
    try {
      return await thread.plan(request);
    } catch (error) {
      throw planningRefusal(error);
    }
  }
}

/** Number of fields with fragments expanded; counting stops above the limit. */
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

/** Messages of the planner if a limit is exceeded. */
const exceeded = /^(Exceeded|Too many options generated|Number of non-local selections exceeds|Invalid array length)/;

/** The error for an operation that the planner cannot plan. */
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
