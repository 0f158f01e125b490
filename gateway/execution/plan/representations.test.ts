import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { commonFields, compileRepresentation } from './representations.js';

const schema = buildSchema(`
  interface Thing { id: ID! }
  type Ware implements Thing { id: ID! }
  type Tool implements Thing { id: ID! }
  type Query { thing: Thing }
`);

function field(name: string, selections?: QueryPlanSelectionNode[]): QueryPlanSelectionNode {
  return { kind: 'Field', name, ...(selections === undefined ? {} : { selections }) };
}

function on(typeCondition: string, ...selections: QueryPlanSelectionNode[]): QueryPlanSelectionNode {
  return { kind: 'InlineFragment', typeCondition, selections };
}

const key = [field('__typename'), field('id')];
const ware = { __typename: 'Ware', id: '1', name: 'not asked for' };

test.each<[title: string, requires: QueryPlanSelectionNode[], entity: object, picked: object | null]>([
  ['the key of a type', [on('Ware', ...key)], ware, { __typename: 'Ware', id: '1' }],
  ['the key of an interface', [on('Thing', ...key)], ware, { __typename: 'Ware', id: '1' }],
  ['nothing of another type', [on('Tool', ...key)], ware, null],
  ['nothing of an entity that lacks a field', [on('Ware', ...key, field('size'))], ware, null],
  ['null where a field is null', [on('Ware', ...key)], { ...ware, id: null }, { __typename: 'Ware', id: null }],
  ['what several types need', [on('Tool', ...key), on('Ware', ...key)], ware, { __typename: 'Ware', id: '1' }],
  [
    'what types need of what all need',
    [on('Thing', ...key, on('Ware', field('name')), on('Tool', field('size')))],
    ware,
    { ...ware },
  ],
  [
    'objects and lists of them',
    [on('Ware', ...key, field('maker', [field('id')]), field('parts', [field('id')]), field('none', [field('id')]))],
    { ...ware, maker: { id: 'm', name: 'M' }, parts: [{ id: 'a', x: 1 }, null, [{ id: 'b' }]], none: null },
    { __typename: 'Ware', id: '1', maker: { id: 'm' }, parts: [{ id: 'a' }, null, [{ id: 'b' }]], none: null },
  ],
  ['no field that every object has', [on('Ware', ...key, field('constructor'))], ware, null],
  [
    'a field that is called as one of those',
    [on('Ware', ...key, field('toString'))],
    { ...ware, toString: 'own' },
    { __typename: 'Ware', id: '1', toString: 'own' },
  ],
])('a representation has %s', (_, requires, entity, picked) => {
  expect(compileRepresentation(schema, requires)({ ...entity })).toEqual(picked);
});

test('a field is never code, and never the prototype', () => {
  const name = '"]; throw 1; ["';
  const pick = compileRepresentation(schema, [on('Ware', ...key, field(name), field('__proto__'))]);
  const entity = JSON.parse(`{ "__typename": "Ware", "id": "1", ${JSON.stringify(name)}: 2, "__proto__": 3 }`);
  const picked = pick(entity) ?? {};
  expect(Object.entries(picked)).toEqual([
    ...[
      ['__typename', 'Ware'],
      ['id', '1'],
    ],
    ...[
      [name, 2],
      ['__proto__', 3],
    ],
  ]);
  expect(Object.getPrototypeOf(picked)).toBe(Object.prototype);
});

test.each<[title: string, requires: QueryPlanSelectionNode[], fields: string[] | undefined]>([
  ['of one type', [on('Ware', ...key)], ['__typename', 'id']],
  ['of several types', [on('Ware', ...key), on('Tool', ...key)], undefined],
  ['of one type with more for some', [on('Thing', ...key, on('Ware', field('name')))], undefined],
])('representations %s have these fields in common', (_, requires, fields) => {
  expect(commonFields(requires)).toEqual(fields);
});
