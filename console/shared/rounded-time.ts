const minuteMs = 60_000;

/**
 * Returns the ISO 8601 timestamp of the time `seconds` ago (negative: in the future), rounded down to the minute.
 * Without rounding, a page would query again each time it is rendered.
 */
export function secondsAgo(seconds: number, now = Date.now()): string {
  return new Date(Math.floor(now / minuteMs) * minuteMs - seconds * 1000).toISOString();
}
