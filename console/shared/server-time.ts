/** Clock of the server minus that of the browser, in milliseconds. */
let clockOffsetMs: number | undefined;

/** @param date the header `Date` of a response, in whole seconds */
export function recordServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (clockOffsetMs === undefined && !Number.isNaN(time)) {
    clockOffsetMs = time - Date.now();
  }
}

/**
 * Converts a time of the browser’s clock, in Unix epoch milliseconds, to the server’s clock. The result is never too
 * late, but can be early by up to a second and the duration of a response, because the header has whole seconds. Before
 * the first response, returns the time unchanged.
 */
export function serverTime(browserTime: number): number {
  return browserTime + (clockOffsetMs ?? 0);
}
