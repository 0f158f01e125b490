import { countOf } from '../../platform/count-of.js';
import { dayMs } from '../../platform/durations.js';

/** Number of days before an expiration from which doctor warns about it. */
export const expiryWarningDays = 30;
/**
 * Number of days before the expiration of an operator token from which doctor warns; tokens are valid for 90 days by
 * default.
 */
export const tokenExpiryWarningDays = 14;
/**
 * Age in days from which doctor recommends replacing the generated administrator token: the default lifetime of
 * operator tokens.
 */
export const maxGeneratedTokenDays = 90;

/** Whole days from `now` until `time`, both in Unix epoch milliseconds. */
export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / dayMs);
}

/** Formats a number of whole days in words. */
export function formatDays(days: number): string {
  if (days < 1) return 'less than a day';
  return countOf(days, 'day');
}
