export interface JsonLimits {
  /** Maximum nesting depth. */
  readonly depth: number;
  /** Maximum number of values in objects and arrays of all levels. */
  readonly values: number;
}

/**
 * Returns the limit that a JSON value exceeds; undefined if there is none. The check stops there, so malicious values
 * cannot exhaust the stack, or block the process, here or in the coercion of variables.
 */
export function exceededJsonLimit(value: unknown, { depth, values }: JsonLimits): keyof JsonLimits | undefined {
  return visit(value, depth, { values });
}

function visit(value: unknown, depth: number, remaining: { values: number }): keyof JsonLimits | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return 'depth';
  const inner = Array.isArray(value) ? value : Object.values(value);
  remaining.values -= inner.length;
  if (remaining.values < 0) return 'values';
  for (const each of inner) {
    const exceeded = visit(each, depth - 1, remaining);
    if (exceeded !== undefined) return exceeded;
  }
  return undefined;
}
