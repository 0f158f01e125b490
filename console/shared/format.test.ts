import { describe, expect, test } from 'vitest';
import {
  formatCount,
  formatDuration,
  formatEnum,
  formatMinute,
  formatRelativeTime,
  formatScore,
  formatShare,
  formatTick,
  formatTime,
} from './format.js';

const now = new Date('2026-03-01T12:00:00Z');

test('formats a time in UTC with seconds', () => {
  const withPlainSpaces = (text: string) => text.replaceAll('\u202f', ' ');
  expect(withPlainSpaces(formatTime('2023-11-14T22:13:20.900Z'))).toBe('Nov 14, 2023, 10:13:20 PM');
  expect(withPlainSpaces(formatMinute('2023-11-14T22:13:20.900Z'))).toBe('Nov 14, 2023, 10:13 PM');
  const distances = [400, 30, 1, 1 / 24, 1 / 86_400].map((days) => days * 86_400);
  const tick = (distance: number) => withPlainSpaces(formatTick(new Date('2023-11-14T22:13:20Z'), distance));
  expect(distances.map(tick)).toEqual(['2023', 'Nov 2023', 'Nov 14', '10:13 PM', '10:13:20 PM']);
  expect(formatTick(new Date('2023-11-14T00:00:00Z'), 3600)).toBe('Nov 14');
});

describe('the age of a timestamp', () => {
  test.each([
    [-3600, 'in 1 hr.'],
    [-5, 'now'],
    [0, 'now'],
    [59, 'now'],
    [60, '1 min. ago'],
    [3599, '59 min. ago'],
    [3600, '1 hr. ago'],
    [47 * 3600, '47 hr. ago'],
    [48 * 3600, '2 days ago'],
    [2000 * 86_400, '2,000 days ago'],
  ])('of %d seconds is formatted as %j', (seconds, text) => {
    expect(formatRelativeTime(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });
});

test.each([
  [40, '40 sec'],
  [7199, '119 min'],
  [7200, '2 hr'],
  [48 * 3600, '2 days'],
])('a duration of %d seconds is formatted as %j', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('shows enum values as words', () => {
  expect(formatEnum('FALSE_POSITIVE')).toBe('False positive');
  expect(formatEnum('OPEN')).toBe('Open');
});

test('shows enough digits of a score to distinguish severities', () => {
  expect(formatScore(0.9499)).toBe('0.950');
  expect(formatScore(0.85)).toBe('0.850');
});

test('formats percentages and counts in English', () => {
  expect(formatShare(0.4737)).toBe('47.4%');
  expect(formatCount(1, 'alert')).toBe('1 alert');
  expect(formatCount(12_345, 'alert')).toBe('12,345 alerts');
  expect(formatCount(0, 'alert')).toBe('0 alerts');
});
