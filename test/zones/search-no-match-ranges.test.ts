import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { parseSearch } from '../../subgraphs/zones/search/rules/parameters.js';
import { NoMatchRanges, type Search, timeForAll } from '../../subgraphs/zones/search/service/page.js';
import { day, now } from './support/search-world.js';

const com = { id: 1, name: 'com', suffix: '.com', domains: 9, observations: 9, firstIngest: 1, lastIngest: 4 };
const net = { ...com, id: 2, name: 'net', suffix: '.net', lastIngest: 6 };
const pattern = parseSearch('*-q*');
const asked: Search = { zones: [com], pattern, watermark: 6, window: null, inactiveFrom: now - 30 * day };
const later = { ...asked, inactiveFrom: asked.inactiveFrom + 1000 };
const otherPlan = { ...asked, inactiveFrom: now - 90 * day };

type Step = readonly [search: Search, from: number, to: number];

/** Places are numbers here. */
function known(...steps: readonly Step[]) {
  const parts = new NoMatchRanges<number>((one, other) => one < other);
  const database = {} as Database; // Only what it is known by matters.
  for (const [search, from, to] of steps) {
    parts.failure(database, search, { from, to, hasTimeFor: timeForAll });
  }
  return (search: Search, begin: number) => parts.resume(database, search, begin).begin;
}

describe('a search goes on', () => {
  const whole: Step[] = [[asked, 10, 20]];
  const joined: Step[] = [...whole, [asked, 20, 30]];
  test.each<[string, Step[], Search, number, number]>([
    ['at its beginning when nothing is known', [], asked, 10, 10],
    ['behind the part, from the same place', whole, asked, 10, 20],
    ['behind the part, from within', whole, asked, 19, 20],
    ['at its beginning before the part', whole, asked, 9, 9],
    ['at its beginning at the end of the part', whole, asked, 20, 20],
    ['at its beginning behind the part', whole, asked, 25, 25],
    ['behind both of two parts that meet', joined, asked, 10, 30],
    ['behind both of two parts that overlap', [...whole, [asked, 15, 30]], asked, 10, 30],
    ['behind the second of two parts with a gap', [...whole, [asked, 21, 30]], asked, 21, 30],
    ['at its beginning in the gap between two parts', [...whole, [asked, 22, 30]], asked, 21, 21],
    ['behind the longer of two parts', [...joined, [asked, 10, 12]], asked, 10, 30],
    ['behind the longer of two parts, also for a later time', [...joined, [later, 10, 12]], later, 10, 30],
    ['behind the longer of two parts that end there', [...joined, [asked, 22, 25]], asked, 10, 30],
    ['behind the part for a later time, which tells of fewer pairs', whole, later, 10, 20],
    ['at its beginning for an earlier time, which tells of more', [[later, 10, 20]], asked, 10, 10],
    ['where it came itself, after a later time', [...[[later, 10, 20] as Step], [asked, 10, 12]], asked, 10, 12],
    ['at its beginning for another plan', whole, otherPlan, 10, 10],
    ['behind the part, whatever another plan asked since', [...whole, [otherPlan, 10, 12]], asked, 10, 20],
    ['behind the part of its own plan', [...whole, [otherPlan, 10, 12]], otherPlan, 10, 12],
    ['at its beginning for another pattern', whole, { ...asked, pattern: parseSearch('*-z*') }, 10, 10],
    ['at its beginning in another zone', whole, { ...asked, zones: [{ ...net, lastIngest: 4 }] }, 10, 10],
    ['behind the part when another zone was imported', whole, { ...asked, watermark: 7 }, 10, 20],
    [
      'at its beginning when the zone was imported',
      whole,
      { ...asked, zones: [{ ...com, lastIngest: 7 }], watermark: 7 },
      10,
      10,
    ],
    ['at its beginning as it was before the import', whole, { ...asked, watermark: 3 }, 10, 10],
  ])('%s', (_, steps, search, begin, expected) => {
    expect(known(...steps)(search, begin)).toBe(expected);
  });

  test.each([
    [6, 20],
    [7, 10],
  ])('in all zones with the watermark %d at %d', (watermark, expected) => {
    const all = { ...asked, zones: [com, net] };
    expect(known([all, 10, 20])({ ...all, watermark }, 10)).toBe(expected);
  });
});
