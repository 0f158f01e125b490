/** What expires sooner is a warning. */
export const expirySoonDays = 30;
/** The same for operator tokens, which live for 90 days. */
export const tokenExpirySoonDays = 14;
/** The generated administrator token is to be replaced when it is as old as other operator tokens may become. */
export const generatedTokenDays = 90;

/** Whole days until a time; both in milliseconds since the Unix epoch. */
export function daysUntil(time: number, now: number): number {
  return Math.floor((time - now) / 86_400_000);
}
