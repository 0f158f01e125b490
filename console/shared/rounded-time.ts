const minuteMs = 60_000;

/**
 * The time this many seconds ago (negative: ahead), rounded down to the minute: a page does not query again each time
 * it is rendered.
 */
export function secondsAgo(seconds: number, now = Date.now()): string {
  return new Date(Math.floor(now / minuteMs) * minuteMs - seconds * 1000).toISOString();
}
