/**
 * Time of a change of an alert, rounded down to whole milliseconds, which distinguish all changes of its status
 * or assignee (docs/decisions/0072). The tolerance of 0.001 ms exceeds the rounding error.
 */
export function changedAt(epochSeconds: number): Date {
  return new Date(Math.floor(epochSeconds * 1000 + 0.001));
}
