/** From where a controller checked in within one window. */
export interface Sightings {
  /** Unix epoch seconds of the first. */
  readonly since: number;
  readonly last: string;
  /** Sources in the order in which they came first. */
  readonly sources: readonly string[];
  /** How often it came back to an earlier source after another one. */
  readonly returns: number;
}

/** A controller that moves comes from a new source once; one that comes back twice is in two places. */
const alternatingReturns = 2;
const maxSources = 4;

/**
 * What is known after one more check-in, and whether it shows for the first time in this window that sources take turns.
 * @param seen `now` in Unix epoch seconds
 */
export function sight(
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
