import type { ExecutionResult } from 'graphql';
import { expect } from 'vitest';

/** The data as JSON with sorted keys: the reference gateway orders fields of consecutive fragments differently. */
export function inAnyOrder(data: unknown): string {
  const sort = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(data ?? null, sort);
}

/**
 * Errors with their paths, without list indexes: if a subgraph can resolve only some items of a list, those of the
 * reference gateway are wrong. {@link expectValidPaths} verifies ours. A path with `_entities`, which is not a path of
 * the result, is omitted.
 */
export function errorsOf(result: ExecutionResult): string[] {
  return (result.errors ?? [])
    .map(({ message, path, extensions }) => {
      const position = path?.includes('_entities')
        ? undefined
        : path?.map((step) => (typeof step === 'number' ? '#' : step));
      return JSON.stringify({ message, path: position, code: extensions.code });
    })
    .sort();
}

/**
 * Data with null at the positions of the errors of a result. If one of two fetches of an object fails, the reference
 * gateway returns null or the fields of the other one, depending on which ends last.
 */
export function withoutFailed(data: unknown, { errors = [] }: ExecutionResult): unknown {
  const copy = structuredClone(data);
  for (const { path = [] } of errors) {
    const parent = path.slice(0, -1).reduce(stepInto, copy);
    const last = path.at(-1);
    if (last !== undefined && stepInto(parent, last) !== null) Object.assign(parent as object, { [last]: null }); // It has the step.
  }
  return copy;
}

/** Expects every error path to lead to a null, below one, or to an entity that may be incomplete. */
export function expectValidPaths(result: ExecutionResult, description: string): void {
  for (const { path, message } of result.errors ?? []) {
    if (path === undefined) continue;
    const value = path.reduce(stepInto, result.data);
    expect(typeof value, `${message} at ${path.join('.')} in ${description}`).toBe('object');
  }
}

export function stepInto(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
  return (value as Record<string | number, unknown>)[step];
}
