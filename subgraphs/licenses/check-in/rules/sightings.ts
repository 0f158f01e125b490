/** Sources from which a controller checked in within one window. */
export interface Sightings {
  /** Time of the first check-in, in Unix epoch seconds. */
  readonly since: number;
  readonly last: string;
  /** Sources in the order of their first check-in. */
  readonly sources: readonly string[];
  /** Number of returns to an earlier source. */
  readonly returns: number;
}

/** The source of a controller that moves changes once; alternating sources mean two machines with one GUID. */
const alternatingReturns = 2;
const maxSources = 4;

/**
 * Adds a check-in. `alternates`: for the first time in this window, sources alternate.
 * @param seen `now` in Unix epoch seconds
 */
export function recordSighting(
  before: Sightings | undefined,
  seen: { source: string; now: number; windowSeconds: number },
): { sightings: Sightings; alternates: boolean } {
  const { source, now, windowSeconds } = seen;
  if (before === undefined || now - before.since >= windowSeconds) {
    return { sightings: { since: now, last: source, sources: [source], returns: 0 }, alternates: false };
  }
  if (source === before.last) return { sightings: before, alternates: false };
  const isKnown = before.sources.includes(source);
  const returns = before.returns + (isKnown ? 1 : 0);
  const sources = isKnown || before.sources.length >= maxSources ? before.sources : [...before.sources, source];
  return {
    sightings: { since: before.since, last: source, sources, returns },
    alternates: isKnown && returns === alternatingReturns,
  };
}
