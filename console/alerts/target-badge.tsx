import { serverTime } from '../shared/server-time.js';
import { nextTarget, type Target } from './targets.js';

interface TargetBadgeProps {
  readonly alert: Parameters<typeof nextTarget>[0];
  /** True: shortened for a cell of a list. */
  readonly isShort?: boolean;
}

/**
 * The remaining time until the next target time of an alert, or the time since a missed one. Nothing is shown without a
 * target.
 */
export function TargetBadge({ alert, isShort = false }: TargetBadgeProps) {
  const target = nextTarget(alert, serverTime(Date.now()));
  if (target === undefined) {
    return null;
  }
  return (
    <span className={target.isOverdue ? 'badge severity-critical' : 'badge'} title={labelOf(target)}>
      {isShort ? shortLabelOf(target) : labelOf(target)}
    </span>
  );
}

function labelOf({ verb, isOverdue, duration }: Target): string {
  return isOverdue ? `${verb}: overdue by ${duration}` : `${verb} within ${duration}`;
}

/** A short label, such as `Ack in 14 min` or `Resolve: overdue by 3 hr`. */
function shortLabelOf({ verb, isOverdue, duration }: Target): string {
  return `${verb === 'Acknowledge' ? 'Ack' : verb}${isOverdue ? ': overdue by' : ' in'} ${duration}`;
}
