import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { allMethodsAllowed } from '../../subgraphs/zones/search/repository/selective-names.js';
import { parseSearch } from '../../subgraphs/zones/search/rules/pattern.js';
import type { Search } from '../../subgraphs/zones/search/service/name-reader.js';
import { NoMatchRanges } from '../../subgraphs/zones/search/service/pages.js';
import { dayMs, now } from './support/search-world.js';

const com = { id: 1, name: 'com', suffix: '.com', domains: 9, observations: 9, firstIngest: 1, lastIngest: 4 };
const net = { ...com, id: 2, name: 'net', suffix: '.net', lastIngest: 6 };
const pattern = parseSearch('*-q*');
const requested: Search = { zones: [com], pattern, watermark: 6, window: null, inactiveFrom: now - 30 * dayMs };
const laterQuery = { ...requested, inactiveFrom: requested.inactiveFrom + 1000 };
const otherTier = { ...requested, inactiveFrom: now - 90 * dayMs };

type Step = readonly [search: Search, from: number, to: number];

/** Positions are numbers here. */
function searchAfter(...steps: readonly Step[]) {
  const parts = new NoMatchRanges<number>((one, other) => one < other);
  const database = {} as Database; // Only the identity of the object is used.
  for (const [search, from, to] of steps) {
    parts.timeoutAfterRecording(database, search, { from, to, allowedMethods: allMethodsAllowed });
  }
  return (search: Search, begin: number) => parts.resume(database, search, begin).begin;
}

describe('a search continues', () => {
  const oneRange: Step[] = [[requested, 10, 20]];
  const twoRanges: Step[] = [...oneRange, [requested, 20, 30]];
  test.each<[string, Step[], Search, number, number]>([
    ['at its start without scanned ranges', [], requested, 10, 10],
    ['after the range, from its start', oneRange, requested, 10, 20],
    ['after the range, from a position in it', oneRange, requested, 19, 20],
    ['at its start before the range', oneRange, requested, 9, 9],
    ['at its start at the end of the range', oneRange, requested, 20, 20],
    ['at its start after the range', oneRange, requested, 25, 25],
    ['after both of two adjacent ranges', twoRanges, requested, 10, 30],
    ['after both of two overlapping ranges', [...oneRange, [requested, 15, 30]], requested, 10, 30],
    ['after the second of two separate ranges', [...oneRange, [requested, 21, 30]], requested, 21, 30],
    ['at its start between two ranges', [...oneRange, [requested, 22, 30]], requested, 21, 21],
    ['after the longer of two ranges', [...twoRanges, [requested, 10, 12]], requested, 10, 30],
    ['after the longer of two ranges, even for a later time', [...twoRanges, [laterQuery, 10, 12]], laterQuery, 10, 30],
    ['after the longer of two ranges with the same end', [...twoRanges, [requested, 22, 25]], requested, 10, 30],
    ['after the range for a later time, which has fewer pairs', oneRange, laterQuery, 10, 20],
    ['at its start for an earlier time, which has more pairs', [[laterQuery, 10, 20]], requested, 10, 10],
    ['at its own end, after a later time', [...[[laterQuery, 10, 20] as Step], [requested, 10, 12]], requested, 10, 12],
    ['at its start for another tier', oneRange, otherTier, 10, 10],
    ['after the range, despite a search of another tier', [...oneRange, [otherTier, 10, 12]], requested, 10, 20],
    ['after the range of its own tier', [...oneRange, [otherTier, 10, 12]], otherTier, 10, 12],
    ['at its start for another pattern', oneRange, { ...requested, pattern: parseSearch('*-z*') }, 10, 10],
    ['at its start in another zone', oneRange, { ...requested, zones: [{ ...net, lastIngest: 4 }] }, 10, 10],
    ['after the range despite an import of another zone', oneRange, { ...requested, watermark: 7 }, 10, 20],
    [
      'at its start after an import of the zone',
      oneRange,
      { ...requested, zones: [{ ...com, lastIngest: 7 }], watermark: 7 },
      10,
      10,
    ],
    ['at its start for a snapshot before the import', oneRange, { ...requested, watermark: 3 }, 10, 10],
  ])('%s', (_, steps, search, begin, expected) => {
    expect(searchAfter(...steps)(search, begin)).toBe(expected);
  });

  test.each([
    [6, 20],
    [7, 10],
  ])('in all zones with the watermark %d at the position %d', (watermark, expected) => {
    const all = { ...requested, zones: [com, net] };
    expect(searchAfter([all, 10, 20])({ ...all, watermark }, 10)).toBe(expected);
  });
});
