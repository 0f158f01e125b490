import type { AlertRow } from './repository/alerts.js';

/**
 * Time of the last change of an alert, in whole milliseconds, which suffice to recognise each change of its status or
 * assignee (docs/decisions/0072). 0.001 ms is more than the error of the multiplication.
 */
export function changedAt(alert: Pick<AlertRow, 'updatedAtEpoch'> & Partial<Pick<AlertRow, 'triagedAtEpoch'>>): Date {
  const seconds = Math.max(alert.updatedAtEpoch, alert.triagedAtEpoch ?? 0);
  return new Date(Math.floor(seconds * 1000 + 0.001));
}
