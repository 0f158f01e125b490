const key = 'rampart.last-visit';

/** When the console was opened before in this browser, in UTC without an offset; a day ago if it was not. */
export const lastVisit = readAndReplace(Date.now());

function readAndReplace(now: number): string {
  const stored = localStorage.getItem(key) ?? '';
  localStorage.setItem(key, minuteOf(now));
  return Number.isNaN(Date.parse(`${stored}Z`)) ? minuteOf(now - 86_400_000) : stored;
}

function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}
