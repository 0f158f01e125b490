import type { ExecutionResult, GraphQLError } from 'graphql';

/** An incremental result of an operation: initial data, and parts that are delivered later. */
export interface IncrementalResult {
  /** The result without the deferred fragments. */
  readonly initial: ExecutionResult;
  /** Deferred fragments on objects of the initial data. */
  readonly pending: readonly PendingPart[];
  /**
   * The subsequent results, in the order in which their fetches end. Each part is delivered once, after the part that
   * contains its object. Fetches start with the first call of `next`. The last result has `hasNext: false`. If the
   * signal of the context aborts, the remaining parts are delivered as failed.
   */
  readonly subsequentResults: AsyncGenerator<SubsequentResult, void, undefined>;
}

/** A deferred fragment of one object, which is not delivered yet. */
export interface PendingPart {
  readonly label: string | undefined;
  /** Path of the object in the delivered data. */
  readonly path: readonly (string | number)[];
}

/** Parts that are delivered together. */
export interface SubsequentResult {
  readonly parts: readonly DeliveredPart[];
  /** Deferred fragments on objects of these parts; delivered later, or by a later part of this result. */
  readonly pending: readonly PendingPart[];
  readonly hasNext: boolean;
}

export interface DeliveredPart {
  readonly pending: PendingPart;
  /** The fields of the fragment, to be merged deeply into the object at the path; null if a non-null field failed. */
  readonly data: Record<string, unknown> | null;
  /** Errors of the part, with paths from the root of the response. */
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export function isIncremental(result: ExecutionResult | IncrementalResult): result is IncrementalResult {
  return 'subsequentResults' in result;
}
