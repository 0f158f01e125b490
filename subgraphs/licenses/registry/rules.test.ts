import { expect, test } from 'vitest';
import { createLocalTimeFormatter } from './rules.js';

function epoch(iso: string): number {
  return Date.parse(iso) / 1000;
}

test.each([
  ['UTC', '2026-11-21T09:00:00Z', '2026-11-21 09:00:00'],
  ['Europe/Zurich', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59'],
  ['Europe/Zurich', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00'],
  ['Europe/Zurich', '2026-10-25T00:59:59.9Z', '2026-10-25 02:59:59'],
  ['Europe/Zurich', '2026-10-25T01:00:00Z', '2026-10-25 02:00:00'],
  ['Asia/Kathmandu', '2026-12-31T18:15:00Z', '2027-01-01 00:00:00'],
  ['America/St_Johns', '2026-01-01T03:29:59Z', '2025-12-31 23:59:59'],
  ['Pacific/Kiritimati', '2026-01-01T09:59:59Z', '2026-01-01 23:59:59'],
])('in the time zone %s, %s is formatted as %s', (zone, iso, expected) => {
  const localTime = createLocalTimeFormatter(zone);
  expect(localTime(epoch(iso))).toBe(expected);
  expect(localTime(epoch(iso))).toBe(expected);
});

test('an empty time zone is the time zone of the machine', () => {
  const machineTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = epoch('2026-07-01T12:34:56Z');
  expect(createLocalTimeFormatter('')(now)).toBe(createLocalTimeFormatter(machineTimeZone)(now));
});
