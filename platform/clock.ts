/** The wall clock. It is a parameter because tests control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The current time in Unix epoch seconds with fractions, as in REST responses. */
export function epochSeconds(clock: Clock): number {
  return clock.now() / 1000;
}
