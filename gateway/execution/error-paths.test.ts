import { expect, test } from 'vitest';
import { composeSupergraph } from '../supergraph.js';
import type { DataSource, FetchRequest, FetchResult } from './data-source.js';
import { buildGraph } from './graph.js';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external"])';
const supergraphSdl = composeSupergraph([
  {
    name: 'catalog',
    typeDefs: `${link}
      type Query { media: [Media] shelves: [Shelf] }
      type Shelf { root: Query }
      interface Media { id: ID! title: String }
      type Book implements Media @key(fields: "id") { id: ID! title: String! @external }
      type Film implements Media @key(fields: "id") { id: ID! title: String @external }`,
  },
  {
    name: 'titles',
    typeDefs: `${link}
      type Query { first: Media }
      interface Media { id: ID! }
      type Book implements Media @key(fields: "id") { id: ID! title: String! }
      type Film implements Media @key(fields: "id") { id: ID! title: String }`,
  },
]);

/** Executes an operation, and returns its data, the paths of its errors, and the texts of its fetches. */
async function run(document: string, results: Record<'catalog' | 'titles', FetchResult>) {
  const texts: string[] = [];
  const sourceOf = (result: FetchResult): DataSource => ({
    execute({ text }: FetchRequest) {
      texts.push(text);
      return structuredClone(result);
    },
  });
  const dataSources = { catalog: sourceOf(results.catalog), titles: sourceOf(results.titles) };
  const context = { requestId: 'test', signal: new AbortController().signal };
  const graph = buildGraph({ supergraphSdl, dataSources });
  const { data, errors } = await graph.prepare({ document }).execute({ variables: {}, context });
  return { data, texts, paths: errors?.map(({ path }) => path?.join('.')) };
}

const book = { __typename: 'Book', id: 'b' };
const film = { __typename: 'Film', id: 'f' };

test('the path of an error has the name of the field in the operation, if the plan uses another name', async () => {
  const entities = await run('{ media { title } }', {
    catalog: { data: { media: [book, film] } },
    titles: {
      data: { _entities: [{ title: 'Emma' }, { title__alias_0: null }] },
      errors: [{ message: 'no title', path: ['_entities', 1, 'title__alias_0'] }],
    },
  });
  expect(entities.texts[1]).toContain('title__alias_0');
  expect(entities).toMatchObject({ data: { media: [{ title: 'Emma' }, { title: null }] }, paths: ['media.1.title'] });

  const root = await run('{ first { title } }', {
    catalog: { data: {} },
    titles: {
      data: { first: { ...film, title__alias_0: null } },
      errors: [{ message: 'no title', path: ['first', 'title__alias_0'] }],
    },
  });
  expect(root.texts[0]).toContain('title__alias_0');
  expect(root).toMatchObject({ data: { first: { title: null } }, paths: ['first.title'] });
});

test('an error of root fields below a list is reported at each object of the list', async () => {
  const { paths, data } = await run('{ shelves { root { first { title } } } }', {
    catalog: { data: { shelves: [{ root: {} }, null, { root: {} }] } },
    titles: { data: { first: null }, errors: [{ message: 'no title', path: ['first'] }] },
  });
  expect(data).toEqual({ shelves: [{ root: { first: null } }, null, { root: { first: null } }] });
  expect(paths).toEqual(['shelves.0.root.first', 'shelves.2.root.first']);
});
