/**
 * Whether a JSON value is nested deeper than the maximum. The check stops at that depth, so malicious values cannot
 * exhaust the stack here or in the coercion of variables.
 */
export function isDeeperThan(value: unknown, maximum: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maximum === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(inner, maximum - 1)) return true;
  }
  return false;
}
