import { LRUCache } from 'lru-cache';

/**
 * A cache of the most recently used entries. Its memory grows with its entries. A cache that is created with `max`
 * allocates the memory of a full cache at once, which for 10,000 entries takes milliseconds at each start.
 */
export function boundedCache<Key extends string | number, Value extends object | string | number>(
  maxEntries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
