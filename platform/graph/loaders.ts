import { type BatchLoader, createBatchLoader } from './batch-loader.js';

/** The loaders of one operation. */
export interface Loaders {
  /**
   * A loader by name, made when it is first asked for and shared by the whole operation. Each name is used at one place of a domain,
   * always with as many `variants`: what loading depends on beside the keys, such as arguments and the fields to read.
   */
  loader<Key, Value>(
    name: string,
    loadMany: (keys: Key[]) => Promise<readonly Value[]>,
    ...variants: readonly Variant[]
  ): BatchLoader<Key, Value>;
}

type Variant = string | number | boolean | null | undefined;

/** By name, then by one variant after the other; the last leads to the loader. */
type Tree = Map<Variant, Tree | BatchLoader<never, unknown>>;

export function createLoaders(): Loaders {
  let loaders: Tree | undefined; // Most requests need none.
  return {
    loader<Key, Value>(
      name: string,
      loadMany: (keys: Key[]) => Promise<readonly Value[]>,
      ...variants: readonly Variant[]
    ) {
      loaders ??= new Map();
      let tree = loaders;
      let key: Variant = name;
      for (const variant of variants) {
        let below = tree.get(key) as Tree | undefined; // Only the last leads to a loader.
        if (below === undefined) {
          below = new Map();
          tree.set(key, below);
        }
        tree = below;
        key = variant;
      }
      // A name stands for one pair of types.
      const known = tree.get(key) as BatchLoader<Key, Value> | undefined;
      const loader = known ?? createBatchLoader(loadMany);
      if (known === undefined) tree.set(key, loader as BatchLoader<never, unknown>);
      return loader;
    },
  };
}
