import { countOf } from '../../platform/count-of.js';
import { dayMs } from '../../platform/durations.js';

/** Doctor warns about an expiration within this number of days. */
export const expiryWarningDays = 30;
/** Doctor warns if an operator token expires within this number of days; tokens are valid for 90 days by default. */
export const tokenExpiryWarningDays = 14;
/**
 * Minimum age in days at which doctor recommends replacing the generated administrator token: the default lifetime of
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
