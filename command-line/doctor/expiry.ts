import { countOf } from '../../platform/count-of.js';
import { dayMs } from '../../platform/durations.js';

/** Number of days before an expiration from which doctor warns about it. */
export const expiryWarningDays = 30;
/** Number of days for operator tokens, which are valid for 90 days by default. */
export const tokenExpiryWarningDays = 14;
/** Age at which doctor recommends to replace the generated administrator token: the lifetime of operator tokens. */
export const maxGeneratedTokenDays = 90;

/** Whole days until a time; both in milliseconds since the Unix epoch. */
export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / dayMs);
}

/** A number of whole days in words. */
export function formatDays(days: number): string {
  if (days < 1) return 'less than a day';
  return countOf(days, 'day');
}
