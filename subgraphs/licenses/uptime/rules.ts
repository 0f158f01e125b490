/** A period in which no server ran. Times are Unix epoch seconds. */
export interface Outage {
  readonly start: number;
  readonly end: number;
}

/** Seconds of the longest gap that is not an outage. Servers record each minute that they run. */
export const maxGapSeconds = 300;

/** The outages between periods in which servers ran, newest first; the periods are sorted alike. */
export function outagesBetween(periods: readonly { startedAt: number; endedAt: number }[]): Outage[] {
  return periods.slice(1).map(({ endedAt }, index) => ({ start: endedAt, end: periods[index]?.startedAt ?? endedAt }));
}

/**
 * The start of a period with this many seconds of uptime that ends now, in Unix epoch seconds.
 * @param options.outages newest first
 */
export function uptimeBefore(
  now: number,
  { seconds, outages }: { seconds: number; outages: readonly Outage[] },
): number {
  let since = now - seconds;
  for (const { start, end } of outages) {
    if (end <= since) break;
    since -= end - start;
  }
  return since;
}

/** The end of a period with this many seconds of uptime that begins at `start`, if no further outage begins. */
export function uptimeAfter(
  start: number,
  { seconds, outages }: { seconds: number; outages: readonly Outage[] },
): number {
  return outages.reduceRight((until, outage) => {
    const began = Math.max(start, outage.start);
    return began < Math.min(until, outage.end) ? until + outage.end - began : until;
  }, start + seconds);
}
