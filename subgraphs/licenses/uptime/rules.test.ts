import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../command-line/demo/seeded-random.js';
import { endOfUptime, outagesBetween, startOfUptime } from './rules.js';

const periods = [
  { startedAt: 300, endedAt: 400 },
  { startedAt: 150, endedAt: 200 },
  { startedAt: 0, endedAt: 100 },
];
const outages = outagesBetween(periods);

test('outages are the gaps between the periods in which servers ran', () => {
  expect(outages).toEqual([
    { start: 200, end: 300 },
    { start: 100, end: 150 },
  ]);
  expect(outagesBetween([])).toEqual([]);
});

describe('a period with 100 seconds of uptime', () => {
  test.each([
    [400, 300],
    [399, 199],
    [350, 150],
    [349, 99],
  ])('that ends at %d starts at %d', (now, since) => {
    expect(startOfUptime(now, { seconds: 100, outages })).toBe(since);
  });

  test.each([
    [0, 100],
    [1, 151],
    [99, 349],
    [120, 350],
    [300, 400],
  ])('that starts at %d ends at %d', (start, until) => {
    expect(endOfUptime(start, { seconds: 100, outages })).toBe(until);
  });

  test('is the same when computed from its start and from its end', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 2000; round++) {
      const [start, now, seconds] = [
        Math.floor(random() * 450),
        300 + Math.floor(random() * 150),
        Math.floor(random() * 200),
      ];
      if (start > now) continue;
      const isOver = start <= startOfUptime(now, { seconds, outages });
      expect([start, now, seconds, isOver]).toEqual([
        ...[start, now, seconds],
        now >= endOfUptime(start, { seconds, outages }),
      ]);
    }
  });
});
