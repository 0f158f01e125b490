import { type ASTVisitor, GraphQLError, parse, type ValidationContext } from 'graphql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { composeSupergraph } from '../supergraph.js';
import type { DataSource } from './data-source.js';
import { RequestErrors } from './errors.js';
import { buildGraph, buildGraphs, type GraphOptions, internalSchema } from './graph.js';
import { emptyPlan } from './planning/empty-plan.js';
import { Planning } from './planning/planning.js';

const version = 'https://specs.apollo.dev/federation/v2.9';
const link = `extend schema @link(url: "${version}", import: ["@key", "@inaccessible"])`;
const catalog = `${link}
  type Query { book(id: ID): Book found(id: ID!): Book isOpen: Boolean media: Media secret: Int @inaccessible }
  type Subscription { added: Book }
  interface Media { id: ID! }
  type Book implements Media @key(fields: "id") { id: ID! title: String }
  type Film implements Media @inaccessible { id: ID! }`;
const stock = `${link}
  type Subscription { sold: Book }
  type Book @key(fields: "id") { id: ID! inStock: Int }`;

const supergraphSdl = composeSupergraph([
  { name: 'catalog', typeDefs: catalog },
  { name: 'stock', typeDefs: stock },
]);
const source: DataSource = { execute: () => ({}) };
const dataSources = { catalog: source, stock: source };

type Build = typeof buildGraph;

const buildPublished: Build = (options) => buildGraphs(options).published;

function prepare(document: string, options: Partial<GraphOptions> = {}) {
  return buildPublished({ supergraphSdl, dataSources, ...options }).prepare({ document });
}

function rejectionOf(document: string, options: Partial<GraphOptions> = {}) {
  try {
    prepare(document, options);
  } catch (error) {
    if (error instanceof RequestErrors) return { kind: error.kind, message: error.message, errors: error.errors };
    throw error;
  }
  return undefined;
}

