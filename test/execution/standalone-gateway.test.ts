import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeSupergraph } from '../../gateway/index.js';
import { SupergraphError } from '../../gateway/standalone/index.js';
import { type StartOptions, startGateway } from '../gateway/standalone/support/start.js';
import { federated, type HttpSubgraph, type HttpSubgraphs, serveSubgraphs } from './support/http-subgraphs.js';

const books: HttpSubgraph = {
  name: 'books',
  typeDefs: federated(`
    type Query {
      books: [Book!] shelf(number: Int!): String caller: String slow: String
      newest(first: Int, last: Int): [Book!] @listSize(slicingArguments: ["first", "last"])
    }
    type Mutation { lend(id: ID!): Book }
    type Book @key(fields: "id") { id: ID! title: String! }
  `),
  resolvers: {
    Query: {
      books: () => [
        { id: 'b1', title: 'Tides' },
        { id: 'b2', title: 'Dunes' },
      ],
      shelf: () => {
        throw Object.assign(new Error('The shelf is locked'), { extensions: { code: 'LOCKED', key: 'k1' } });
      },
      caller: (_source: never, _args: never, { headers }) => `${headers.authorization} ${headers['x-tenant']}`,
    },
    Mutation: { lend: (_source: never, { id }: { id: string }) => ({ id, title: 'Lent' }) },
  },
};
const loans: HttpSubgraph = {
  name: 'loans',
  typeDefs: federated(`type Book @key(fields: "id") { id: ID! borrower: String days: Int! }`),
  resolvers: {
    Book: {
      __resolveReference: ({ id }: { id: string }) => ({ id, borrower: id === 'b1' ? 'Ada' : null, days: 3 }),
    },
  },
};

let subgraphs: HttpSubgraphs;
let gateway: Awaited<ReturnType<typeof startGateway>>;

function start(options: StartOptions = {}) {
  return startGateway({ supergraphSdl: subgraphs.supergraphSdl, subgraphs: { maxResponseBytes: 10_000 }, ...options });
}

