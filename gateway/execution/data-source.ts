import type { DocumentNode } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';

/** One operation for one subgraph, as the query plan has it. Made once per plan: implementations may key caches by it. */
export interface SubgraphOperation {
  readonly document: DocumentNode;
  /** The document's text. */
  readonly text: string;
  readonly operationName: string | undefined;
}

export interface FetchRequest extends SubgraphOperation {
  /** Raw JSON values; the subgraph coerces them. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
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
export interface DataSource {
  /** Whether it coerces variables by the very schema that was composed, before anything runs. */
  readonly coercesVariables?: boolean;
  /**
   * Whether its answers have exactly what was asked for, in the form of the schema that was composed: a program of ours gives them.
   * Those of all others are looked through before clients get them.
   */
  readonly keepsTheSchema?: boolean;
  execute(request: FetchRequest): FetchResult | Promise<FetchResult>;
}
