import type { Tier } from '../vocabulary.js';

/** A span in which requests are counted, in milliseconds since the Unix epoch; the end is exclusive. */
export interface QuotaWindow {
  readonly startsAt: number;
  readonly resetsAt: number;
}

/**
 * The window that a moment lies in: specification, section 8, rule 2. Months are counted from the anchor, never from the
 * window before: 31 January, 28 February, 31 March. A trial is one window. Before the anchor (the clocks of two machines may
 * differ) the first window holds.
 */
export function quotaWindow(
  subscription: { tier: Tier; startedAt: number; expiresAt: number },
  now: number,
): QuotaWindow {
  const { tier, startedAt, expiresAt } = subscription;
  if (tier === 'trial') return { startsAt: startedAt, resetsAt: expiresAt };
  const elapsed = Math.max(0, monthsBetween(startedAt, now));
  // Both dates may lie in neighbouring months without a whole month between them.
  const months = elapsed > 0 && addMonths(startedAt, elapsed) > now ? elapsed - 1 : elapsed;
  return { startsAt: addMonths(startedAt, months), resetsAt: addMonths(startedAt, months + 1) };
}

/** Calendar months from one date to another, whatever their days. */
function monthsBetween(from: number, to: number): number {
  const [first, last] = [new Date(from), new Date(to)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}

/** The same day and time so many months later (UTC), or the last day of that month where it is shorter. */
function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(day, daysOfMonth(date)));
  return date.getTime();
}

function daysOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
