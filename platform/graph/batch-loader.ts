/** Batches the loads of single keys. */
export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value>;
}

interface PendingLoad<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/**
 * Creates a loader for one operation. `loadMany` receives all keys that are requested before the call stack is empty,
 * that is, those of one level of the operation, and returns the values in the same order. Values are not cached,
 * because a mutation must not read stale rows.
 */
export function createBatchLoader<Key, Value>(
  loadMany: (keys: Key[]) => Promise<readonly Value[]>,
): BatchLoader<Key, Value> {
  let waiting: PendingLoad<Key, Value>[] = [];

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const values = await loadMany(batch.map((entry) => entry.key));
      // loadMany returns one value per key; the cast only removes the undefined of the index access.
      for (const [index, entry] of batch.entries()) entry.resolve(values[index] as Value);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
  }

  return {
    load(key) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ key, resolve, reject });
      });
    },
  };
}
