/**
 * Converts the time of a change to an alert to a date, rounded down to whole milliseconds. Any two changes of an
 * alert's status or assignee differ by at least a millisecond (docs/decisions/0072). The tolerance of 0.001 ms exceeds
 * the rounding error.
 */
export function changeDateOf(epochSeconds: number): Date {
  return new Date(Math.floor(epochSeconds * 1000 + 0.001));
}
