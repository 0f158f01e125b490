import type { DocumentNode } from 'graphql';

/** What travels with an operation to every fetch of it. Programs add what their subgraphs need, such as who is asking. */
export interface ExecutionContext {
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** When the request began, by `performance.now()`. Absent where its time has no end. */
  readonly startedAt?: number;
  /** Sent to subgraphs as `x-request-id`. */
  readonly requestId: string;
}

/** One operation for one subgraph, as the query plan has it. Made once per plan: implementations may key caches by it. */
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
  /** What data sources keep from one fetch of an operation for its others; absent where there are no others. */
  readonly kept?: Map<DataSource, object>;
}

/** An error as a subgraph reports it: a GraphQLError in process, plain JSON over the wire. */
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
 * Runs fetches against one subgraph. What it throws becomes an error without a path. The data it returns belongs to the
 * caller, who may change it.
 */
export interface DataSource<Context extends ExecutionContext = ExecutionContext> {
  /** Whether it coerces variables by the very schema that was composed, before anything runs. */
  readonly coercesVariables?: boolean;
  /**
   * Whether its answers have exactly what was asked for, in the form of the schema that was composed: a program of ours gives them.
   * Those of all others are looked through before clients get them.
   */
  readonly keepsTheSchema?: boolean;
  execute(request: FetchRequest<Context>): FetchResult | Promise<FetchResult>;
}
