import { expect, test } from 'vitest';
import { Statement } from './statement.js';
import { StatementCache } from './statement-cache.js';

function compiledTo(text: string): Statement<object, object> {
  return new Statement(() => ({ text, parameters: [], makeRow: () => ({}) }));
}

test('compiles a statement once for each set of fields and variant', () => {
  const cache = new StatementCache<object, object>();
  const [some, others] = ['a b', 'b'];
  let created = 0;
  const make = (text: string) => () => {
    created++;
    return compiledTo(text);
  };
  const textOf = (fields: string, shape: string, text: string) => cache.of(fields, shape, make(text)).compiled.text;
  expect([textOf(some, 'one', '1'), textOf(some, 'many', '2')]).toEqual(['1', '2']);
  expect([textOf(others, 'one', '3'), textOf(some, 'one', 'never')]).toEqual(['3', '1']);
  expect(created).toBe(3);
});

test('clears the cache when it exceeds four million characters of SQL', () => {
  const [some, others] = [new StatementCache<object, object>(), new StatementCache<object, object>()];
  const fields = 'a';
  const first = others.of(fields, 'first', () => compiledTo('first'));
  expect(others.of(fields, 'first', () => compiledTo('first'))).toBe(first);
  for (const shape of ['1', '2', '3', '4', '5']) some.of(fields, shape, () => compiledTo('x'.repeat(1_000_000)));
  const again = others.of(fields, 'first', () => compiledTo('first'));
  expect(again).not.toBe(first);
  expect(others.of(fields, 'first', () => compiledTo('not made'))).toBe(again);
});
