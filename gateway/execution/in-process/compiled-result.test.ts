import { buildSchema, GraphQLError, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createResultConverter } from './compiled-result.js';

const schema = buildSchema('type Query { items: [Item!] } type Item { count: Int! note: String items: [Item!] }');

function convert(text: string, result: Parameters<ReturnType<typeof createResultConverter>>[0]) {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const { data, errors } = createResultConverter(schema, operation)(result);
  return { data, errors: errors?.map(({ message, path }) => [message, path?.join('.')]) };
}

const notAnInteger = 'Int cannot represent non-integer value: 0.5';

test('reports one error for a null that is caused by several leaves below it', () => {
  const data = { items: [{ count: 0.5 }, { count: 1 }, { count: 0.5 }] };
  expect(convert('{ items { count } }', { data })).toEqual({
    data: { items: null },
    errors: [[notAnInteger, 'items.0.count']],
  });
});

test('reports each error that causes its own null, or has no path', () => {
  const data = { items: [{ items: [{ count: 0.5 }] }, { items: [{ count: 0.5 }] }] };
  const errors = [new GraphQLError('a'), new GraphQLError('a'), new GraphQLError('n', { path: ['items', 0, 'note'] })];
  expect(convert('{ items { items { count } note } }', { data, errors })).toEqual({
    data: { items: [{ items: null }, { items: null }] },
    errors: [
      ['a', undefined],
      ['a', undefined],
      ['n', 'items.0.note'],
      [notAnInteger, 'items.0.items.0.count'],
      [notAnInteger, 'items.1.items.0.count'],
    ],
  });
});

test('an error message names a field only once if the field is selected twice', () => {
  const message = 'Cannot return null for non-nullable field Item.(count,count).';
  const errors = [new GraphQLError(message, { path: ['items', 0, 'count'] })];
  expect(convert('{ items { count count } }', { data: { items: null }, errors }).errors).toEqual([
    ['Cannot return null for non-nullable field Item.count.', 'items.0.count'],
  ]);
});
