import { setImmediate as immediate } from 'node:timers/promises';

/** Batches the loads of single keys. */
export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value>;
}

interface Batch<Key, Value> {
  readonly keys: Key[];
  readonly values: Promise<readonly Value[]>;
}

/**
 * Creates a loader for one operation. `loadMany` receives all keys that are requested before the call stack is empty,
 * that is, those of one level of the operation, and returns the values in the same order. Values are not cached,
 * because a mutation must not read stale rows.
 */
export function createBatchLoader<Key, Value>(
  loadMany: (keys: Key[]) => Promise<readonly Value[]>,
): BatchLoader<Key, Value> {
  let batch: Batch<Key, Value> | undefined;

  function beginBatch(): Batch<Key, Value> {
    const keys: Key[] = [];
    const values = immediate().then(() => {
      batch = undefined;
      return loadMany(keys);
    });
    return { keys, values };
  }

  return {
    load(key) {
      batch ??= beginBatch();
      const index = batch.keys.push(key) - 1;
      // loadMany returns one value per key; the cast only removes the undefined of the index access.
      return batch.values.then((values) => values[index] as Value);
    },
  };
}
