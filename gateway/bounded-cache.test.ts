import { describe, expect, test } from 'vitest';
import { BoundedCache } from './bounded-cache.js';

describe('bounded cache', () => {
  test('holds at most twice its number of entries, and keeps entries in use', () => {
    const cache = new BoundedCache<number>({ entries: 10 });
    cache.set('used', 0);
    for (let count = 0; count < 1000; count++) {
      cache.set(`once ${count}`, count);
      expect(cache.get('used')).toBe(0);
      expect(cache.size).toBeLessThanOrEqual(20);
    }
    expect(cache.get('once 1')).toBeUndefined();
  });

  test('is bounded by total weight, and rejects an entry that exceeds the limit by itself', () => {
    const cache = new BoundedCache<string>({ entries: 1000, weight: 100 });
    for (let count = 0; count < 50; count++) cache.set(`key ${count}`, 'value', 30);
    expect(cache.size).toBeLessThanOrEqual(6);
    cache.set('heavy', 'value', 101);
    expect(cache.get('heavy')).toBeUndefined();
  });

  test('replaces a value without growing', () => {
    const cache = new BoundedCache<number>({ entries: 2, weight: 4 });
    for (let count = 0; count < 10; count++) cache.set('key', count, 2);
    expect([cache.get('key'), cache.size]).toEqual([9, 1]);
  });

  test('deletes by value in both generations', () => {
    const cache = new BoundedCache<number>({ entries: 2 });
    for (let count = 0; count < 4; count++) cache.set(`key ${count}`, count);
    cache.deleteWhere((value) => value % 2 === 0);
    expect([0, 1, 2, 3].map((count) => cache.get(`key ${count}`))).toEqual([undefined, 1, undefined, 3]);
  });
});
