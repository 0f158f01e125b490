import type { ExecutionResult, GraphQLError } from 'graphql';

/** The result of an operation in parts. */
export interface IncrementalResult {
  /** What is not deferred. */
  readonly initial: ExecutionResult;
  /** Fragments on objects of the initial data that are delivered later. */
  readonly pending: readonly PendingPart[];
  /**
   * The parts, as their fetches end; each once, after the part that its object is in. Fetches begin with the first call
   * of `next`. Ends after a delivery with `hasNext: false`. When the signal of the context aborts, the parts that are
   * left are delivered as failed.
   */
  readonly deliveries: AsyncGenerator<Delivery, void, undefined>;
}

/** A deferred fragment of one object. */
export interface PendingPart {
  readonly label: string | undefined;
  /** The object, in the data that was delivered. */
  readonly path: readonly (string | number)[];
}

/** Parts that are delivered at one time. */
export interface Delivery {
  readonly parts: readonly DeliveredPart[];
  /** Fragments on objects of these parts that are delivered later, or further on among these parts. */
  readonly pending: readonly PendingPart[];
  readonly hasNext: boolean;
}

export interface DeliveredPart {
  readonly pending: PendingPart;
  /**
   * What the fragment selects; null where a field that may not be null failed. To be merged into the object at the
   * path, deeply.
   */
  readonly data: Record<string, unknown> | null;
  /** With paths from the root. */
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export function isIncremental(result: ExecutionResult | IncrementalResult): result is IncrementalResult {
  return 'deliveries' in result;
}
