/** The wall clock; a parameter, because tests move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The clock's time as the wire speaks it: Unix epoch seconds with fractions. */
export function epochSeconds(clock: Clock): number {
  return clock.now() / 1000;
}
