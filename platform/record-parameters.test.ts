import { expect, test } from 'vitest';
import { time } from './record-parameters.js';

test('reads a time with a UTC offset', () => {
  expect(time(['2028-02-29T12:00:00+02:00'], 'since').toISOString()).toBe('2028-02-29T10:00:00.000Z');
});

test.each([
  '2027-01-31',
  '2027-01-31T12:00:00',
  '2027-02-29T12:00:00Z',
  '2027-04-31T12:00:00Z',
  '2027-13-01T00:00:00Z',
])('rejects %s, which is not an ISO 8601 time with a UTC offset', (text) => {
  expect(() => time([text], 'since')).toThrow('since must be an ISO 8601 time with a UTC offset');
});
