import { expect, test } from 'vitest';
import { Statement } from './statement.js';
import { StatementCache } from './statement-cache.js';

function compiledTo(text: string): Statement<object, object> {
  return new Statement(() => ({ text, parameters: [], mapRow: () => ({}) }));
}

test('compiles a statement once for each set of fields and shape', () => {
  const cache = new StatementCache<object, object>();
  const [bothFields, oneField] = ['a b', 'b'];
  let created = 0;
  const make = (text: string) => () => {
    created++;
    return compiledTo(text);
  };
  const textOf = (fields: string, shape: string, text: string) => cache.of(fields, shape, make(text)).compiled.text;
  expect([textOf(bothFields, 'one', '1'), textOf(bothFields, 'many', '2')]).toEqual(['1', '2']);
  expect([textOf(oneField, 'one', '3'), textOf(bothFields, 'one', 'not compiled')]).toEqual(['3', '1']);
  expect(created).toBe(3);
});

test('clears all caches when together they exceed four million characters of SQL', () => {
  const [fullCache, cache] = [new StatementCache<object, object>(), new StatementCache<object, object>()];
  const fields = 'a';
  const first = cache.of(fields, 'first', () => compiledTo('first'));
  expect(cache.of(fields, 'first', () => compiledTo('first'))).toBe(first);
  for (const shape of ['1', '2', '3', '4', '5']) fullCache.of(fields, shape, () => compiledTo('x'.repeat(1_000_000)));
  const recompiled = cache.of(fields, 'first', () => compiledTo('first'));
  expect(recompiled).not.toBe(first);
  expect(cache.of(fields, 'first', () => compiledTo('not compiled'))).toBe(recompiled);
});
