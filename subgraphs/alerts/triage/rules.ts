import type { AlertRow } from './repository/alerts.js';

/**
 * Time of the last change of an alert, rounded down to whole milliseconds, which distinguish all changes of its status
 * or assignee (docs/decisions/0072). The tolerance of 0.001 ms exceeds the rounding error.
 */
export function changedAt(alert: Pick<AlertRow, 'updatedAtEpoch'> & Partial<Pick<AlertRow, 'triagedAtEpoch'>>): Date {
  const seconds = Math.max(alert.updatedAtEpoch, alert.triagedAtEpoch ?? 0);
  return new Date(Math.floor(seconds * 1000 + 0.001));
}
