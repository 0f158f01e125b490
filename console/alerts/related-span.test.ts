import { expect, test } from 'vitest';
import { spansOf } from './related-span.js';

const at = (firstSeen: string, lastSeen = firstSeen) => ({
  firstSeen: `2026-01-10T${firstSeen}Z`,
  lastSeen: `2026-01-10T${lastSeen}Z`,
});

test('alerts are placed on one timeline, and an alert without a duration remains visible at either end', () => {
  const [own, before, after] = [at('02:00:00', '03:00:00'), at('01:00:00'), at('04:30:59', '05:00:00')];
  const spans = spansOf([own, before, after], own);
  expect(spans.get(own)).toEqual({ start: 25, width: 25, offset: 'at the same time' });
  expect(spans.get(before)).toEqual({ start: 0, width: 1.5, offset: '60 min before' });
  expect(spans.get(after)?.offset).toBe('2 hr 30 min after');
  const last = at('05:00:00');
  expect(spansOf([own, last], own).get(last)).toEqual({ start: 98.5, width: 1.5, offset: '3 hr after' });
});

test('alerts with the same time cause no division by zero', () => {
  const [own, other] = [at('02:00:00'), at('02:00:00')];
  expect(spansOf([own, other], own).get(other)).toEqual({ start: 0, width: 1.5, offset: 'at the same time' });
});
