const minuteMs = 60_000;

/**
 * An ISO 8601 timestamp, `seconds` ago (negative: in the future) and rounded down to the minute, so a page does not
 * query again each time it is rendered.
 */
export function secondsAgo(seconds: number, now = Date.now()): string {
  return new Date(Math.floor(now / minuteMs) * minuteMs - seconds * 1000).toISOString();
}
