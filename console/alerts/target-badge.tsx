import { nextTarget, type Target } from './targets.js';

interface TargetBadgeProps {
  readonly alert: Parameters<typeof nextTarget>[0];
}

/** The time left until the next target of an alert, or since it was missed; nothing without one. */
export function TargetBadge({ alert }: TargetBadgeProps) {
  const target = nextTarget(alert, Date.now());
  if (target === undefined) {
    return null;
  }
  return <span className={target.isOverdue ? 'badge severity-critical' : 'badge'}>{labelOf(target)}</span>;
}

function labelOf({ verb, isOverdue, duration }: Target): string {
  return isOverdue ? `${verb} overdue by ${duration}` : `${verb} within ${duration}`;
}
