import { expect, test } from 'vitest';
import { readArguments, suiteNames, UsageError } from './arguments.js';
import { percentile } from './load/load.js';
import { median } from './measure.js';
import { ratioInterval } from './processor-time.js';
import { type Bound, failedMeasurement, formatCounts, type Measurement, verdictOf } from './report.js';

function figure(ratio: number, bound: Bound): Measurement {
  return { what: 'a list', reference: 'the limit', ratio, bound, measured: '9 and 10 requests/s' };
}

test.each([
  [0.9, { atLeast: 0.9 }, 'pass'],
  [0.89, { atLeast: 0.9 }, 'MISSED'],
  [1.5, { atMost: 1.5 }, 'pass'],
  [1.51, { atMost: 1.5 }, 'MISSED'],
  [Number.NaN, { atLeast: 0.9 }, 'MISSED'],
  [Number.NaN, { atMost: 1.5 }, 'MISSED'],
  [7, undefined, ''],
] as const)('rates a ratio of %d with the limit %j as %s', (ratio, bound, verdict) => {
  expect(verdictOf(figure(ratio, bound))).toBe(verdict);
});

test('reports a missing measurement as missed', () => {
  const failed = failedMeasurement({
    what: 'the suite zones-search',
    reference: 'its end',
    reason: 'returns 504\n at once',
  });
  expect(verdictOf(failed)).toBe('MISSED');
  expect(formatCounts([failed])).toContain('returns 504 at once');
});

test('the table has a row for each metric, followed by its notes', () => {
  const text = formatCounts([figure(0.95, { atLeast: 0.9 }), { ...figure(3, undefined), note: 'it counts every row' }]);
  expect(text.split('\n')).toEqual([
    'what    against    ratio  to reach  verdict  measured',
    'a list  the limit  0.95   >= 0.9    pass     9 and 10 requests/s',
    'a list  the limit  3.00   -                  9 and 10 requests/s',
    '',
    'a list: it counts every row',
  ]);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('the 99th percentile is at least as large as 99 of 100 values', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(percentile(values, 0.99)).toBe(198);
});

test('runs all suites without arguments, and the named suites in their own order with arguments', () => {
  expect(readArguments([])?.suites).toEqual(suiteNames);
  expect(readArguments(['import', 'alerts', '--seconds', '0.5'])).toMatchObject({
    suites: ['alerts', 'import'],
    seconds: 0.5,
  });
});

test.each([['nothing'], ['--seconds', '0'], ['--rounds', '1.5'], ['--rounds', 'x'], ['--unknown']])(
  'rejects invalid usage: %s %s',
  (...args) => {
    expect(() => readArguments(args)).toThrow(UsageError);
  },
);

test('the median of ratios by turn has an interval that one slow turn does not widen', () => {
  const references = Array.from({ length: 25 }, (_, turn) => 100 + turn);
  const values = references.map((value, turn) => value * (turn === 7 ? 50 : 1 + (turn - 12) / 1000));
  const { ratio, lower, upper } = ratioInterval(values, references);
  expect([ratio, lower, upper].map((value) => value.toFixed(3))).toEqual(['1.001', '0.994', '1.007']);
});
