import { expect, test } from 'vitest';
import { dateTimeAsString, isoDateTime } from './date-time.js';

const dayMs = 86_400_000;
const endOfCentury = Date.UTC(2100, 0, 1);

test.each([
  ['the epoch', 0],
  ['the last millisecond of a day', dayMs - 1],
  ['the first millisecond of a day', dayMs],
  ['a leap day', Date.UTC(2024, 1, 29, 23, 59, 59, 999)],
  ['the year 9999', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ['the year 10000', Date.UTC(10_000, 0, 1)],
  ['a time before the epoch', -1],
  ['the earliest time', -8_640_000_000_000_000],
])('formats %s as toISOString does', (_, ms) => {
  expect(isoDateTime(ms)).toBe(new Date(ms).toISOString());
});

test('formats 10,000 timestamps on different days as toISOString does', () => {
  const times = Array.from({ length: 10_000 }, (_, index) => (index * 7_919_000_003) % endOfCentury);
  expect(times.map(isoDateTime)).toEqual(times.map((ms) => new Date(ms).toISOString()));
});

test('formats each day of 400 years as toISOString does', () => {
  const isWrong = (ms: number) => isoDateTime(ms) !== new Date(ms).toISOString();
  const days = Array.from({ length: 146_097 }, (_, number) => number * dayMs);
  expect(days.filter(isWrong)).toEqual([]);
});

test.each([
  ['a date', new Date(1_772_000_000_123), '2026-02-25T06:13:20.123Z'],
  ['a number of milliseconds', 1_772_000_000_123, '2026-02-25T06:13:20.123Z'],
  ['a string with an offset', '2026-02-25T07:13:20.123+01:00', '2026-02-25T06:13:20.123Z'],
])('serializes %s', (_, value, text) => {
  expect(dateTimeAsString.serialize(value)).toBe(text);
});

test.each([[new Date(Number.NaN)], ['yesterday'], [Number.NaN], [true]])('rejects %s during serialization', (value) => {
  expect(() => dateTimeAsString.serialize(value)).toThrow();
});
