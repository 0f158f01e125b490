import { ownValue } from '../compiled/source-text.js';
import type { JsonObject } from './merge.js';

/** A position in the merged data to which a part of the plan applies: one object, or the objects of a list. */
export interface Cursor {
  readonly path: readonly (string | number)[];
  readonly data: unknown;
}

export function moveInto(cursor: Cursor, path: readonly (string | number)[]): Cursor | undefined {
  const data = flattenAt(cursor.data, path, 0);
  return data === undefined || data === null ? undefined : { path: [...cursor.path, ...path], data };
}

/** The objects at a cursor; null and invalid list items are omitted. */
export function entitiesAt(cursor: Cursor): JsonObject[] {
  const entities = Array.isArray(cursor.data) ? cursor.data : [cursor.data];
  return entities.filter((entity) => typeof entity === 'object' && entity !== null);
}

/** The paths of the objects that {@link entitiesAt} returns, in the same order. */
export function entityPaths(data: JsonObject, path: readonly (string | number)[]): (string | number)[][] {
  const paths: (string | number)[][] = [];
  collectPaths({ value: data, path, index: 0, reached: [], paths });
  return paths;
}

function flattenAt(value: unknown, path: readonly (string | number)[], index: number): unknown {
  const step = path[index];
  if (step === undefined || value === undefined || value === null) return value;
  if (step !== '@') return flattenAt(ownValue(value, String(step)), path, index + 1);
  // Completion reports the invalid value.
  if (!Array.isArray(value)) return undefined;
  // A plan's path descends into each item, and flattens nested lists.
  return index === path.length - 1 ? value : value.flatMap((item) => flattenAt(item, path, index + 1));
}

interface PathSearch {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  readonly index: number;
  readonly reached: readonly (string | number)[];
  readonly paths: (string | number)[][];
}

function collectPaths(search: PathSearch): void {
  const { value, path, index, reached, paths } = search;
  if (typeof value !== 'object' || value === null) return;
  const step = path[index];
  if (step === undefined) paths.push([...reached]);
  else if (Array.isArray(value)) {
    const next = step === '@' ? index + 1 : index;
    for (const [key, item] of value.entries()) {
      collectPaths({ value: item, path, index: next, reached: [...reached, key], paths });
    }
  } else {
    const child = ownValue(value, String(step));
    collectPaths({ value: child, path, index: index + 1, reached: [...reached, step], paths });
  }
}
