import { expect, test } from 'vitest';
import { isTimeZone } from './time-zone.js';

test.each([
  ['Europe/Berlin', true],
  ['utc', true],
  ['+01:00', false],
  ['Europe/Nowhere', false],
  ['', false],
])('%j is an IANA time zone: %s', (text, expected) => {
  expect(isTimeZone(text)).toBe(expected);
});
