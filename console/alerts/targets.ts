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
  /** Time left, or since it was due, such as `3 hr`. */
  readonly duration: string;
}

/** The next target that an alert does not meet yet; undefined without one. `now` is in milliseconds. */
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
