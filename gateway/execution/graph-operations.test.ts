import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { composeSupergraph } from '../supergraph.js';
import type { DataSource, FetchRequest } from './data-source.js';
import { buildGraph, buildGraphs, type GraphOptions } from './graph.js';
import { isIncremental } from './incremental-result.js';
import { emptyPlan } from './planning/empty-plan.js';
import { Planning } from './planning/planning.js';

const link = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@inaccessible", "@override"])`;
const catalog = `${link}
  type Query { book(id: ID): Book found(id: ID!): Book isOpen: Boolean media: Media }
  interface Media { id: ID! }
  type Book implements Media @key(fields: "id") { id: ID! title: String price: Int pages: Int }
  type Film implements Media @inaccessible { id: ID! }`;
const stock = `${link}
  type Book @key(fields: "id") { id: ID! inStock: Int }`;
const prices = `${link}
  type Book @key(fields: "id") {
    id: ID!
    price: Int @override(from: "catalog", label: "percent(50)")
    pages: Int @override(from: "catalog", label: "canary")
  }`;

const supergraphSdl = composeSupergraph([
  { name: 'catalog', typeDefs: catalog },
  { name: 'stock', typeDefs: stock },
]);
const context = { requestId: 'test', signal: new AbortController().signal };

/** Subgraphs that know one book and one film, and the texts of the fetches that they receive. */
function subgraphs(properties: Partial<DataSource> = { isTrusted: true }) {
  const requests: string[] = [];
  const sourceOf = (name: string, fields: Record<string, unknown>): DataSource => ({
    ...properties,
    execute({ text }: FetchRequest) {
      requests.push(`${name}: ${text.replaceAll(/\s+/g, ' ')}`);
      return { data: structuredClone(fields) };
    },
  });
  const book = { __typename: 'Book', id: 'b', id_0: 'Emma', title: 'Emma', price: 7, pages: 9 };
  const media = { __typename: 'Film', id: 'f' };
  const dataSources = {
    catalog: sourceOf('catalog', { book, media, isOpen: true }),
    stock: sourceOf('stock', { _entities: [{ inStock: 3 }] }),
  };
  return { dataSources, requests, sourceOf };
}

type Build = typeof buildGraph;
type Setup = Partial<GraphOptions> & { readonly source?: Partial<DataSource>; readonly build?: Build };

const buildPublished: Build = (options) => buildGraphs(options).published;

/** Executes an operation. Returns the result and the texts of the fetches. */
async function run(document: string, { source, build = buildPublished, ...options }: Setup = {}) {
  const { dataSources, requests } = subgraphs(source);
  const graph = build({ supergraphSdl, dataSources, ...options });
  const { data, errors } = await graph.prepare({ document }).execute({ variables: {}, context });
  return { data, requests, ...(errors && { codes: errors.map(({ extensions }) => extensions.code) }) };
}

function prepare(document: string, options: Partial<GraphOptions> = {}, build = buildPublished) {
  return build({ supergraphSdl, ...subgraphs(), ...options }).prepare({ document });
}

describe('an operation', () => {
  test('of one trusted subgraph is sent unchanged', async () => {
    for (const build of [buildGraph, buildPublished]) {
      expect(await run('{ book { title } }', { build })).toMatchObject({
        data: { book: { title: 'Emma' } },
        requests: ['catalog: { book { title } }'],
      });
    }
  });

  test('of one subgraph that is not trusted has only the selected fields', async () => {
    const { data } = await run('{ book { title } }', { source: {} });
    expect(data).toEqual({ book: { title: 'Emma' } });
  });

  test('of several subgraphs is planned, also if clients select a key under another name', async () => {
    const { data, requests } = await run('{ book { inStock id: title } }');
    expect(data).toEqual({ book: { inStock: 3, id: 'Emma' } });
    expect(requests).toEqual([
      expect.stringMatching(/^catalog: .*id_0:title/),
      expect.stringMatching(/^stock: .*inStock/),
    ]);
  });

  test('fetches required fields with the arguments that the subgraph requires', async () => {
    const imports = 'import: ["@key", "@external", "@requires"]';
    const version = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", ${imports})`;
    const price = 'price(currency: String): Int';
    const goods = `${version} type Query { book: Book } type Book @key(fields: "id") { id: ID! ${price} }`;
    const costs = `${version} type Book @key(fields: "id") {
      id: ID! ${price} @external cost: Int @requires(fields: "price(currency: \\"USD\\")")
    }`;
    const { sourceOf, requests } = subgraphs();
    const graph = buildGraph({
      supergraphSdl: composeSupergraph([
        { name: 'goods', typeDefs: goods },
        { name: 'costs', typeDefs: costs },
      ]),
      dataSources: {
        goods: sourceOf('goods', { book: { __typename: 'Book', id: 'b', price_required0: 9 } }),
        costs: sourceOf('costs', { _entities: [{ cost: 10 }] }),
      },
    });
    const { data } = await graph.prepare({ document: '{ book { cost } }' }).execute({ variables: {}, context });
    expect(data).toEqual({ book: { cost: 10 } });
    expect(requests[0]).toMatch(/price\(currency: ?"USD"\)/);
  });

  test('that selects only introspection fetches nothing', async () => {
    expect(await run('{ __typename ... { __type(name: "Book") { name } } }')).toEqual({
      data: { __typename: 'Query', __type: { name: 'Book' } },
      requests: [],
    });
  });

  test.each([buildGraph, buildPublished])('has empty objects where conditions exclude all fields', async (build) => {
    const { data, requests } = await run('{ isOpen book { title @skip(if: true) } }', { build });
    expect(data).toEqual({ isOpen: true, book: {} });
    expect(requests).toEqual([expect.stringMatching(/^catalog: .*book\{__typename\}/)]);
  });

  test('with @defer is executed without it by those who do not accept parts', async () => {
    const { data, requests } = await run('{ book { ... @defer { title } inStock } }');
    expect(data).toEqual({ book: { title: 'Emma', inStock: 3 } });
    expect(requests.join()).not.toContain('defer');
  });

  test('of more than 500 selections is planned in the thread', async () => {
    const thread = vi.spyOn(Planning.prototype, 'plan').mockImplementation(async function (this: Planning, ...parts) {
      return this.planSynchronously(...parts);
    });
    onTestFinished(() => thread.mockRestore());
    expect((await run(`{ ${'isOpen '.repeat(500)} }`, { source: {} })).data).toMatchObject({ isOpen: true });
    expect(thread).not.toHaveBeenCalled();
    expect((await run(`{ ${'isOpen '.repeat(501)} }`, { source: {} })).data).toMatchObject({ isOpen: true });
    expect(thread).toHaveBeenCalledOnce();
  });

  test('returns objects of hidden types as null', async () => {
    for (const build of [buildGraph, buildPublished])
      expect((await run('{ media { id } }', { build })).data).toEqual({ media: null });
  });

  test.each([
    ['that are active', { overrideLabels: ['canary'], random: (): number => 0.5 }, ['pages']],
    ['by their share of requests', { random: (): number => 0.49 }, ['price']],
    ['by a random share of requests', {}, ['price']],
  ])('reads fields from the subgraph of the overrides %s', async (_, options, fields) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.49);
    onTestFinished(() => random.mockRestore());
    const { sourceOf, dataSources, requests } = subgraphs();
    const withPrices = { ...dataSources, prices: sourceOf('prices', { _entities: [{}] }) };
    const graph = buildPublished({
      supergraphSdl: composeSupergraph([
        { name: 'catalog', typeDefs: catalog },
        { name: 'prices', typeDefs: prices },
      ]),
      dataSources: withPrices,
      ...options,
    });
    await graph.prepare({ document: '{ book { price pages } }' }).execute({ variables: {}, context });
    const [fromPrices] = requests.filter((request) => request.startsWith('prices'));
    expect(fromPrices?.match(/price\b|pages/g)).toEqual(fields);
  });

  test('is planned inside wrapPlanning', async () => {
    const steps: string[] = [];
    const wrapPlanning = <Result>(plan: () => Result): Result => {
      steps.push('before');
      const result = plan();
      steps.push('after');
      return result;
    };
    expect((await run('{ isOpen }', { wrapPlanning })).data).toMatchObject({ isOpen: true });
    expect(steps).toEqual(['before', 'after']);
  });
});

