/** Formats a time in Unix epoch seconds as ISO 8601, in UTC with milliseconds. */
export function isoTime(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}
