import { LRUCache } from 'lru-cache';

/**
 * A cache of the most recently used entries. Its memory grows with its entries: one that is created with `max` has the
 * memory of a full one at once, which takes milliseconds of each start for 10,000 entries.
 */
export function boundedCache<Key extends string | number, Value extends object | string | number>(
  maxEntries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
