import type { ExecutionResult, GraphQLFormattedError } from 'graphql';

/** The outcome of one operation. `rejected`: some or all of it failed with an error that has a code. */
export type Verdict =
  | { readonly kind: 'right'; readonly isInParts?: boolean }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'wrong'; readonly reason: string };

/** The difference between two results of an operation on one line; undefined if there is none. */
export function difference(actual: ExecutionResult, expected: ExecutionResult): string | undefined {
  const data = [JSON.stringify(actual.data ?? null), JSON.stringify(expected.data ?? null)] as const;
  if (data[0] !== data[1]) return `data: ${data[0]} instead of ${data[1]}; errors: ${JSON.stringify(actual.errors)}`;
  if (actual.extensions?.valueCompletion !== undefined) {
    return `value completion: ${JSON.stringify(actual.extensions.valueCompletion)}`;
  }
  const errors = [outcomesOf(actual), outcomesOf(expected)] as const;
  if (errors[0] !== errors[1]) return `errors: ${errors[0]} instead of ${errors[1]}`;
  return undefined;
}

/** The reason for missing fields, if all others are correct. */
export function rejectedInPart(actual: ExecutionResult, expected: ExecutionResult): string | undefined {
  const rejections = (actual.errors ?? []).filter(({ extensions }) => extensions.code === 'QUERY_NOT_PLANNABLE');
  const [first] = rejections;
  if (first === undefined) return undefined;
  const data = [actual.data, structuredClone(expected.data)] as const;
  for (const { path = [] } of rejections) {
    const depth = depthOfNull(actual.data, path);
    if (depth === 0) return first.message;
    const parent = path.slice(0, depth - 1).reduce<unknown>(childOf, data[1]);
    const last = path[depth - 1];
    if (typeof parent === 'object' && parent !== null && last !== undefined) Object.assign(parent, { [last]: null });
  }
  return JSON.stringify(data[0]) === JSON.stringify(data[1]) ? first.message : undefined;
}

function childOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string | number, unknown>)[step]; // The value is an object or a list.
}

/**
 * Summary of errors and data: the null fields that failed, with the reasons, and the nulls with failures below them. If
 * several fields failed below one null, it depends on timing which one is reported.
 */
function outcomesOf({ data, errors }: ExecutionResult): string {
  const outcomes = new Set<string>();
  for (const error of (errors ?? []) as readonly GraphQLFormattedError[]) {
    const { path, message } = error;
    if (path === undefined) {
      outcomes.add(`${message} without a path`);
      continue;
    }
    const depth = depthOfNull(data, path);
    outcomes.add(depth === path.length ? `${path.join('.')}: ${message}` : `below ${path.slice(0, depth).join('.')}`);
  }
  return JSON.stringify([...outcomes].sort());
}

/** Number of steps of the path that lead to a null. */
function depthOfNull(data: unknown, path: readonly (string | number)[]): number {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (value === null || value === undefined) return index;
    value = (value as Record<string | number, unknown>)[step]; // Values on the path are objects or lists.
  }
  return path.length;
}
