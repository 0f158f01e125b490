import type { Supergraph } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, print, visit } from 'graphql';
import { RequestErrors } from '../errors.js';
import type { SelectedOperation } from '../operation.js';
import { withExactLiterals } from './exact-literals.js';
import { type FieldRequirements, readFieldRequirements } from './field-requirements.js';
import { readInterfaceObjects } from './interface-objects.js';
import { resolvableKeysFirst } from './key-order.js';
import { readOverrideLabels } from './overrides.js';
import { type RequiredNames, readRequiredNames } from './plan-names.js';
import { PlanningOverloaded, PlanningStopped, PlanningThread } from './planning-thread.js';
import { buildPlanner, createPlan, type OverrideConditions, type Planner, withAllAccessible } from './query-plans.js';
import { nameRequiredFields, type RequiredFields } from './required-arguments.js';
import { type ResolvableKeys, readResolvableKeys } from './resolvable-keys.js';

/** Maximum number of selections of an operation that is planned synchronously; a thread plans larger operations. */
const maxSynchronousSelections = 500;

const planningThread = new PlanningThread();
let graphs = 0;

/** A supergraph, and the data needed to plan its operations. */
export interface PlannedSupergraph {
  /** The parsed SDL of the supergraph. */
  readonly document: DocumentNode;
  readonly supergraphSchema: GraphQLSchema;
  /** The subgraphs' parts of the supergraph as schemas, by subgraph name. */
  readonly subgraphSchemas: Pick<ReadonlyMap<string, GraphQLSchema>, 'get'>;
  /**
   * Reads the supergraph for the planner; called when the first operation is planned.
   * @param planned the SDL for the planner; some of its fields are renamed if `isRenamed` is true
   */
  read(planned: DocumentNode, isRenamed: boolean): Supergraph;
}

/** Plans the operations of a supergraph. */
export class Planning {
  readonly supergraphSchema: GraphQLSchema;
  readonly subgraphSchemas: PlannedSupergraph['subgraphSchemas'];
  readonly requiredNames: RequiredNames;
  readonly requiredFields: RequiredFields | undefined;
  readonly overrideLabels: readonly string[];
  readonly resolvableKeys: ResolvableKeys;
  /**
   * Names of interface objects, by subgraph. Fetches from such a subgraph return the interface's name as `__typename`.
   */
  readonly interfaceObjects: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of the fields that each field requires, by subgraph; keyed by names in plans. */
  readonly requirements: FieldRequirements;
  readonly #graph = ++graphs;
  /** The supergraph for the planner, which is printed for the thread when it plans its first operation. */
  readonly #planned: DocumentNode;
  #planningSdl: string | undefined;
  readonly #read: () => Supergraph;
  #planner: Planner | undefined;

  constructor({ document, supergraphSchema, subgraphSchemas, read }: PlannedSupergraph) {
    this.requiredFields = nameRequiredFields(document);
    const planned = resolvableKeysFirst(this.requiredFields?.supergraph ?? document);
    this.#planned = planned;
    this.#read = () => read(planned, this.requiredFields !== undefined);
    this.supergraphSchema = supergraphSchema;
    this.subgraphSchemas = subgraphSchemas;
    this.requiredNames = readRequiredNames(planned);
    this.overrideLabels = readOverrideLabels(document);
    this.resolvableKeys = readResolvableKeys(document);
    this.interfaceObjects = readInterfaceObjects(document);
    this.requirements = readFieldRequirements(planned);
  }

  /**
   * Builds the planner, which takes half a second, before the first operation needs it. For a graph with interface
   * objects, the thread starts to build it: even short operations can take minutes to plan there, so the thread plans
   * them.
   */
  buildPlanner(): void {
    if (this.requiredNames.hasInterfaceObjects) void this.plan(parse('{ __typename }'), []).catch(() => {});
    else this.#planner ??= buildPlanner(withAllAccessible(this.#read()));
  }

  /** Whether the operation is planned synchronously; otherwise, the thread plans it. */
  isPlannedSynchronously(selected: SelectedOperation): boolean {
    return (
      !this.requiredNames.hasInterfaceObjects &&
      countSelections(selected, maxSynchronousSelections) <= maxSynchronousSelections
    );
  }

  /** @throws {RequestErrors} if there is no plan */
  planSynchronously(document: DocumentNode, overrides: OverrideConditions): QueryPlan {
    this.buildPlanner();
    if (this.#planner === undefined) throw new Error('This graph has no planner in this thread');
    const planned = withExactLiterals(document, this.supergraphSchema);
    try {
      return planned.restore(createPlan(this.#planner, planned.document, overrides));
    } catch (error) {
      throw planningRejection(error);
    }
  }

  /** Plans an operation on the thread. Rejects with {@link RequestErrors} if there is no plan. */
  async plan(document: DocumentNode, overrides: OverrideConditions): Promise<QueryPlan> {
    this.#planningSdl ??= print(this.#planned);
    const planned = withExactLiterals(document, this.supergraphSchema);
    const request = {
      ...{ graph: this.#graph, supergraphSdl: this.#planningSdl },
      ...{ document: print(planned.document), overrides },
    };
    try {
      return planned.restore(await planningThread.plan(request));
    } catch (error) {
      throw planningRejection(error);
    }
  }
}

/** Number of fields and fragment spreads, with fragments expanded; counting stops above the limit. */
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

/** Matches messages of the planner about an exceeded limit. */
const limitMessagePattern =
  /^(Exceeded|Too many options generated|Number of non-local selections exceeds|Invalid array length)/;

/** Converts an error of the planner to the rejection of the operation. */
export function planningRejection(error: unknown): RequestErrors {
  const cause = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof PlanningOverloaded) {
    return new RequestErrors('overloaded', [new GraphQLError(cause.message, { originalError: cause })]);
  }
  const isTooExpensive = cause instanceof PlanningStopped || limitMessagePattern.test(cause.message);
  const problem = new GraphQLError(isTooExpensive ? expensiveMessage : unplannedMessage(cause), {
    originalError: cause,
    extensions: isTooExpensive ? { limit: 'planning' } : {},
  });
  return new RequestErrors(isTooExpensive ? 'expensive' : 'unplanned', [problem]);
}

const expensiveMessage =
  'The operation takes too long to plan across subgraphs. Select fewer fields of interfaces or fewer levels, or send several operations.';

function unplannedMessage({ message }: Error): string {
  return /\b__(schema|type)\b/.test(message)
    ? 'Introspection below other fields is not supported. Select __schema and __type at the root of a query.'
    : 'The query planner cannot plan the operation across subgraphs. Select the fields of interfaces on each implementing type instead.';
}
