import { expect, test } from 'vitest';
import { fieldSet, fieldsOfRow } from './field-set.js';

type Column = 'bornAt' | 'first' | 'last';

const row = {
  fields: new Set<Column>(['bornAt', 'first', 'last']),
  derived: { age: ['bornAt'], fullName: ['last', 'first'], id: [] } as const,
};

test.each([
  { title: 'nothing', fields: [], names: [] },
  { title: 'one field', fields: ['first'], names: ['first'] },
  { title: 'fields in another order', fields: ['last', 'first'], names: ['first', 'last'] },
  { title: 'a field named twice', fields: ['last', 'first', 'last'], names: ['first', 'last'] },
] as const)('a set of $title has no duplicates and a fixed order', ({ fields, names }) => {
  expect(fieldSet<Column>(fields)).toEqual({ names, key: names.join(' ') });
});

test('sets of different fields have different keys', () => {
  const sets: Column[][] = [[], ['first'], ['last'], ['bornAt'], ['first', 'last'], ['bornAt', 'first', 'last']];
  expect(new Set(sets.map((fields) => fieldSet(fields).key)).size).toBe(sets.length);
});

test.each([
  { selected: [], names: [] },
  { selected: ['age'], names: ['bornAt'] },
  { selected: ['fullName'], names: ['first', 'last'] },
  { selected: ['last', 'fullName'], names: ['first', 'last'] },
  { selected: ['id'], names: [] },
  { selected: ['__typename', 'children', 'age'], names: ['bornAt'] },
])('$selected requires the row fields $names', ({ selected, names }) => {
  expect(fieldsOfRow(selected, row)).toEqual({ names, key: names.join(' ') });
});