describe('a graph', () => {
  const subscribe = async () => ({});
  const subscriptionsOf = (build: Build, stockSource: DataSource) => {
    const graph = build({ supergraphSdl, dataSources: { ...dataSources, stock: stockSource } });
    return Object.keys(graph.apiSchema.getSubscriptionType()?.getFields() ?? {});
  };

  test('requires a data source for each subgraph', () => {
    const { catalog } = dataSources;
    for (const build of [buildGraph, buildGraphs]) {
      expect(() => build({ supergraphSdl, dataSources: { catalog } })).toThrow('Subgraph "stock" has no data source');
      expect(() => build({ supergraphSdl, dataSources: new Map(Object.entries(dataSources)) })).not.toThrow();
    }
  });

  test('has the schema of clients, with @defer, and the supergraph', () => {
    const graph = buildGraph({ supergraphSdl, dataSources });
    expect(Object.keys(graph.apiSchema.getQueryType()?.getFields() ?? {})).toEqual([
      'book',
      'found',
      'isOpen',
      'media',
    ]);
    expect(graph.apiSchema.getDirective('defer')).toBeDefined();
    expect(graph.supergraphSdl).toBe(supergraphSdl);
    expect(internalSchema(supergraphSdl).getQueryType()?.getFields().secret).toBeDefined();
  });

  test.each([
    'subscription ($i: Boolean!) { sold @include(if: $i) { id } }',
    'subscription { sold @include { id } }',
    'subscription { sold @skip(if: "x") { id } }',
    'subscription { sold @skip(if: $unknown) { id } }',
  ])('rejects a subscription whose root field has a condition that cannot be evaluated: %s', (document) => {
    expect(rejectionOf(document)).toMatchObject({
      kind: 'validation',
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });

  test('has the subscriptions of the subgraphs that support them', () => {
    expect(subscriptionsOf(buildGraph, { ...dataSources.stock, subscribe })).toEqual(['sold']);
    expect(subscriptionsOf(buildGraph, dataSources.stock)).toEqual([]);
    expect(subscriptionsOf(buildPublished, dataSources.stock)).toEqual(['added', 'sold']);
  });

  test.each([
    [
      'builds its planner at once if a subgraph is not trusted',
      { catalog: { ...source, isTrusted: true }, stock: source },
      1,
    ],
    [
      'builds no planner if all subgraphs are trusted',
      { catalog: { ...source, isTrusted: true }, stock: { ...source, isTrusted: true } },
      0,
    ],
  ])('from buildGraphs %s', (_, dataSources, times) => {
    const planner = vi.spyOn(Planning.prototype, 'buildPlanner');
    onTestFinished(() => planner.mockRestore());
    buildGraphs({ supergraphSdl, dataSources });
    expect(planner).toHaveBeenCalledTimes(times);
  });

  test('does not support arguments from a context', () => {
    const people = `extend schema @link(url: "${version}", import: ["@key", "@context", "@fromContext"])
      type Query { person: Person }
      type Person @key(fields: "id") @context(name: "person") { id: ID! language: String book: Book! }
      type Book @key(fields: "id") { id: ID! title(in: String @fromContext(field: "$person { language }")): String }`;
    const options = {
      supergraphSdl: composeSupergraph([{ name: 'people', typeDefs: people }]),
      dataSources: { people: dataSources.catalog },
    };
    expect(() => buildGraph(options)).toThrow('uses @context and @fromContext');
  });
});

test('preparing accepts a parsed document', () => {
  const document = parse('query Open { isOpen }');
  const prepared = buildPublished({ supergraphSdl, dataSources }).prepare({ document });
  expect(prepared.operation.name?.value).toBe('Open');
});

test('only internal operations select hidden elements', () => {
  const { published, internal } = buildGraphs({ supergraphSdl, dataSources });
  expect(() => internal.prepare({ document: '{ secret }' })).not.toThrow();
  expect(() => published.prepare({ document: '{ secret }' })).toThrow('Cannot query field "secret"');
});

describe('preparing rejects', () => {
  test.each([
    ['invalid GraphQL', '{ book {', 'syntax', 'Syntax Error'],
    ['unknown fields', '{ secret }', 'validation', 'Cannot query field "secret"'],
    ['@defer in subscriptions', 'subscription { added { ... @defer { id } } }', 'validation', 'defer'],
    ['reserved aliases', '{ book { __typename: title } }', 'validation', '"__typename" is reserved'],
    [
      'several operations without a name',
      'query A { isOpen } query B { isOpen }',
      'operation',
      'Must provide operation name',
    ],
  ])('%s', (_, document, kind, message) => {
    expect(rejectionOf(document)).toMatchObject({ kind, message: expect.stringContaining(message) });
  });

  test('what additional rules and the limit of tokens reject', () => {
    const rule = (context: ValidationContext): ASTVisitor => ({
      Field: ({ name }) => void (name.value === 'isOpen' && context.reportError(new GraphQLError('closed'))),
    });
    expect(rejectionOf('{ isOpen }', { validationRules: [rule] })?.message).toBe('closed');
    expect(rejectionOf('{ isOpen }', { maxTokens: 2 })?.kind).toBe('syntax');
    expect(rejectionOf('{ isOpen }', { maxTokens: 3 })).toBeUndefined();
  });

  test('subscriptions if no subgraph supports them', () => {
    const text = 'subscription { added { id } }';
    const { message, kind, errors } = rejectionOf(text) ?? {};
    expect({ kind, message }).toEqual({ kind: 'validation', message: 'Subscriptions are not supported' });
    expect(errors?.[0]?.locations).toEqual([{ line: 1, column: 1 }]);
    const stock = { ...source, subscribe: async () => ({}) };
    expect(prepare(text, { dataSources: { catalog: source, stock } }).subscribe).toBeDefined();
  });

  test('operations of which the planner plans nothing', async () => {
    const planner = vi.spyOn(Planning.prototype, 'planSynchronously').mockReturnValue(emptyPlan);
    onTestFinished(() => planner.mockRestore());
    expect(rejectionOf('{ book { inStock } }')?.kind).toBe('unplanned');
  });
});
