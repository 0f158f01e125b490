import { DomainError } from '../../../platform/domain-error.js';

export const maxBuckets = 1000;

export interface Bucket {
  /** Start of the bucket in Unix epoch seconds; a multiple of the bucket width. */
  startEpoch: number;
  count: number;
  /**
   * Number of critical alerts. Like those of the other severities, it is present only if counts by severity were
   * requested.
   */
  critical?: number;
  high?: number;
  medium?: number;
  low?: number;
}

/** Start of the bucket that contains a time, in Unix epoch seconds. */
export function bucketStart(epoch: number, seconds: number): number {
  return Math.floor(epoch / seconds) * seconds;
}

/** The number of buckets from the one that contains the first time to the one that contains the last time. */
export function countBuckets(span: { first: number; last: number }, seconds: number): number {
  return (bucketStart(span.last, seconds) - bucketStart(span.first, seconds)) / seconds + 1;
}

/**
 * Verifies that a bucket width does not result in too many buckets.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertBucketCount(span: { first: number; last: number }, seconds: number): void {
  const buckets = countBuckets(span, seconds);
  if (buckets <= maxBuckets) return;
  const minSeconds = Math.ceil((span.last - span.first) / (maxBuckets - 1));
  throw new DomainError(
    'BAD_USER_INPUT',
    `The histogram would have ${buckets} buckets; the maximum is ${maxBuckets}. Use an interval of at least ${minSeconds} seconds or a narrower filter.`,
  );
}

/**
 * Adds the empty buckets between the first and the last one. `buckets` is sorted by time.
 * @throws {DomainError} BAD_USER_INPUT for too many buckets: since the span was read, an import can have added an alert
 * with a distant time
 */
export function fillBuckets(buckets: readonly Bucket[], seconds: number): Bucket[] {
  const first = buckets[0];
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) return [];
  assertBucketCount({ first: first.startEpoch, last: last.startEpoch }, seconds);
  const bucketByStart = new Map(buckets.map((bucket) => [bucket.startEpoch, bucket]));
  const length = Math.round((last.startEpoch - first.startEpoch) / seconds) + 1;
  return Array.from({ length }, (_, index) => {
    const startEpoch = first.startEpoch + index * seconds;
    return bucketByStart.get(startEpoch) ?? { startEpoch, count: 0 };
  });
}
