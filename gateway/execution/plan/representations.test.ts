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
const ware = { __typename: 'Ware', id: '1', name: 'no unrequested fields' };

test.each<[title: string, requires: QueryPlanSelectionNode[], entity: object, picked: object | null]>([
  ['contains the key of a type', [on('Ware', ...key)], ware, { __typename: 'Ware', id: '1' }],
  ['contains the key of an interface', [on('Thing', ...key)], ware, { __typename: 'Ware', id: '1' }],
  ['is null for an entity of another type', [on('Tool', ...key)], ware, null],
  ['is null for an entity that lacks a required field', [on('Ware', ...key, field('size'))], ware, null],
  ['contains null for a null field', [on('Ware', ...key)], { ...ware, id: null }, { __typename: 'Ware', id: null }],
  [
    'contains the key that several types require',
    [on('Tool', ...key), on('Ware', ...key)],
    ware,
    { __typename: 'Ware', id: '1' },
  ],
  [
    'contains the fields that a type requires in addition to the common ones',
    [on('Thing', ...key, on('Ware', field('name')), on('Tool', field('size')))],
    ware,
    { ...ware },
  ],
  [
    'omits the fields that another type requires in addition',
    [on('Thing', ...key, on('Tool', field('name')))],
    ware,
    { __typename: 'Ware', id: '1' },
  ],
  [
    'is null for an entity that lacks a common field',
    [on('Thing', ...key, field('size'), on('Ware', field('name')))],
    ware,
    null,
  ],
  [
    'contains objects and lists of objects',
    [on('Ware', ...key, field('maker', [field('id')]), field('parts', [field('id')]), field('none', [field('id')]))],
    { ...ware, maker: { id: 'm', name: 'M' }, parts: [{ id: 'a', x: 1 }, null, [{ id: 'b' }]], none: null },
    { __typename: 'Ware', id: '1', maker: { id: 'm' }, parts: [{ id: 'a' }, null, [{ id: 'b' }]], none: null },
  ],
  ['is null for an entity that only inherits a required field', [on('Ware', ...key, field('constructor'))], ware, null],
  [
    'contains a field with the name of an inherited property',
    [on('Ware', ...key, field('toString'))],
    { ...ware, toString: 'own' },
    { __typename: 'Ware', id: '1', toString: 'own' },
  ],
])('a representation %s', (_, requires, entity, picked) => {
  expect(compileRepresentation(schema, requires)({ ...entity })).toEqual(picked);
});

test('never evaluates a field name as code, and never changes the prototype', () => {
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
  ['of one type with additional fields for some', [on('Thing', ...key, on('Ware', field('name')))], undefined],
])('finds the common fields of representations %s', (_, requires, fields) => {
  expect(commonFields(requires)).toEqual(fields);
});
