import { expect, test } from 'vitest';
import type { AlertStatus } from '../generated/operations.js';
import { nextTarget } from './targets.js';

const opened = Date.parse('2026-01-31T08:00:00Z');
const dueIn = (minutes: number) => ({ dueAt: new Date(opened + minutes * 60_000).toISOString(), metAt: null });

test.each<[string, AlertStatus, number, string | undefined]>([
  ['the earlier target', 'OPEN', 0, 'Acknowledge in 15 min'],
  ['an overdue target', 'OPEN', 16, 'Acknowledge late 1 min'],
  ['the remaining target', 'INVESTIGATING', 16, 'Resolve in 3 hr'],
  ['a target in days', 'INVESTIGATING', 240 + 3 * 1440, 'Resolve late 3 days'],
  ['nothing if it is closed', 'RESOLVED', 0, undefined],
  ['nothing if it is a false positive', 'FALSE_POSITIVE', 999, undefined],
])('an alert shows %s', (_, status, minutes, expected) => {
  const alert = { status, acknowledgeTarget: dueIn(15), resolveTarget: dueIn(240) };
  const target = nextTarget(alert, opened + minutes * 60_000);
  const badge = target && `${target.verb} ${target.isOverdue ? 'late' : 'in'} ${target.duration}`;
  expect(badge).toBe(expected);
});

test('an alert without targets shows nothing', () => {
  expect(nextTarget({ status: 'OPEN', acknowledgeTarget: null, resolveTarget: null }, opened)).toBeUndefined();
});
