import { buildSchema, type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PublishedGraph } from '../../gateway/index.js';
import { anonymous, localAdministrator } from '../../platform/caller.js';
import type { StreamRequest } from '../../platform/record-streams.js';
import { type FieldShape, type Shape, shapeOf } from '../response-shape.js';
import { columnsOf } from './list-columns.js';
import { listExport } from './list-export.js';
import { describeParameter, parametersOf } from './list-parameters.js';
import type { ExportedList } from './load-lists.js';

const schema = buildSchema(`
  scalar BigInt
  scalar Date
  scalar DateTime
  scalar JSON
  enum Color { RED LIGHT_BLUE }
  input ThingFilter { minSize: Int minScore: Float colors: [Color!] isOld: Boolean since: DateTime name: String }
  type Owner { fullName: String color: Color }
  type Thing {
    id: ID! name: String day: Date size: Int bytes: BigInt score: Float isOld: Boolean since: DateTime
    more: JSON color: Color names: [String!] colors: [Color!] sizes: [Int!] owner: Owner owners: [Owner!]
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Things { nodes: [Thing!]! pageInfo: PageInfo! }
  type Query {
    things(
      "Id of the shop, unless \`minSize\` is given. Null or omitted: all shops; a shop is null: without one."
      shopId: ID!
      filter: ThingFilter
      after: String
    ): Things
  }
`);

