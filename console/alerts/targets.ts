import type { AlertStatus } from '../generated/operations.js';
import { formatDuration } from '../shared/format.js';
import { isClosed } from './change.js';

interface TargetTimes {
  readonly dueAt: string;
  readonly metAt: string | null;
}

interface AlertTargets {
  readonly status: AlertStatus;
  readonly acknowledgeTarget: TargetTimes | null;
  readonly resolveTarget: TargetTimes | null;
}

export interface Target {
  readonly verb: 'Acknowledge' | 'Resolve';
  readonly isOverdue: boolean;
  /** The time until a target is due, or since then, such as `3 hr`. */
  readonly duration: string;
}

/** The next target that an alert has not met yet; undefined if there is none. `now` is in Unix epoch milliseconds. */
export function nextTarget(alert: AlertTargets, now: number): Target | undefined {
  const isOpen = alert.status === 'OPEN';
  const pending = [
    { verb: 'Acknowledge' as const, target: isOpen ? alert.acknowledgeTarget : null },
    { verb: 'Resolve' as const, target: isClosed(alert.status) ? null : alert.resolveTarget },
  ].flatMap(({ verb, target }) =>
    target === null || target.metAt !== null ? [] : [{ verb, due: Date.parse(target.dueAt) }],
  );
  const [next] = pending.sort((left, right) => left.due - right.due);
  if (next === undefined) {
    return undefined;
  }
  return { verb: next.verb, isOverdue: now > next.due, duration: formatDuration(Math.abs(next.due - now) / 1000) };
}
