import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import type { RequiredFields } from '../planning/required-arguments.js';
import { splitFetch } from './split-fetch.js';

const required: RequiredFields = {
  supergraph: parse('type Query { a: Int }'),
  byPlanName: new Map([
    ['dollars', { name: 'price', arguments: [] }],
    ['euros', { name: 'price', arguments: [] }],
    ['size', { name: 'size', arguments: [] }],
  ]),
  byRequiring: new Map([
    ['Ware.cost', ['dollars']],
    ['Ware.freight', ['size']],
    ['Ware.tax', ['euros', 'size']],
    ['Ware.margin', ['dollars', 'euros']],
  ]),
};

/** The parts of a fetch of entities: the fields that they select, and the names of the fields that they send. */
function partsOf(selections: string): [fields: string, sent: string[]][] {
  const names: QueryPlanSelectionNode[] = ['id', 'dollars', 'euros', 'size'].map((name) => ({ kind: 'Field', name }));
  const requires: QueryPlanSelectionNode[] = [{ kind: 'InlineFragment', typeCondition: 'Ware', selections: names }];
  const operation = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${selections} } }`;
  const fetch: FetchNode = {
    ...{ kind: 'Fetch', serviceName: 's', operation, operationName: undefined, variableUsages: [], requires },
    operationKind: 'query' as FetchNode['operationKind'],
  };
  return splitFetch(fetch, required).map((part) => {
    const [fragment] = part.requires ?? [];
    const sent = fragment?.selections?.map((node) => (node.kind === 'Field' ? node.name : '')) ?? [];
    return [part.text.replaceAll(/\s+/g, ' ').replace(/.*_entities\(.*?\) \{ (.*) \} \}$/, '$1'), sent];
  });
}

test('fields that require a field with different arguments are fetched separately, each with all fields that it requires', () => {
  expect(partsOf('... on Ware { name cost freight tax } ... on Tool { name }')).toEqual([
    ['... on Ware { name cost freight } ... on Tool { name }', ['id', 'dollars', 'size']],
    ['... on Ware { tax }', ['id', 'euros', 'size']],
  ]);
});

test('a field that itself requires a field with different arguments is fetched once', () => {
  expect(partsOf('... on Ware { margin }')).toEqual([['... on Ware { margin }', ['id', 'dollars', 'euros', 'size']]]);
});
