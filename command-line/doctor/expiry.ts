import { dayMs } from '../../platform/durations.js';

/** Warn about an expiry within this many days. */
export const expirySoonDays = 30;
/** The same for operator tokens, which are valid for 90 days. */
export const tokenExpirySoonDays = 14;
/** Recommend replacing the generated administrator token at the default lifetime of operator tokens. */
export const generatedTokenDays = 90;

/** Whole days until a time; both in milliseconds since the Unix epoch. */
export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / dayMs);
}
