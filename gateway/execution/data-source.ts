import type { DocumentNode } from 'graphql';

/**
 * Context of an operation for all of its fetches. Programs extend it with what their subgraphs need, such as the
 * caller.
 */
export interface ExecutionContext {
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;
  /** Start of the request by `performance.now()`. Absent if there is no deadline. */
  readonly startedAt?: number;
  /** Sent to subgraphs as `x-request-id`. */
  readonly requestId: string;
}

/**
 * An operation of a query plan for one subgraph. Created once per plan, so implementations can use it as a cache key.
 */
export interface SubgraphOperation {
  readonly document: DocumentNode;
  /** The document's text. */
  readonly text: string;
  readonly operationName: string | undefined;
}

export interface FetchRequest<Context extends ExecutionContext = ExecutionContext> extends SubgraphOperation {
  /** Raw JSON values; the subgraph coerces them. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** State that data sources share between the fetches of an operation; absent if there is only one fetch. */
  readonly sharedState?: Map<DataSource, object>;
}

/** An error of a subgraph: a GraphQLError in process, plain JSON over HTTP. */
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
 * Executes fetches of one subgraph. If it throws, the fetch has an error without a path. The returned data belongs to
 * the caller, who may modify it.
 */
export interface DataSource<Context extends ExecutionContext = ExecutionContext> {
  /** Whether it coerces variables with the composed schema before execution. */
  readonly coercesVariables?: boolean;
  /**
   * Whether its results are trusted to have exactly the selected fields with valid values. Results of other data
   * sources are validated before clients get them.
   */
  readonly isTrusted?: boolean;
  execute(request: FetchRequest<Context>): FetchResult | Promise<FetchResult>;
  /**
   * Subscribes to the events of an operation until the signal of its context aborts. Resolves once the subgraph has
   * accepted it, or with its errors if it has not. The events end when the subgraph completes them, and throw when they
   * are cut off. Absent: the subgraph cannot be subscribed to.
   */
  subscribe?(request: FetchRequest<Context>): Promise<AsyncIterable<FetchResult> | FetchResult>;
}
