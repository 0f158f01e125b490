import { expect, test } from 'vitest';
import { formatUtcMinute, parseInstant, timeRangeBounds, timeRangeParameters, withTimeRange } from './time-range.js';

const search = new URLSearchParams('status=ALL&from=2026-01-31T08:00&to=2026-02-01T08:00&page=2');

test('the time range of a URL is read and replaced separately from its other parameters', () => {
  expect(`${timeRangeParameters(search)}`).toBe('from=2026-01-31T08%3A00&to=2026-02-01T08%3A00');
  expect(`${withTimeRange(search, { within: '24h' })}`).toBe('status=ALL&page=2&within=24h');
  expect(`${withTimeRange(search, {})}`).toBe('status=ALL&page=2');
});

test.each([
  ['from=2026-01-31T08:00', Date.UTC(2026, 0, 31, 8), Number.POSITIVE_INFINITY],
  ['to=2026-01-31T08:00', Number.NEGATIVE_INFINITY, Date.UTC(2026, 0, 31, 8)],
  ['within=1h&from=2026-01-31T08:00', -3_600_000, Number.POSITIVE_INFINITY],
  ['from=soon', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ['within=constructor', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
])('the parameters %s are read as the limits of a time range', (text, from, to) => {
  expect(timeRangeBounds(new URLSearchParams(text), 0)).toEqual([from, to]);
});

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T08:00', '2026-01-31T08:00:00.000Z'],
  ['2026-01-31T08:00+01:00', '2026-01-31T07:00:00.000Z'],
  ['9999-12-31T23:59', '9999-12-31T23:59:00.000Z'],
  // The graph accepts only years with four digits.
  ['9999-12-31T23:59-01:00', undefined],
  ['+010000-01-01T00:00', undefined],
  ['-000001-12-31T23:59', undefined],
  ['soon', undefined],
  [null, undefined],
])('converts the time %s in a URL to %s', (text, expected) => {
  expect(parseInstant(text)).toBe(expected);
});

test('formats a time to the minute in UTC', () => {
  expect(formatUtcMinute(new Date(Date.UTC(2026, 0, 31, 8, 5, 59)))).toBe('2026-01-31T08:05');
});
