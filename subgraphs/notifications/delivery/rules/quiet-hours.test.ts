import { expect, test } from 'vitest';
import { isQuiet } from './quiet-hours.js';

const night = { from: '22:00', to: '06:30' };
const day = { from: '09:00', to: '17:00' };

test.each([
  [night, 'UTC', '21:59', false],
  [night, 'UTC', '22:00', true],
  [night, 'UTC', '00:00', true],
  [night, 'UTC', '06:29', true],
  [night, 'UTC', '06:30', false],
  [day, 'UTC', '08:59', false],
  [day, 'UTC', '09:00', true],
  [day, 'UTC', '16:59', true],
  [day, 'UTC', '17:00', false],
  // Berlin is one hour ahead of UTC in winter.
  [day, 'Europe/Berlin', '08:00', true],
  [day, 'Europe/Berlin', '16:00', false],
])('quiet hours %j in the time zone %s include %s UTC: %s', (span, timeZone, time, expected) => {
  expect(isQuiet({ ...span, timeZone }, Date.parse(`2026-01-15T${time}:00Z`))).toBe(expected);
});

test('quiet hours follow daylight saving time', () => {
  const hours = { ...day, timeZone: 'Europe/Berlin' };
  expect(isQuiet(hours, Date.parse('2026-07-15T07:00:00Z'))).toBe(true);
  expect(isQuiet(hours, Date.parse('2026-07-15T15:00:00Z'))).toBe(false);
});

test('without quiet hours, no time is quiet', () => {
  expect(isQuiet(null, 0)).toBe(false);
});
