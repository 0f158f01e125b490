import type { DocumentNode } from 'graphql';

/**
 * The context that all fetches of an operation share. Programs extend it with the data that their subgraphs need, such
 * as the caller.
 */
export interface ExecutionContext {
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;
  /** Start time of the request by `performance.now()`; absent if there is no deadline. */
  readonly startedAt?: number;
  /** Id of the request, sent to subgraphs as `x-request-id`. */
  readonly requestId: string;
}

/**
 * An operation of a query plan for one subgraph. Created once per plan, so implementations can use the object as a
 * cache key.
 */
export interface SubgraphOperation {
  readonly document: DocumentNode;
  /** The document's text. */
  readonly text: string;
  readonly operationName: string | undefined;
}

export interface FetchRequest<Context extends ExecutionContext = ExecutionContext> extends SubgraphOperation {
  /** Values of the variables as raw JSON; the subgraph coerces them. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** State that data sources share between the fetches of an operation; absent if there is only one fetch. */
  readonly sharedState?: Map<DataSource, object>;
  /**
   * Time by `performance.now()` of the event that the fetch completes; absent for queries and mutations. A response to
   * an earlier request may not contain the change that the event reports.
   */
  readonly eventAt?: number | undefined;
}

/** An error of a subgraph: a GraphQLError if the subgraph runs in process, plain JSON if it was called over HTTP. */
export interface SubgraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export interface FetchResult {
  readonly data?: Record<string, unknown> | null | undefined;
  readonly errors?: readonly SubgraphError[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Executes fetches of one subgraph. If the source throws, the error of the fetch has no path. The caller owns the
 * returned data, and may modify it.
 */
export interface DataSource<Context extends ExecutionContext = ExecutionContext> {
  /** Whether the data source coerces variables with the composed schema before execution. */
  readonly coercesVariables?: boolean;
  /**
   * Whether results are trusted to have exactly the selected fields with valid values. Results of other data sources
   * are validated before clients receive them.
   */
  readonly isTrusted?: boolean;
  execute(request: FetchRequest<Context>): FetchResult | Promise<FetchResult>;
  /**
   * Subscribes to the events of an operation until the signal of its context aborts. Resolves to the events once the
   * subgraph has accepted the subscription, or to its errors if it rejects the subscription. The iteration ends when
   * the subgraph completes the subscription, and throws when the connection is lost. Absent if the subgraph does not
   * support subscriptions.
   */
  subscribe?(request: FetchRequest<Context>): Promise<AsyncIterable<FetchResult> | FetchResult>;
}
