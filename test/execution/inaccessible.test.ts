import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildGraphs, InProcessDataSource } from '../../gateway/execution/index.js';
import { Planning } from '../../gateway/execution/planning/planning.js';
import { composeSupergraph, testRequest } from './shop/index.js';

const link = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires", "@inaccessible"])
  directive @audit(reason: String, ticket: ID @inaccessible) on FIELD`;

const catalog = `${link}
  type Query { book: Book  legacyBook: LegacyBook @inaccessible }
  type Mutation { stamp(book: ID!, mode: Mode @inaccessible): Book }
  enum Mode { FAST SLOW @inaccessible }
  type Book @key(fields: "id") { id: ID!  title: String!  soldEpoch: Float @inaccessible }
  type LegacyBook @inaccessible { book_id: ID! }`;

const stock = `${link}
  type Book @key(fields: "id") { id: ID!  soldEpoch: Float @external  sold: String @requires(fields: "soldEpoch") }`;

const book = { __typename: 'Book', id: '1', title: 'Moby Dick', soldEpoch: 60 };

function source(sdl: string, resolvers: Record<string, object>): InProcessDataSource {
  const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]);
  return new InProcessDataSource({ schema, createContext: (request) => request });
}

const { published, internal } = buildGraphs({
  supergraphSdl: composeSupergraph({ catalog, stock }),
  dataSources: {
    catalog: source(catalog, {
      Query: { book: () => book, legacyBook: () => ({ book_id: '1' }) },
      Mutation: { stamp: (_: unknown, { mode }: { mode?: string }) => ({ ...book, title: mode ?? 'none' }) },
      Book: { __resolveReference: () => book },
    }),
    stock: source(stock, {
      Book: { sold: ({ soldEpoch }: { soldEpoch: number }) => new Date(soldEpoch * 1000).toISOString() },
    }),
  },
});

async function run(graph: typeof published, document: string): Promise<unknown> {
  return (await graph.prepare({ document }).execute({ variables: {}, context: testRequest() })).data;
}

const hidden: readonly (readonly [string, unknown])[] = [
  ['{ book { soldEpoch } }', { book: { soldEpoch: 60 } }],
  ['{ legacyBook { book_id } }', { legacyBook: { book_id: '1' } }],
  ['mutation { stamp(book: 1, mode: SLOW) { title } }', { stamp: { title: 'SLOW' } }],
];

describe('inaccessible elements', () => {
  test.each(hidden)('are rejected for clients, and available to the server itself: %s', async (document, data) => {
    expect(() => published.prepare({ document })).toThrow(/^(Cannot query field|Unknown argument)/);
    expect(await run(internal, document)).toEqual(data);
  });

  test('are not in the schema of clients', async () => {
    const document = '{ __type(name: "Book") { fields { name } } legacy: __type(name: "LegacyBook") { name } }';
    expect(await run(published, document)).toEqual({
      __type: { fields: [{ name: 'id' }, { name: 'title' }, { name: 'sold' }] },
      legacy: null,
    });
  });

  test('are not in the directives of clients', () => {
    const argumentsIn = (graph: typeof published) =>
      graph.apiSchema.getDirective('audit')?.args.map(({ name }) => name);
    expect([argumentsIn(published), argumentsIn(internal)]).toEqual([['reason'], ['reason', 'ticket']]);
  });

  test('can be required by accessible fields', async () => {
    expect(await run(published, '{ book { sold } }')).toEqual({ book: { sold: '1970-01-01T00:01:00.000Z' } });
  });
});

test('a supergraph without inaccessible elements yields the same results for clients and the server itself', async () => {
  const open = 'type Query { one: Int }';
  const graphs = buildGraphs({
    supergraphSdl: composeSupergraph({ open }),
    dataSources: { open: source(open, { Query: { one: () => 1 } }) },
  });
  expect(await Promise.all([run(graphs.published, '{ one }'), run(graphs.internal, '{ one }')])).toEqual([
    { one: 1 },
    { one: 1 },
  ]);
});

test('graphs of one supergraph share its schemas, but not their subgraphs', async () => {
  const open = 'type Query { one: Int }';
  const build = (typeDefs: string, value: number) =>
    buildGraphs({
      supergraphSdl: composeSupergraph({ open: typeDefs }),
      dataSources: { open: source(typeDefs, { Query: { one: () => value } }) },
    }).published;
  const [first, second, other] = [build(open, 1), build(open, 2), build('type Query { one: Int  two: Int }', 3)];
  expect(await Promise.all([first, second, other].map((graph) => run(graph, '{ one }')))).toEqual([
    ...[{ one: 1 }, { one: 2 }, { one: 3 }],
  ]);
  expect(second.apiSchema).toBe(first.apiSchema);
  expect(other.apiSchema).not.toBe(first.apiSchema);
});

test('introspection at the root needs no planner', async () => {
  const build = vi.spyOn(Planning.prototype, 'buildPlanner');
  onTestFinished(() => build.mockRestore());
  const document = '{ __typename ...Root } fragment Root on Query { __type(name: "Book") { name } }';
  expect(await run(published, document)).toEqual({ __typename: 'Query', __type: { name: 'Book' } });
  expect(build).not.toHaveBeenCalled();
});
