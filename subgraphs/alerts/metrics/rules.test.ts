import { describe, expect, test } from 'vitest';
import { assertBucketCount, bucketStart, fillBuckets } from './rules.js';

describe('histograms', () => {
  test.each([
    [3599.999, 3600, 0],
    [3600, 3600, 3600],
    [7300, 3600, 7200],
  ])('count the time %d in the bucket of %d seconds that starts at %d', (epoch, seconds, start) => {
    expect(bucketStart(epoch, seconds)).toBe(start);
  });

  test('include the empty buckets between the first and the last one', () => {
    const filled = fillBuckets(
      [
        { startEpoch: 60, count: 2 },
        { startEpoch: 240, count: 1 },
        { startEpoch: 300, count: 3 },
      ],
      60,
    );
    expect(filled.map((bucket) => bucket.count)).toEqual([2, 0, 0, 1, 3]);
    expect(fillBuckets([], 60)).toEqual([]);
    const distant = [0, 253_402_300_740].map((startEpoch) => ({ startEpoch, count: 1 }));
    expect(() => fillBuckets(distant, 60)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  });

  test('have at most 1000 buckets', () => {
    expect(() => assertBucketCount({ first: 0, last: 999.5 }, 1)).not.toThrow();
    expect(() => assertBucketCount({ first: 0, last: 1000 }, 1)).toThrow(/1001 buckets/);
  });

  test('with too many buckets are rejected, and the error contains the shortest accepted interval', () => {
    const span = { first: 3, last: 2002 };
    expect(() => assertBucketCount(span, 2)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message:
          'The histogram would have 1001 buckets; the maximum is 1000. Use an interval of at least 3 seconds or a narrower filter.',
      }),
    );
    expect(assertBucketCount(span, 3)).toBeUndefined();
  });
});
