import type { ExecutionResult, GraphQLError } from 'graphql';

/** The result of an operation in parts. */
export interface IncrementalResult {
  /** The result without the deferred fragments. */
  readonly initial: ExecutionResult;
  /** Fragments on objects of the initial data that are delivered later. */
  readonly pending: readonly PendingPart[];
  /**
   * The parts, in the order in which their fetches end; each once, after the part that contains its object. Fetches
   * begin with the first call of `next`. Ends after a delivery with `hasNext: false`. When the signal of the context
   * aborts, the remaining parts are delivered as failed.
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
  /** The fields of the fragment, to be merged deeply into the object at the path; null if a non-null field failed. */
  readonly data: Record<string, unknown> | null;
  /** With paths from the root. */
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export function isIncremental(result: ExecutionResult | IncrementalResult): result is IncrementalResult {
  return 'deliveries' in result;
}
