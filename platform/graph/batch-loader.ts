/** Gathers single keys that are asked for in one go and loads them together. */
export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value>;
}

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/**
 * A loader for one operation. `loadMany` gets the keys asked for until the stack of callbacks is empty, so one level of
 * an operation, and returns the values in the same order. Nothing is remembered: a mutation must not read stale rows.
 */
export function createBatchLoader<Key, Value>(
  loadMany: (keys: Key[]) => Promise<readonly Value[]>,
): BatchLoader<Key, Value> {
  let waiting: Waiting<Key, Value>[] = [];

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const values = await loadMany(batch.map((entry) => entry.key));
      // loadMany returns one value for each key; the cast only drops the index check.
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
