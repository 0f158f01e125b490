const minuteMs = 60_000;
/** Time without use after which the next use begins a new visit. */
const pauseMs = 30 * minuteMs;
const dayMs = 1440 * minuteMs;

/** Times of use of the console, in Unix epoch milliseconds. */
export interface Visits {
  /** The end of the previous visit. */
  readonly previousEnd: number;
  readonly lastUse: number;
}

/** Returns the visits after the console is used at `now`. Without earlier visits, the previous one ended a day ago. */
export function visitsAfterUse(visits: Visits | undefined, now: number): Visits {
  if (visits === undefined) {
    return { previousEnd: now - dayMs, lastUse: now };
  }
  const { previousEnd, lastUse } = visits;
  return { previousEnd: now - lastUse > pauseMs ? lastUse : previousEnd, lastUse: now };
}

/** Parses visits that were written by `JSON.stringify`. Undefined for anything else. */
export function parseVisits(text: string | null): Visits | undefined {
  try {
    const { previousEnd, lastUse } = JSON.parse(text ?? '{}') ?? {};
    return isTime(previousEnd) && isTime(lastUse) ? { previousEnd, lastUse } : undefined;
  } catch {
    return undefined;
  }
}

const maxTime = 8.64e15;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxTime;
}
