import { expect, test } from 'vitest';
import { time } from './record-parameters.js';

test('a time has an offset', () => {
  expect(time(['2028-02-29T12:00:00+02:00'], 'since').toISOString()).toBe('2028-02-29T10:00:00.000Z');
});

test.each([
  '2027-01-31',
  '2027-01-31T12:00:00',
  '2027-02-29T12:00:00Z',
  '2027-04-31T12:00:00Z',
  '2027-13-01T00:00:00Z',
])('%s is not a time with its offset', (text) => {
  expect(() => time([text], 'since')).toThrow('since must be an ISO 8601 time with its offset');
});
