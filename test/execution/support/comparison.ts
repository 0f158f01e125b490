import type { ExecutionResult } from 'graphql';
import { expect } from 'vitest';

/** The data as text with sorted keys: the stock gateway's order differs where fragments follow each other. */
export function inAnyOrder(data: unknown): string {
  const sort = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(data ?? null, sort);
}

/**
 * Errors with the places that they are for. Indexes are left out: where only some items of a list can be asked for in a
 * subgraph, the stock gateway counts wrongly. {@link expectTruePaths} looks at ours.
 */
export function errorsOf(result: ExecutionResult): string[] {
  return (result.errors ?? [])
    .map(({ message, path, extensions }) => {
      const place = path?.map((step) => (typeof step === 'number' ? '#' : step));
      return JSON.stringify({ message, path: place, code: extensions.code });
    })
    .sort();
}

/** Every path of an error leads to a null, below one, or to an entity that may lack something. */
export function expectTruePaths(result: ExecutionResult, description: string): void {
  for (const { path, message } of result.errors ?? []) {
    if (path === undefined || path.includes('@') || path.includes('_entities')) continue;
    const value = path.reduce(stepInto, result.data);
    expect(typeof value, `${message} at ${path.join('.')} in ${description}`).toBe('object');
  }
}

export function stepInto(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
  return (value as Record<string | number, unknown>)[step];
}
