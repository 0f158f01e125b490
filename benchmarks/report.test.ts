import { expect, test } from 'vitest';
import { readArguments, suiteNames, UsageError } from './arguments.js';
import { ratioInterval } from './cpu-time.js';
import { percentile } from './load/load.js';
import { median } from './measure.js';
import { type Bound, failedMeasurement, formatMeasurements, type Measurement, verdictOf } from './report.js';

function measurement(ratio: number, bound: Bound): Measurement {
  return { label: 'a list', reference: 'a handler', ratio, bound, measured: '9 and 10 requests/s' };
}

test.each([
  [0.9, { min: 0.9 }, 'pass'],
  [0.89, { min: 0.9 }, 'MISSED'],
  [1.5, { max: 1.5 }, 'pass'],
  [1.51, { max: 1.5 }, 'MISSED'],
  [Number.NaN, { min: 0.9 }, 'MISSED'],
  [Number.NaN, { max: 1.5 }, 'MISSED'],
  [7, undefined, ''],
] as const)('rates a ratio of %d against the limit %j as %j', (ratio, bound, verdict) => {
  expect(verdictOf(measurement(ratio, bound))).toBe(verdict);
});

test('reports a failed measurement as missed', () => {
  const failed = failedMeasurement({
    label: 'suite zones-search',
    reference: 'a complete run',
    reason: 'returns 504\n at once',
  });
  expect(verdictOf(failed)).toBe('MISSED');
  expect(formatMeasurements([failed])).toContain('returns 504 at once');
});

test('prints a row for each measurement, followed by the notes', () => {
  const text = formatMeasurements([
    measurement(0.95, { min: 0.9 }),
    { ...measurement(3, undefined), note: 'it counts every row' },
  ]);
  expect(text.split('\n')).toEqual([
    'measurement  reference  ratio  target  verdict  values',
    'a list       a handler  0.95   >= 0.9  pass     9 and 10 requests/s',
    'a list       a handler  3.00   -                9 and 10 requests/s',
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

test('runs all suites by default, or only the named ones, in the default order', () => {
  expect(readArguments([])?.suites).toEqual(suiteNames);
  expect(readArguments(['import', 'alerts', '--seconds', '0.5'])).toMatchObject({
    suites: ['alerts', 'import'],
    seconds: 0.5,
  });
});

test.each(['nothing', '--seconds 0', '--rounds 1.5', '--rounds x', '--unknown'])(
  'rejects invalid usage: %s',
  (line) => {
    expect(() => readArguments(line.split(' '))).toThrow(UsageError);
  },
);

test('one slow round does not widen the interval of the median ratio', () => {
  const references = Array.from({ length: 25 }, (_, turn) => 100 + turn);
  const values = references.map((value, turn) => value * (turn === 7 ? 50 : 1 + (turn - 12) / 1000));
  const { ratio, lower, upper } = ratioInterval(values, references);
  expect([ratio, lower, upper].map((value) => value.toFixed(3))).toEqual(['1.001', '0.994', '1.007']);
});