async function sendRequest(query: string, at = gateway.url, headers: Record<string, string> = {}) {
  const response = await fetch(`${at}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

beforeAll(async () => {
  subgraphs = await serveSubgraphs([books, loans]);
  gateway = await start();
});

afterAll(async () => {
  await gateway.close();
  await subgraphs.close();
});

beforeEach(() => {
  subgraphs.observedRequests.length = 0;
  subgraphs.instead.clear();
});

describe('a gateway for an external supergraph', () => {
  test('joins the data of subgraphs', async () => {
    const response = await sendRequest('{ books { title borrower } }');
    const expected = [
      { title: 'Tides', borrower: 'Ada' },
      { title: 'Dunes', borrower: null },
    ];
    expect(response).toEqual({ status: 200, data: { books: expected } });
    expect(subgraphs.observedRequests.map(({ subgraph }) => subgraph)).toEqual(['books', 'loans']);
    expect(await sendRequest('mutation { lend(id: "b1") { title days } }')).toMatchObject({
      data: { lend: { title: 'Lent', days: 3 } },
    });
  });

  test('returns subgraph errors unchanged, with the path and the subgraph name', async () => {
    const { data, errors } = await sendRequest('{ shelf(number: 1) books { id } }');
    expect(data).toEqual({ shelf: null, books: [{ id: 'b1' }, { id: 'b2' }] });
    expect(errors).toEqual([
      {
        ...{ message: 'The shelf is locked', path: ['shelf'] },
        extensions: { code: 'LOCKED', key: 'k1', serviceName: 'books' },
      },
    ]);
  });

  test('adds the code of subgraph errors to an error without a code', async () => {
    subgraphs.instead.set('loans', {
      status: 500,
      body: '{"data":{"_entities":[null,null]},"errors":[{"message":"broken","path":["_entities",1,"days"],"locations":[]}, 7]}',
    });
    const { data, errors } = await sendRequest('{ books { id days } }');
    expect(data).toEqual({ books: null });
    expect(errors).toEqual([
      {
        ...{ message: 'broken', path: ['books', 1, 'days'] },
        extensions: { code: 'DOWNSTREAM_SERVICE_ERROR', serviceName: 'loans' },
      },
      {
        message: 'Error while fetching subquery from service "loans"',
        extensions: { code: 'DOWNSTREAM_SERVICE_ERROR', serviceName: 'loans' },
      },
    ]);
  });

  test('reports without a path an error of an entity that was not requested', async () => {
    subgraphs.instead.set('loans', {
      status: 200,
      body: '{"data":{"_entities":[null,null]},"errors":[{"message":"broken","path":["_entities",2,"borrower"]}]}',
    });
    expect(await sendRequest('{ books { id borrower } }')).toEqual({
      status: 200,
      data: {
        books: [
          { id: 'b1', borrower: null },
          { id: 'b2', borrower: null },
        ],
      },
      errors: [{ message: 'broken', extensions: { code: 'DOWNSTREAM_SERVICE_ERROR', serviceName: 'loans' } }],
    });
  });

  test('rejects a list without exactly one slicing argument where its subgraph requires one', async () => {
    const message = 'The field "Query.newest" requires exactly one of the arguments first, last, but none is passed.';
    const rejected = {
      errors: [
        { message: `${message} Pass one of them with a number.`, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      ],
    };
    expect(await sendRequest('{ newest { id } }')).toMatchObject(rejected);
    expect(await sendRequest('query ($n: Int) { newest(first: $n) { id } }')).toMatchObject({
      errors: rejected.errors,
    });
    expect(await sendRequest('{ newest(first: 1) { id } }')).toMatchObject({ data: { newest: null } });
  });

  test('reports data that violates the schema of its subgraph', async () => {
    subgraphs.instead.set('books', { status: 200, body: '{"data":{"books":[{"id":"b1"},{}]}}' });
    expect(await sendRequest('{ books { id } }')).toMatchObject({ data: { books: null } });
    subgraphs.instead.set('books', { status: 200, body: '{"data":{"books":[{"__typename":"Book","id":"b1"},{}]}}' });
    expect(await sendRequest('{ books { title days } }')).toMatchObject({
      data: { books: null },
      extensions: { valueCompletion: [{ path: ['books', 0, 'title'] }, { path: ['books', 1, 'title'] }] },
    });
  });

  test.each([
    ['no list', '"b1"', []],
    ['null in a list', '[7, {"__typename":"Book","id":"b1","title":"Tides"}]', [0]],
    ['a list instead of an object', '[[], {"__typename":"Book","id":"b1","title":"Tides"}]', [0]],
    ['an invalid type name', '[{"__typename":{"toString":1}}, {"id":"b1","title":"Tides"}]', [0]],
  ])('returns the data of other subgraphs if one responds with %s', async (_, received, position) => {
    subgraphs.instead.set('books', { status: 200, body: `{"data":{"books":${received},"caller":"me"}}` });
    expect(await sendRequest('{ caller books { title borrower } }')).toMatchObject({
      data: { caller: 'me', books: null },
      extensions: { valueCompletion: [{ path: ['books', ...position] }] },
    });
  });

  test.each([
    ['invalid GraphQL', { status: 503, body: '<html>' }, 'did not return a valid subgraph response', 'UPSTREAM_FAILED'],
    [
      'a value that is not a list of entities',
      { status: 200, body: '{"data":{"_entities":"b1"}}' },
      'did not return a valid subgraph response',
      'UPSTREAM_FAILED',
    ],
    [
      'too few entities',
      { status: 200, body: '{"data":{"_entities":[null]}}' },
      'did not return a valid subgraph response',
      'UPSTREAM_FAILED',
    ],
    [
      'neither data nor errors',
      { status: 200, body: '{"errors":[]}' },
      'did not return a valid subgraph response',
      'UPSTREAM_FAILED',
    ],
    [
      'too much data',
      { status: 200, body: `{"data":{"a":"${'x'.repeat(20_000)}"}}` },
      'a response that is too large',
      'UPSTREAM_FAILED',
    ],
  ])('returns the data of other subgraphs if one responds with %s', async (_, response, message, code) => {
    subgraphs.instead.set('loans', response);
    const { data, errors } = await sendRequest('{ books { title borrower } }');
    expect(data.books[0]).toEqual({ title: 'Tides', borrower: null });
    expect(errors).toEqual([
      { message: expect.stringContaining(`Subgraph "loans" `), extensions: { code, subgraph: 'loans' } },
    ]);
    expect(errors[0].message).toContain(message);
  });

  test('applies the configured timeout to each subgraph', async () => {
    const impatient = await start({ subgraphs: { timeoutMs: 500 } });
    const closed = Promise.withResolvers<void>();
    subgraphs.instead.set('loans', { status: 200, body: '{}', delay: closed.promise });
    const { data, errors } = await sendRequest('{ books { borrower } }', impatient.url);
    expect(data).toEqual({ books: [{ borrower: null }, { borrower: null }] });
    expect(errors[0].extensions).toEqual({ code: 'UPSTREAM_TIMEOUT', subgraph: 'loans' });
    closed.resolve();
    await impatient.close();
  });

  test('forwards the configured headers only', async () => {
    const headers = { authorization: 'Bearer abc', 'x-tenant': 'acme' };
    expect((await sendRequest('{ caller }', gateway.url, headers)).data).toEqual({ caller: 'Bearer abc undefined' });
  });

  test('limits documents, and their cost if the supergraph declares costs', async () => {
    const strict = await start({ environment: { RAMPART_GRAPHQL_MAX_COST: '1', RAMPART_GRAPHQL_MAX_DEPTH: '1' } });
    expect((await sendRequest('{ shelf(number: 1) }', strict.url)).data).toEqual({ shelf: null });
    expect((await sendRequest('{ books { id } }', strict.url)).errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
    await strict.close();
  });

  test('publishes the schema like the main gateway, or without restriction', async () => {
    const environment = { NODE_ENV: 'production' };
    const [closed, open] = await Promise.all([start({ environment }), start({ environment, schemaIsPublic: true })]);
    const responses = await Promise.all(
      [closed, open].map(({ url }) => sendRequest('{ __schema { queryType { name } } }', url)),
    );
    expect(responses[0]).toMatchObject({ errors: [{ extensions: { code: 'INTROSPECTION_DISABLED' } }] });
    expect(responses[1]).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } });
    const texts = await Promise.all([closed, open].map(({ url }) => fetch(`${url}/supergraph.graphql`)));
    expect(texts.map(({ status }) => status)).toEqual([401, 200]);
    await Promise.all([closed.close(), open.close()]);
  });

  test('is ready after its start, and has metrics', async () => {
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('rampart_graphql_operations_total');
    expect(metrics).not.toContain('rampart_database_ready');
  });
});

/** A supergraph with an argument that only the gateway can set. */
const supergraphWithContext = composeSupergraph([
  {
    name: 'books',
    typeDefs: `extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.8", import: ["@key", "@context", "@fromContext"])
      type Query { readers: [Reader!] }
      type Reader @key(fields: "id") @context(name: "reader") { id: ID! language: String book: Book! }
      type Book @key(fields: "id") { id: ID! title(language: String @fromContext(field: "$reader { language }")): String }`,
  },
]);

test.each(['rampart', 'apollo'] as const)('a supergraph with @cacheTag is served (engine %s)', async (engine) => {
  const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@cacheTag"])';
  const tagged = await serveSubgraphs([
    {
      name: 'tagged',
      typeDefs: `${link} type Query { shelf(id: ID!): Shelf @cacheTag(format: "shelf-{$args.id}") }
        type Shelf @key(fields: "id") @cacheTag(format: "shelf-{$key.id}") { id: ID! }`,
      resolvers: { Query: { shelf: (_source: never, { id }: { id: string }) => ({ id }) } },
    },
  ]);
  const tagging = await start({ supergraphSdl: tagged.supergraphSdl, engine, unauthorized: undefined });
  expect(await sendRequest('{ shelf(id: "1") { id } }', tagging.url)).toMatchObject({ data: { shelf: { id: '1' } } });
  await tagging.close();
  await tagged.close();
});

describe('the start fails for', () => {
  test.each([
    ['no SDL', { supergraphSdl: 'no schema' }, 'this is not a supergraph'],
    ['no supergraph', { supergraphSdl: 'type Query { a: Int }' }, 'must be a core schema'],
    [
      'arguments from a context',
      { supergraphSdl: supergraphWithContext },
      'the supergraph uses @context and @fromContext',
    ],
    [
      'an unknown subgraph',
      { subgraphUrls: new Map([['films', 'http://127.0.0.1:1/']]) },
      'its subgraphs are books, loans',
    ],
    ['an invalid URL', { subgraphUrls: new Map([['books', 'file:///x']]) }, 'not an http or https URL'],
    ['a missing URL', { subgraphUrls: new Map([['books', '']]) }, '--subgraph books=URL'],
  ])('%s', async (_, options, message) => {
    await expect(start(options)).rejects.toThrow(message);
  });

  test.each(['http://ada:hidden@127.0.0.1/', 'ftp://ada:hidden@127.0.0.1/', 'http://ada:hidden@a:x/', 'ada:hidden@a'])(
    'a URL with credentials, which are redacted: %s',
    async (url) => {
      const rejection = await start({ subgraphUrls: new Map([['books', url]]) }).catch((error: Error) => error);
      expect(rejection).toBeInstanceOf(SupergraphError);
      expect((rejection as Error).message).toContain('the address of subgraph "books"');
      expect((rejection as Error).message).not.toMatch(/ada|hidden/);
    },
  );

  test('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number }; // A TCP server has an AddressInfo.
    await expect(start({ environment: { RAMPART_SERVER_PORT: String(port) } })).rejects.toThrow(
      'is in use: stop the program that uses it',
    );
    server.close();
  });
});
