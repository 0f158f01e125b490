import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  federated,
  type HttpSubgraph,
  type HttpSubgraphs,
  serveSubgraphs,
} from '../../execution/support/http-subgraphs.js';
import { sendRequest, startGateway } from './support/start.js';

const books: HttpSubgraph = {
  name: 'books',
  typeDefs: federated(`
    scalar BigInt
    scalar JSON
    input Filter { after: [BigInt!] id: ID }
    type Query {
      books: [Book!] caller: String echo(text: String): String printedAt: Float serial: ID big: BigInt
      count(after: BigInt, id: ID, price: Float, filters: [Filter!], about: JSON, first: Int): Int
    }
    type Mutation { lend: String }
    type Book @key(fields: "id") { id: ID! title: String! }
  `),
  resolvers: {
    Query: {
      books: () => ['b1', 'b2'].map((id) => ({ id, title: id })),
      caller: (_source: never, _args: never, { headers }) => String(headers.authorization),
      echo: (_source: never, { text }: { text: string }) => text,
      count: () => 1,
    },
    Mutation: { lend: () => 'lent' },
  },
};
const loans: HttpSubgraph = {
  name: 'loans',
  typeDefs: federated(`type Query { loans: Int } type Book @key(fields: "id") { id: ID! borrower: String }`),
  resolvers: {
    Query: { loans: () => 3 },
    Book: { __resolveReference: ({ id }: { id: string }) => ({ id, borrower: 'Ada' }) },
  },
};

let subgraphs: HttpSubgraphs;
/** A gateway with retries and rules for headers. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
/** A gateway that forwards cookies. */
let withCookies: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  subgraphs = await serveSubgraphs([books, loans]);
  const { supergraphSdl } = subgraphs;
  [gateway, withCookies] = await Promise.all([
    startGateway({
      supergraphSdl,
      subgraphs: { maxRetries: 2, retryBudget: 0.1, compressesRequests: true, maxResponseBytes: 100_000 },
      responseHeaders: new Map([
        ['cache-control', 'strictest'],
        ['x-first', 'first'],
        ['x-last', 'last'],
        ['x-all', 'append'],
      ]),
      cors: { origins: ['https://app.example'], allowsCredentials: true, requestHeaders: ['x-page'] },
    }),
    startGateway({ supergraphSdl, responseHeaders: new Map([['set-cookie', 'append']]) }),
  ]);
});

afterAll(async () => {
  await Promise.all([gateway.close(), withCookies.close()]);
  await subgraphs.close();
});

beforeEach(() => {
  subgraphs.observedRequests.length = 0;
  subgraphs.instead.clear();
});

const calls = (query: string, options?: Parameters<typeof sendRequest>[2]) => sendRequest(gateway.url, query, options);
const requests = (name: string) => subgraphs.observedRequests.filter(({ subgraph }) => subgraph === name).length;
const borrowers = '{ books { id borrower } }';

/** Sends a query with variables as JSON text. */
function sendText(method: 'GET' | 'POST', query: string, variables: string, { url } = gateway): Promise<Response> {
  if (method === 'GET') {
    const parameters = new URLSearchParams({ query, variables });
    return fetch(`${url}/graphql?${parameters}`, { headers: { 'apollo-require-preflight': 'true' } });
  }
  const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
  return fetch(`${url}/graphql`, { method, headers: { 'content-type': 'application/json' }, body });
}

test('integers beyond the precision of JavaScript numbers reach the client with all digits', async () => {
  const data = '{"printedAt":1764479578000000001,"serial":12345678901234567890}';
  subgraphs.instead.set('books', { status: 200, body: `{"data":${data}}` });
  const response = await sendText('POST', '{ printedAt serial }', '{}');
  expect(await response.text()).toBe(`{"data":${data}}`);
});

