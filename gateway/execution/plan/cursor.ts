import { ownValue } from '../compiled/source-text.js';
import type { JsonObject } from './merge.js';

/** Where in the merged data a part of the plan works: one object, or the objects of a list. */
export interface Cursor {
  readonly path: readonly (string | number)[];
  readonly data: unknown;
}

export function moveInto(cursor: Cursor, path: readonly (string | number)[]): Cursor | undefined {
  const data = flattenAt(cursor.data, path, 0);
  return data === undefined || data === null ? undefined : { path: [...cursor.path, ...path], data };
}

/** The objects at a cursor; list items that are null are left out. */
export function entitiesAt(cursor: Cursor): JsonObject[] {
  const entities = Array.isArray(cursor.data) ? cursor.data : [cursor.data];
  return entities.filter((entity) => entity !== null && entity !== undefined);
}

/** The path of each object of {@link entitiesAt}, in the same order. */
export function entityPaths(data: JsonObject, path: readonly (string | number)[]): (string | number)[][] {
  const paths: (string | number)[][] = [];
  collectPaths({ value: data, path, index: 0, walked: [], paths });
  return paths;
}

function flattenAt(value: unknown, path: readonly (string | number)[], index: number): unknown {
  const step = path[index];
  if (step === undefined || value === undefined || value === null) return value;
  if (step !== '@') return flattenAt(ownValue(value, String(step)), path, index + 1);
  if (!Array.isArray(value)) throw new Error(`A subgraph returned something else than a list at ${path.join('.')}`);
  // A plan's path descends into each item; lists of lists become one list.
  return index === path.length - 1 ? value : value.flatMap((item) => flattenAt(item, path, index + 1));
}

interface Walk {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  readonly index: number;
  readonly walked: readonly (string | number)[];
  readonly paths: (string | number)[][];
}

function collectPaths(walk: Walk): void {
  const { value, path, index, walked, paths } = walk;
  if (value === null || value === undefined) return;
  const step = path[index];
  if (step === undefined) paths.push([...walked]);
  else if (Array.isArray(value)) {
    const next = step === '@' ? index + 1 : index;
    for (const [key, item] of value.entries()) {
      collectPaths({ value: item, path, index: next, walked: [...walked, key], paths });
    }
  } else {
    const child = ownValue(value as object, String(step));
    collectPaths({ value: child, path, index: index + 1, walked: [...walked, step], paths });
  }
}
