import { DomainError } from '../../../platform/domain-error.js';

export const maxBuckets = 1000;

export interface Bucket {
  /** Unix epoch seconds; a multiple of the width. */
  startEpoch: number;
  count: number;
  /** Number of alerts of each severity, if these counts were requested. */
  critical?: number;
  high?: number;
  medium?: number;
  low?: number;
}

/** Start of the bucket that contains a time. */
export function bucketStart(epoch: number, seconds: number): number {
  return Math.floor(epoch / seconds) * seconds;
}

/** The number of buckets from the first time to the last. */
export function bucketsOf(span: { first: number; last: number }, seconds: number): number {
  return (bucketStart(span.last, seconds) - bucketStart(span.first, seconds)) / seconds + 1;
}

/**
 * Rejects a width that results in too many buckets.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertBucketCount(span: { first: number; last: number }, seconds: number): void {
  const buckets = bucketsOf(span, seconds);
  if (buckets <= maxBuckets) return;
  const minSeconds = Math.ceil((span.last - span.first) / (maxBuckets - 1));
  throw new DomainError(
    'BAD_USER_INPUT',
    `The histogram would have ${buckets} buckets; the maximum is ${maxBuckets}. Use an interval of at least ${minSeconds} seconds or a narrower filter.`,
  );
}

/** The buckets from the first to the last, including empty ones. `counted` is ordered by time. */
export function fillBuckets(counted: readonly Bucket[], seconds: number): Bucket[] {
  const first = counted[0];
  const last = counted.at(-1);
  if (first === undefined || last === undefined) return [];
  const known = new Map(counted.map((bucket) => [bucket.startEpoch, bucket]));
  const length = Math.round((last.startEpoch - first.startEpoch) / seconds) + 1;
  return Array.from({ length }, (_, index) => {
    const startEpoch = first.startEpoch + index * seconds;
    return known.get(startEpoch) ?? { startEpoch, count: 0 };
  });
}
