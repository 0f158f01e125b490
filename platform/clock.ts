/** The wall clock. Code receives a clock as a parameter, so tests can control the time. */
export interface Clock {
  /** Returns the current time in milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: Date.now };

/**
 * Whether less than `maxAgeMs` have passed since `time`; false for a later time, because the clock was set back since
 * then, and the age is unknown. Times are Unix epoch milliseconds.
 */
export function isRecent(time: number, { now, maxAgeMs }: { now: number; maxAgeMs: number }): boolean {
  return time <= now && now - time < maxAgeMs;
}

/** Maximum number of milliseconds by which the clocks of processes may differ. */
export const clockToleranceMs: number = 300_000;

/**
 * Whether a stored time has come; also if it was stored later than now, because the clock was ahead then, and the time
 * is wrong. Times are Unix epoch milliseconds.
 */
export function hasCome(time: number, { storedAt, now }: { storedAt: number; now: number }): boolean {
  return time <= now || storedAt > now + clockToleranceMs;
}

/** The current time in Unix epoch seconds with fractions, as in REST responses. */
export function epochSeconds(clock: Clock): number {
  return clock.now() / 1000;
}

/** Converts Unix epoch seconds to a Date. */
export function dateOf(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000);
}

/** Like {@link dateOf}; null for null and undefined. */
export function dateOrNull(epochSeconds: number | null | undefined): Date | null {
  return epochSeconds === null || epochSeconds === undefined ? null : dateOf(epochSeconds);
}

/** Converts Unix epoch milliseconds to a Date; null for null and undefined. */
export function dateOfMilliseconds(milliseconds: number | null | undefined): Date | null {
  return milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds);
}