const document = parse(`query Things($shopId: ID!, $filter: ThingFilter, $after: String) {
  things(shopId: $shopId, filter: $filter, after: $after) {
    nodes {
      id name day size bytes score isOld since more color names colors owner { fullName color }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operation as OperationDefinitionNode; // Each document of this file contains an operation.
}

/** The fields of the records that a query for `nodes` selects. */
function fieldsOf(text: DocumentNode): readonly FieldShape[] {
  let shape: Shape = shapeOf({ schema, document: text, operation: operationOf(text) });
  for (const name of ['things', 'nodes']) {
    shape = (shape.kind === 'object' && shape.fields.find((field) => field.name === name)?.shape) || shape;
  }
  return shape.kind === 'list' && shape.item.kind === 'object' ? shape.item.fields : [];
}

const list = {
  ...{ name: 'things', permission: 'audit.read', document, path: ['things'], isPaged: true },
  ...{ columns: columnsOf(fieldsOf(document)) },
  parameters: parametersOf({ schema, document, operation: operationOf(document) }),
} as unknown as ExportedList; // The other properties are only documentation.

const request: StreamRequest = {
  ...{ caller: localAdministrator, via: 'rest', sourceAddress: '127.0.0.1', requestId: '1' },
  signal: new AbortController().signal,
};

/** The results of the graph, in order, and the variables of each operation. */
let results: { data?: unknown; errors?: readonly unknown[] }[];
const variables: unknown[] = [];

beforeEach(() => {
  results = [];
  variables.length = 0;
});

const graph = {
  prepare: () => ({
    async execute(options: { variables: unknown }) {
      variables.push(options.variables);
      return results.shift() ?? {};
    },
  }),
} as unknown as PublishedGraph; // Exports use only `prepare`.

function pageOf(records: readonly object[], endCursor: string | null = null): object {
  return { data: { things: { nodes: records, pageInfo: { hasNextPage: endCursor !== null, endCursor } } } };
}

async function exportOf({ query = 'shop_id=1', options = list, from = request } = {}): Promise<string> {
  const parts: Buffer[] = [];
  await listExport(options, graph).run(from, {
    ...{ parameters: new URLSearchParams(query), isKnown: () => false },
    write: async (part) => void parts.push(Buffer.from(part)),
  });
  return Buffer.concat(parts).toString();
}

const record = {
  ...{ id: '7', name: 'a', day: '2026-01-31', size: 1, bytes: '9007199254740991', score: 1.5, isOld: false },
  ...{ since: '2026-01-31T00:00:00.500Z', more: { deep: [1] }, color: 'LIGHT_BLUE', names: ['b', 'c'] },
  ...{ colors: ['RED'], owner: { fullName: 'Ada', color: 'RED' } },
};

describe('the columns of a list', () => {
  test('have the types of the fields, and names that begin with the names of nested objects', () => {
    expect(list.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['id string', 'name string', 'day string', 'size integer', 'bytes number', 'score number', 'is_old boolean'],
      ...['since time', 'more json', 'color string', 'names strings', 'colors strings'],
      ...['owner_full_name string', 'owner_color string'],
    ]);
  });

  test('have REST values, and null for null values and missing objects', async () => {
    results = [pageOf([record, { id: '8', owner: null, colors: null }])];
    const [first = '', second = ''] = (await exportOf()).split('\n');
    expect(JSON.parse(first)).toEqual({
      ...{ id: '7', name: 'a', day: '2026-01-31', size: 1, bytes: 9007199254740991, score: 1.5, is_old: false },
      ...{ since: 1_769_817_600.5, more: { deep: [1] }, color: 'light_blue', names: ['b', 'c'], colors: ['red'] },
      ...{ owner_full_name: 'Ada', owner_color: 'red' },
    });
    expect(JSON.parse(second)).toEqual({
      ...{ id: '8', name: null, day: null, size: null, bytes: null, score: null, is_old: null, since: null },
      ...{ more: null, color: null, names: null, colors: null, owner_full_name: null, owner_color: null },
    });
  });

  test.each([
    ['owners { fullName }', 'owners'],
    ['sizes', 'sizes'],
  ])('cannot contain %s', (selection, name) => {
    const text = parse(`{ things(shopId: 1) { nodes { ${selection} } pageInfo { endCursor } } }`);
    expect(() => columnsOf(fieldsOf(text), ['list'])).toThrow(`list.${name} cannot be a column`);
  });
});

describe('the export of a list', () => {
  test('reads all pages, each from the end cursor of the previous one', async () => {
    results = [pageOf([{ id: '1' }], 'x'), pageOf([{ id: '2' }, { id: '3' }], 'y'), pageOf([])];
    const ids = (await exportOf()).trimEnd().split('\n');
    expect(ids.map((line) => JSON.parse(line).id)).toEqual(['1', '2', '3']);
    expect(variables).toEqual([null, 'x', 'y'].map((after) => ({ shopId: '1', after })));
  });

  test('is one operation without a cursor if the list has no pages', async () => {
    results = [{ data: { things: [{ id: '1' }, { id: '2' }] } }];
    expect((await exportOf({ options: { ...list, isPaged: false } })).split('\n')).toHaveLength(3);
    expect(variables).toEqual([{ shopId: '1' }]);
  });

  test.each([{ things: null }, {}, null])('is empty for the data %j', async (data) => {
    results = [{ data }];
    expect(await exportOf()).toBe('');
    results = [{ data }];
    expect(await exportOf({ options: { ...list, isPaged: false } })).toBe('');
  });

  test('of an object that does not exist fails', async () => {
    const notFound = { description: 'The shop does not exist', example: 'The shop does not exist' };
    const options = { ...list, path: ['shop', 'things'], notFound };
    results = [{ data: { shop: null } }];
    await expect(exportOf({ options })).rejects.toMatchObject({ code: 'NOT_FOUND', message: notFound.description });
    results = [{ data: { shop: { things: null } } }];
    expect(await exportOf({ options })).toBe('');
  });

  test('fails with the first error of the graph', async () => {
    const error = new Error('no access');
    results = [{ ...pageOf([record]), errors: [error, new Error('another')] }];
    await expect(exportOf()).rejects.toBe(error);
  });

  test('stops before the next page if the request is aborted', async () => {
    const controller = new AbortController();
    results = [pageOf([record], 'x'), pageOf([record])];
    const abort = () => {
      controller.abort(new Error('closed'));
      return null;
    };
    const options = { ...list, columns: [{ name: 'id', type: 'string' as const, of: abort }] };
    await expect(exportOf({ options, from: { ...request, signal: controller.signal } })).rejects.toThrow('closed');
    expect(variables).toHaveLength(1);
  });

  test('requires the permission of the list', () => {
    const { authorize } = listExport(list, graph);
    expect(() => authorize(request)).not.toThrow();
    expect(() => authorize({ ...request, caller: anonymous })).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    );
  });
});

describe('the parameters of a list', () => {
  test('are its variables and the fields of its filter, with their descriptions', () => {
    expect(list.parameters.map(describeParameter).slice(0, 2)).toEqual([
      {
        ...{ name: 'shop_id', in: 'query', required: true, schema: { type: 'string' } },
        description: 'Id of the shop, unless `min_size` is given. Default: all shops; a shop is default: without one.',
      },
      { name: 'min_size', in: 'query', required: false, schema: { type: 'integer' }, description: '' },
    ]);
  });

  test.each<[query: string, filter: object | undefined]>([
    ['', undefined],
    ['min_size=0', { minSize: 0 }],
    ['min_size=-12', { minSize: -12 }],
    ['min_size=123456789', { minSize: 123_456_789 }],
    ['min_score=10', { minScore: 10 }],
    ['min_score=-0.25', { minScore: -0.25 }],
    ['min_score=0.123456789', { minScore: 0.123456789 }],
    ['colors=light_blue&colors=RED', { colors: ['LIGHT_BLUE', 'RED'] }],
    ['is_old=false&name=', { isOld: false, name: '' }],
    ['since=2026-01-31T01:00:00%2B01:00', { since: '2026-01-31T00:00:00.000Z' }],
  ])('in the query "%s" set the filter %j', async (query, filter) => {
    await exportOf({ query: `shop_id=1&${query}` });
    expect(variables).toEqual([{ shopId: '1', after: null, ...(filter && { filter }) }]);
  });

  test.each([
    ['min_size=1', 'shop_id is required'],
    ['shop_id=1&shop_id=2', 'shop_id must not be specified more than once'],
    ['shop_id=1&after=x', 'after is unknown: expected one of format, shop_id, min_size'],
    ...['1.5', '1x', 'x1', '', '1234567890', '--1'].map((text) => [
      `shop_id=1&min_size=${text}`,
      'min_size must be an integer',
    ]),
    ...['1.', '.5', '1.5x', 'x1', '1e3', '1,5', '', '1.1234567891'].map((text) => [
      `shop_id=1&min_score=${text}`,
      'min_score must be a number',
    ]),
    ['shop_id=1&colors=green', 'colors must be one of red, light_blue'],
    ['shop_id=1&is_old=1', 'is_old must be one of true, false'],
    ['shop_id=1&since=2026-01-31', 'since must be an ISO 8601 time'],
  ])('in the query "%s" are rejected: %s', async (query, message) => {
    await expect(exportOf({ query })).rejects.toThrow(message);
    expect(variables).toEqual([]);
  });
});
