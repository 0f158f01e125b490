/** The source addresses from which a controller checked in within one window. */
export interface Sightings {
  /** Time of the first check-in of the window, in Unix epoch seconds. */
  readonly since: number;
  /** Source address of the last check-in. */
  readonly last: string;
  /** Source addresses in the order of their first check-in. */
  readonly sources: readonly string[];
  /** Number of returns to a source address that was used earlier. */
  readonly returns: number;
}

/**
 * Minimum number of returns to earlier source addresses for the sources to count as alternating. A controller that
 * moves changes its source once; alternating sources mean two machines with the same GUID.
 */
const minAlternatingReturns = 2;
/** Maximum number of source addresses that are stored for a controller. */
const maxSources = 4;

/**
 * Adds a check-in to the sightings of its controller. `alternates` in the result is true only for the check-in of a
 * window at which the sources begin to alternate.
 * @param checkIn `now` in Unix epoch seconds
 */
export function recordSighting(
  previous: Sightings | undefined,
  checkIn: { source: string; now: number; windowSeconds: number },
): { sightings: Sightings; alternates: boolean } {
  const { source, now, windowSeconds } = checkIn;
  // Also ends a window that began in the future, before the clock was set back.
  if (previous === undefined || Math.abs(now - previous.since) >= windowSeconds) {
    return { sightings: { since: now, last: source, sources: [source], returns: 0 }, alternates: false };
  }
  if (source === previous.last) return { sightings: previous, alternates: false };
  const isKnown = previous.sources.includes(source);
  const returns = previous.returns + (isKnown ? 1 : 0);
  const sources = isKnown || previous.sources.length >= maxSources ? previous.sources : [...previous.sources, source];
  return {
    sightings: { since: previous.since, last: source, sources, returns },
    alternates: isKnown && returns === minAlternatingReturns,
  };
}
