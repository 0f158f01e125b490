import type { GraphQLError } from 'graphql';
import type { DataSource, ExecutionContext, FetchResult } from '../data-source.js';
import type { JsonObject } from './merge.js';

/** One execution of a plan. Fetches write into `root` and `errors`. */
export interface PlanRun {
  readonly context: ExecutionContext;
  /** Variables as sent by the client. */
  readonly rawVariables: Readonly<Record<string, unknown>>;
  /** Coerced variables with defaults. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: GraphQLError[];
  readonly sharedState: Map<DataSource, object>;
  /** The event of a subscription, which is used as the result of the first fetch. */
  readonly event?: FetchResult | undefined;
  /** Time of the event by `performance.now()`. */
  readonly eventAt?: number | undefined;
  /** Objects for which a subgraph returned nothing: `unknown` to the subgraph, or `failed` with errors. */
  readonly incomplete: WeakMap<object, 'unknown' | 'failed'>;
  readonly root: PlanRoot;
}

/** The merged data of a plan execution. */
export interface PlanRoot {
  data: JsonObject;
  /** Whether a subgraph returned nothing for the root. `incomplete` omits it, because the first fetch replaces it. */
  isIncomplete: boolean;
}
