import { type BatchLoader, createBatchLoader } from './batch-loader.js';

/** The loaders of one request. */
export interface Loaders {
  /** A loader by name, made when it is first asked for and shared by the whole request. */
  loader<Key, Value>(name: string, loadMany: (keys: Key[]) => Promise<readonly Value[]>): BatchLoader<Key, Value>;
}

export function createLoaders(): Loaders {
  let loaders: Map<string, BatchLoader<never, unknown>> | undefined; // Most requests need none.
  return {
    loader<Key, Value>(name: string, loadMany: (keys: Key[]) => Promise<readonly Value[]>) {
      // A name stands for one pair of types: each is used at one place of a domain.
      loaders ??= new Map();
      const known = loaders.get(name) as BatchLoader<Key, Value> | undefined;
      const loader = known ?? createBatchLoader(loadMany);
      if (known === undefined) loaders.set(name, loader as BatchLoader<never, unknown>);
      return loader;
    },
  };
}
