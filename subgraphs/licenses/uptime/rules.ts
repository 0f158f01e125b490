/** A period in which no server ran. Times are Unix epoch seconds. */
export interface Outage {
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum gap between two periods, in seconds, that does not count as an outage. Servers record their uptime each
 * minute.
 */
export const maxGapSeconds = 300;

/** The outages between periods in which servers ran. Both `periods` and the result are sorted newest first. */
export function outagesBetween(periods: readonly { startedAt: number; endedAt: number }[]): Outage[] {
  return periods.slice(1).map(({ endedAt }, index) => ({ start: endedAt, end: periods[index]?.startedAt ?? endedAt }));
}

/**
 * The start of a period that ends now and contains this many seconds of uptime, in Unix epoch seconds.
 * @param options.outages newest first
 */
export function startOfUptime(
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

/**
 * The end of a period that begins at `start` and contains this many seconds of uptime, in Unix epoch seconds, assuming
 * no outage after the known ones.
 */
export function endOfUptime(
  start: number,
  { seconds, outages }: { seconds: number; outages: readonly Outage[] },
): number {
  return outages.reduceRight((until, outage) => {
    const began = Math.max(start, outage.start);
    return began < Math.min(until, outage.end) ? until + outage.end - began : until;
  }, start + seconds);
}
