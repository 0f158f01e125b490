import { LRUCache } from 'lru-cache';

/**
 * Creates a cache of the most recently used entries, whose memory grows with its entries. The library's option `max`
 * would instead allocate the memory of a full cache at once, which for 10,000 entries takes milliseconds at each start.
 */
export function boundedCache<Key extends string | number, Value extends object | string | number>(
  maxEntries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
