/** What expires sooner is a warning. */
export const expirySoonDays = 30;

/** Whole days until a time; both in milliseconds since the Unix epoch. */
export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / 86_400_000);
}