test('the engine apollo rounds no integers, except those of Float', async () => {
  const apollo = await startGateway({
    supergraphSdl: subgraphs.supergraphSdl,
    engine: 'apollo',
    unauthorized: undefined,
  });
  onTestFinished(() => apollo.close());
  const integer = '12345678901234567890';
  subgraphs.instead.set('books', {
    status: 200,
    body: `{"data":{"printedAt":${integer},"serial":${integer},"big":${integer}}}`,
  });
  const response = await sendText('POST', '{ printedAt serial big }', '{}', apollo);
  expect(await response.text()).toBe(
    `{"data":{"printedAt":12345678901234567000,"serial":"${integer}","big":${integer}}}`,
  );
  subgraphs.instead.clear();
  await sendText('POST', 'query ($after: BigInt) { count(after: $after) }', `{"after":${integer}}`, apollo);
  expect(subgraphs.observedRequests.at(-1)?.body).toContain(`"after":${integer}`);
  const rejected = await sendRequest(apollo.url, `{ count(after: ${integer}) }`);
  expect(rejected.body.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
});

describe('numbers in variables that JavaScript would round', () => {
  const query = `query ($after: BigInt, $id: ID, $price: Float, $filters: [Filter!], $about: JSON, $first: Int) {
    count(after: $after, id: $id, price: $price, filters: $filters, about: $about, first: $first) }`;

  test.each(['GET', 'POST'] as const)(
    'reach a subgraph with all digits, as their types accept them (%s)',
    async (method) => {
      const numbers = '[9007199254740993,-12345678901234567890,0.1234567890123456789,1e400,5]';
      const response = await sendText(
        method,
        query,
        `{"after":9007199254740993,"id":9007199254740993,"price":9007199254740993,"filters":
        [{"after":${numbers},"id":12345678901234567890}],"about":{"all":${numbers}},"first":1.0}`,
      );
      expect(await response.json()).toEqual({ data: { count: 1 } });
      expect(subgraphs.observedRequests.at(-1)?.body).toContain(
        `"variables":{"after":9007199254740993,"id":"9007199254740993","price":9007199254740992,"filters":[{"after":${numbers},"id":"12345678901234567890"}],"about":{"all":${numbers}},"first":1}`,
      );
    },
  );

  test('are rejected where their type does not accept them', async () => {
    const response = await sendText('POST', query, '{"first":9007199254740993}');
    expect(await response.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('Int cannot represent'), extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(subgraphs.observedRequests).toEqual([]);
  });
});

describe('a request to a subgraph', () => {
  test.each([
    ['returns 503', { status: 503, body: 'later', times: 2 }, 3],
    ['returns 429 with Retry-After', { status: 429, body: '', headers: { 'retry-after': '0' }, times: 1 }, 2],
    ['closes the connection', { status: 503, body: '', hangUps: 1, times: 1 }, 3],
  ])('is sent again if the subgraph %s', async (_, fault, sent) => {
    subgraphs.instead.set('loans', fault);
    expect((await calls(borrowers)).body.data.books[0]).toEqual({ id: 'b1', borrower: 'Ada' });
    expect(requests('loans')).toBe(sent);
  });

  test('is not sent again after other responses, or if the subgraph requests a long pause', async () => {
    subgraphs.instead.set('loans', { status: 500, body: 'broken' });
    expect((await calls(borrowers)).body.errors[0].extensions.code).toBe('UPSTREAM_FAILED');
    subgraphs.instead.set('loans', { status: 503, body: '', headers: { 'retry-after': '3600' } });
    await calls(borrowers);
    expect(requests('loans')).toBe(2);
  });

  test('is never sent again if it is a mutation', async () => {
    subgraphs.instead.set('books', { status: 503, body: '' });
    expect((await calls('mutation { lend }')).body.errors[0].extensions.code).toBe('UPSTREAM_FAILED');
    expect(requests('books')).toBe(1);
  });

  test('is retried within a budget, which an outage does not exceed', async () => {
    subgraphs.instead.set('loans', { status: 503, body: '' });
    for (let count = 0; count < 40; count++) await calls(`{ loans n${count}: __typename }`);
    // 40 queries, plus retries: a burst of 10, a tenth of the queries, and one per second.
    expect(requests('loans')).toBeLessThan(40 + 10 + 4 + 15);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/rampart_subgraph_retries_denied_total\{subgraph="loans"\} [1-9]/);
    expect(metrics).toContain('rampart_subgraph_available{subgraph="loans"} 0');
    subgraphs.instead.clear();
    await calls('{ loans }');
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain(
      'rampart_subgraph_available{subgraph="loans"} 1',
    );
  });

  test('is sent once for identical concurrent requests of one caller, and separately for each caller', async () => {
    const heldRequest = Promise.withResolvers<void>();
    subgraphs.instead.set('books', { status: 200, body: '{"data":{"caller":"one"}}', delay: heldRequest.promise });
    const requested = [
      ...Array.from({ length: 5 }, () => calls('{ caller }')),
      calls('{ caller }', { headers: { authorization: 'Bearer a' } }),
      calls('{ echo(text: "x") }'),
      calls('{ echo(text: "y") }'),
    ];
    await expect.poll(() => requests('books')).toBe(4);
    heldRequest.resolve();
    const responses = await Promise.all(requested);
    expect(responses.slice(0, 6).map(({ body }) => body.data.caller)).toEqual(Array(6).fill('one'));
    subgraphs.instead.clear();
    await calls('{ caller }');
    expect(requests('books')).toBe(5);
  });

  test('does not share a response that was read before a mutation', async () => {
    const heldRequest = Promise.withResolvers<void>();
    subgraphs.instead.set('books', {
      status: 200,
      body: '{"data":{"caller":"old"}}',
      delay: heldRequest.promise,
      times: 1,
    });
    const before = calls('{ caller }');
    await expect.poll(() => requests('books')).toBe(1);
    subgraphs.instead.clear();
    await calls('mutation { lend }');
    expect((await calls('{ caller }')).body.data.caller).toBe('undefined');
    heldRequest.resolve();
    expect((await before).body.data.caller).toBe('old');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('accepts a response compressed with %s, up to the maximum size', async (coding, compress) => {
    const headers = { 'content-encoding': coding };
    const bodyOf = (text: string) => compress(Buffer.from(JSON.stringify({ data: { echo: text } })));
    subgraphs.instead.set('books', { status: 200, headers, body: bodyOf('short') });
    expect((await calls('{ echo }')).body).toEqual({ data: { echo: 'short' } });
    expect(subgraphs.observedRequests[0]?.headers['accept-encoding']).toContain(coding);
    subgraphs.instead.set('books', { status: 200, headers, body: bodyOf('x'.repeat(200_000)) });
    expect((await calls('{ echo }')).body.errors[0].message).toContain('a response that is too large');
    subgraphs.instead.set('books', { status: 200, headers, body: Buffer.from('nonsense') });
    expect((await calls('{ echo }')).body.errors[0].extensions.code).toBe('UPSTREAM_FAILED');
  });

  test('is compressed if it is long', async () => {
    const text = 'y'.repeat(5000);
    const { body } = await calls('query Q($text: String) { echo(text: $text) }', { variables: { text } });
    expect(body.data.echo).toBe(text);
    expect(subgraphs.observedRequests[0]?.headers['content-encoding']).toBe('gzip');
  });
});

describe('headers of subgraphs', () => {
  const respondFrom = (name: string, headers: Record<string, string | string[]>) => {
    const data =
      name === 'books' ? { books: [{ __typename: 'Book', id: 'b1' }] } : { _entities: [{ borrower: 'Ada' }] };
    subgraphs.instead.set(name, { status: 200, body: JSON.stringify({ data }), headers });
  };

  test('are sent to the client according to their rules', async () => {
    respondFrom('books', {
      'x-first': '1',
      'x-last': '1',
      'x-all': '1',
      'x-none': '1',
      'cache-control': 'public, max-age=60',
    });
    respondFrom('loans', { 'x-first': '2', 'x-last': '2', 'x-all': '2', 'cache-control': 'max-age=10, private' });
    const { headers, body } = await calls(borrowers);
    expect(body.errors).toBeUndefined();
    const names = ['x-first', 'x-last', 'x-all', 'x-none', 'cache-control'];
    expect(names.map((name) => headers.get(name))).toEqual(['1', '2', '1, 2', null, 'private, max-age=10']);
  });

  test('do not permit caching of errors, or of responses of a subgraph without the header', async () => {
    respondFrom('books', { 'cache-control': 'max-age=60' });
    respondFrom('loans', {});
    expect((await calls(borrowers)).headers.get('cache-control')).toBe('no-store');
    subgraphs.instead.set('loans', { status: 500, body: '', headers: { 'cache-control': 'max-age=60' } });
    expect((await calls(borrowers)).headers.get('cache-control')).toBe('no-store');
    expect((await calls('{ __typename }')).headers.get('cache-control')).toBe('no-store');
  });

  test('may set several cookies, separately for each client', async () => {
    const heldRequest = Promise.withResolvers<void>();
    const headers = { 'set-cookie': ['a=1', 'b=2'] };
    subgraphs.instead.set('books', {
      status: 200,
      body: '{"data":{"caller":"x"}}',
      headers,
      delay: heldRequest.promise,
    });
    const requested = [1, 2].map(() => sendRequest(withCookies.url, '{ caller }'));
    await expect.poll(() => requests('books')).toBe(2);
    heldRequest.resolve();
    expect((await Promise.all(requested))[0]?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
});

describe('the status of a subgraph', () => {
  test.each([
    [401, 'UNAUTHENTICATED', '<html>'],
    [403, 'FORBIDDEN', '{"errors":[{"message":"no","path":["caller"],"extensions":{"code":"EXPIRED"}}]}'],
  ])('%i is sent to the client if its operation has no other result', async (status, code, rejection) => {
    const headers = { 'www-authenticate': 'Bearer realm="books"' };
    subgraphs.instead.set('books', { status, body: rejection, headers });
    const response = await calls('{ caller }');
    expect(response.status).toBe(status);
    expect(response.body.data).toBeUndefined();
    expect(response.body.errors[0]).toMatchObject({ path: ['caller'], extensions: { code } });
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer realm="books"');
    else expect(response.body.errors[0].extensions.subgraphCode).toBe('EXPIRED');
  });

  test.each(['', '{"errors":[{"message":"no"}]}'])(
    '401 with the body "%s" is an error of its fields if other subgraphs responded',
    async (rejection) => {
      subgraphs.instead.set('loans', { status: 401, body: rejection });
      const { status, body } = await calls(borrowers);
      expect(status).toBe(200);
      expect(body.data.books[0]).toEqual({ id: 'b1', borrower: null });
      expect(body.errors.map(({ path }: { path: unknown }) => path)).toEqual([
        ['books', 0],
        ['books', 1],
      ]);
      expect(body.errors[0].extensions).toMatchObject({ code: 'UNAUTHENTICATED', subgraph: 'loans' });
    },
  );
});

describe('pages of other origins', () => {
  const sendPreflight = (origin: string) =>
    fetch(`${gateway.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test('may use the gateway if their origin is allowed', async () => {
    const { status, headers } = await sendPreflight('https://app.example');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-headers')).toBe(
      'content-type, authorization, apollo-require-preflight, x-apollo-operation-name, x-page',
    );
    const response = await calls('{ loans }', { headers: { origin: 'https://app.example' } });
    expect(response.body.data).toEqual({ loans: 3 });
    expect(response.headers.get('access-control-expose-headers')).toContain('x-first');
  });

  test('may not use the gateway if their origin is not allowed', async () => {
    expect((await sendPreflight('https://app.example.evil')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await calls('{ loans }', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });
});