describe('an operation of a graph from buildGraphs', () => {
  test.each([
    ['that one trusted subgraph executes needs no planner', '{ book { title } }', {}, 0],
    ['of a subgraph that is not trusted is planned', '{ book { title } }', { source: {} }, 1],
    ['of several subgraphs is planned', '{ book { inStock } }', {}, 1],
    ['that selects only introspection needs no planner', '{ __typename }', {}, 0],
    ['that can return hidden types is planned', '{ media { id } }', {}, 1],
  ])('%s', async (_, document, options, plans) => {
    const planner = vi.spyOn(Planning.prototype, 'planSynchronously');
    onTestFinished(() => planner.mockRestore());
    await run(document, { ...options, build: buildPublished });
    expect(planner).toHaveBeenCalledTimes(plans);
  });
});

describe('variables of an operation of one trusted subgraph', () => {
  const text = 'query ($id: ID!) { found(id: $id) { title } }';

  test.each([
    ['are validated by the subgraph if it coerces them', { isTrusted: true, coercesVariables: true }, 1],
    ['are validated before the fetch if the subgraph does not coerce them', { isTrusted: true }, 0],
    ['are validated before the fetch if the subgraph is not trusted', { coercesVariables: true }, 0],
  ])('%s', async (_, source, fetches) => {
    const { dataSources, requests } = subgraphs(source);
    await prepare(text, { dataSources }).execute({ variables: {}, context });
    expect(requests).toHaveLength(fetches);
  });
});

describe('an operation with @defer', () => {
  const partsOf = async (document: string) => {
    const result = await prepare(document).executeIncrementally?.({ variables: {}, context });
    if (result === undefined || !isIncremental(result)) return result;
    const later: unknown[] = [];
    for await (const { parts } of result.subsequentResults) later.push(...parts.map(({ data }) => data));
    return { initial: result.initial.data, later };
  };

  test('delivers the fields of other subgraphs later', async () => {
    expect(await partsOf('{ book { title ... @defer { inStock id: title } } }')).toEqual({
      initial: { book: { title: 'Emma' } },
      later: [{ inStock: 3, id: 'Emma' }],
    });
  });

  test.each([
    ['its fields need no other fetch', '{ book { title ... @defer { id } } }', { title: 'Emma', id: 'b' }],
    [
      '@defer is on a fragment that conditions exclude',
      '{ book { id ... @defer { inStock @skip(if: true) } title @include(if: true) } }',
      { id: 'b', title: 'Emma' },
    ],
  ])('has a complete result if %s', async (_, document, book) => {
    expect(await partsOf(document)).toMatchObject({ data: { book } });
  });

  test('reports that the planner plans nothing', async () => {
    const planner = vi.spyOn(Planning.prototype, 'planSynchronously');
    onTestFinished(() => planner.mockRestore());
    const prepared = prepare('{ book { title ... @defer { inStock } } }');
    planner.mockReturnValue(emptyPlan);
    expect(await prepared.executeIncrementally?.({ variables: {}, context })).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_NOT_PLANNABLE' } }],
    });
  });
});
