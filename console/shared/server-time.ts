/** Clock of the server minus that of the browser, in milliseconds. */
let clockOffsetMs: number | undefined;

/** @param date the header `Date` of a response, in whole seconds */
export function recordServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (clockOffsetMs === undefined && !Number.isNaN(time)) {
    clockOffsetMs = time - Date.now();
  }
}

/** The time of the server at a time of the browser, at most as late as it was; the same without any response yet. */
export function serverTime(browserTime: number): number {
  return browserTime + (clockOffsetMs ?? 0);
}
