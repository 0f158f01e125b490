/** Whether a date (`YYYY-MM-DD`) exists. JavaScript parses 30 February as 2 March. */
export function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
