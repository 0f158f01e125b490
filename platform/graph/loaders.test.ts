import { expect, test } from 'vitest';
import { createLoaders } from './loaders.js';

test('batches loads within one tick by loader and variant', async () => {
  const { loader } = createLoaders();
  const loaded: string[] = [];
  const load = (name: string, key: number, ...variants: (string | number | null | undefined)[]) =>
    loader(
      name,
      async (keys: number[]) => {
        const prefix = [name, ...variants.map(String)].join(' ');
        loaded.push(`${prefix}: ${keys.join()}`);
        return keys.map((each) => `${prefix} ${each}`);
      },
      ...variants,
    ).load(key);
  const values = await Promise.all([
    load('site', 1),
    load('site', 2),
    load('items', 1, 10, 'id name'),
    load('items', 2, 10, 'id name'),
    load('items', 3, 20, 'id name'),
    load('items', 4, 10, undefined),
    load('items', 5, 10, null),
    load('items', 6, 10, undefined),
  ]);
  expect(values).toEqual([
    ...['site 1', 'site 2', 'items 10 id name 1', 'items 10 id name 2', 'items 20 id name 3'],
    ...['items 10 undefined 4', 'items 10 null 5', 'items 10 undefined 6'],
  ]);
  expect(loaded).toEqual([
    ...['site: 1,2', 'items 10 id name: 1,2', 'items 20 id name: 3', 'items 10 undefined: 4,6', 'items 10 null: 5'],
  ]);
});
