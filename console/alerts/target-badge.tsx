import { nextTarget, type Target } from './targets.js';

interface TargetBadgeProps {
  readonly alert: Parameters<typeof nextTarget>[0];
  /** True: the time only; a tooltip has the rest. */
  readonly isShort?: boolean;
}

/** The time left until the next target of an alert, or since it was missed; nothing without one. */
export function TargetBadge({ alert, isShort = false }: TargetBadgeProps) {
  const target = nextTarget(alert, Date.now());
  if (target === undefined) {
    return null;
  }
  const short = target.isOverdue ? `${target.duration} over` : target.duration;
  return (
    <span className={target.isOverdue ? 'badge severity-critical' : 'badge'} title={labelOf(target)}>
      {isShort ? short : labelOf(target)}
    </span>
  );
}

function labelOf({ verb, isOverdue, duration }: Target): string {
  return isOverdue ? `${verb} overdue by ${duration}` : `${verb} within ${duration}`;
}
