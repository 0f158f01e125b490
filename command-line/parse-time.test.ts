import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { parseTime } from './parse-time.js';

test.each([
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T12:00', '2027-01-31T12:00:00.000Z'],
  ['2027-01-31 12:00:30.5', '2027-01-31T12:00:30.500Z'],
  ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
])('%s is parsed as the time %s', (text, time) => {
  expect(parseTime(text).toISOString()).toBe(time);
});

test.each(['tomorrow', '2027', '2027-13-01', '2027-02-29', '2027-04-31T12:00:00Z', '2027-01-31T25:00'])(
  '%s is not a time',
  (text) => {
    expect(() => parseTime(text)).toThrow(InvalidArgumentError);
  },
);
