import { CompositeKeyMap } from '../composite-key-map.js';
import { type BatchLoader, createBatchLoader } from './batch-loader.js';

/** The loaders of one operation. */
export interface Loaders {
  /**
   * Returns the loader of a name, created on first use and shared by the whole operation. Each name is used in only one
   * location of a domain, always with the same number of `variants`. Variants are the values on which a load depends
   * besides its keys, such as arguments and the fields to read.
   */
  loader<Key, Value>(
    name: string,
    loadMany: (keys: Key[]) => Promise<readonly Value[]>,
    ...variants: readonly Variant[]
  ): BatchLoader<Key, Value>;
}

type Variant = string | number | boolean | null | undefined;

export function createLoaders(): Loaders {
  let loaders: CompositeKeyMap<BatchLoader<never, unknown>> | undefined; // Created on demand, because most requests need none.
  return {
    loader<Key, Value>(
      name: string,
      loadMany: (keys: Key[]) => Promise<readonly Value[]>,
      ...variants: readonly Variant[]
    ) {
      loaders ??= new CompositeKeyMap();
      const loader = loaders.at([name, ...variants], () => createBatchLoader(loadMany) as BatchLoader<never, unknown>);
      return loader as BatchLoader<Key, Value>; // Each name has one pair of types.
    },
  };
}
