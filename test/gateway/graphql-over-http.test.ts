import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../platform/domain-error.js';
import { schemaGraph } from './support/schema-graph.js';
import { type Answer, adminToken, analystToken, serve } from './support/serve.js';

const preflight = { 'apollo-require-preflight': 'true' };
const graphqlResponse = { accept: 'application/graphql-response+json' };

const graph = schemaGraph(
  `
  directive @listSize(slicingArguments: [String!], sizedFields: [String!], assumedSize: Int) on FIELD_DEFINITION
  type Query { hello(name: String = "world"): String strict: String! many(first: Int = 10): [Thing!]! @listSize(slicingArguments: ["first"]) me: String find(where: Where): String }
  type Mutation { change: String }
  type Thing { id: ID }
  input Where { and: [Where!] name: String }
  `,
  {
    hello: ({ name }) => `hello ${name}`,
    change: () => 'changed',
    many: () => [],
    me: (_, { caller }) => (caller.kind === 'operator' ? caller.name : caller.kind),
    find: () => 'found',
  },
);

describe('a query', () => {
  test('is answered over POST and GET alike', async () => {
    const server = await serve({ graph });
    const parameters = {
      query: 'query Q($n: String) { hello(name: $n) } query R { me }',
      operationName: 'Q',
      variables: { n: 'you' },
    };
    const posted = await server.ask(parameters);
    const search = new URLSearchParams({ ...parameters, variables: JSON.stringify(parameters.variables) });
    const got = await server.fetch(`/graphql?${search}`, { headers: preflight });
    expect(await posted.text()).toBe('{"data":{"hello":"hello you"}}');
    expect(await got.text()).toBe('{"data":{"hello":"hello you"}}');
  });

  test('with an empty operation name has none', async () => {
    const response = await (await serve({ graph })).ask({ query: '{ me }', operationName: '' });
    expect(await response.json()).toEqual({ data: { me: 'anonymous' } });
  });

  test('is looked up by its text the second time', async () => {
    const server = await serve({ graph });
    for (let count = 0; count < 3; count++) await server.ask({ query: '{ hello }' });
    const metrics = await (await server.fetch('/metrics')).text();
    expect(metrics).toContain('rampart_prepared_document_hits 2');
    expect(metrics).toContain('rampart_prepared_document_misses 1');
    expect(metrics).toContain('rampart_graphql_operations_total{kind="query",outcome="data"} 3');
  });

  test.each([
    ['several operations and no name', { query: 'query A { me } query B { me }' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['an operation that is not there', { query: 'query A { me }', operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['no operation', { query: 'fragment F on Query { me }' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['an unknown field', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a syntax error', { query: '{ hello' }, 'GRAPHQL_PARSE_FAILED'],
    [
      'a variable that does not fit',
      { query: 'query ($n: String) { hello(name: $n) }', variables: { n: 1 } },
      'BAD_USER_INPUT',
    ],
  ])('with %s is refused: 400, and 200 under application/json', async (_, parameters, code) => {
    const server = await serve({ graph });
    const strict = await server.ask(parameters, graphqlResponse);
    const legacy = await server.ask(parameters, { accept: 'application/json' });
    expect([strict.status, legacy.status]).toEqual([400, 200]);
    const body = await strict.json();
    expect(body.errors[0].extensions.code).toBe(code);
    expect(body).not.toHaveProperty('data');
    expect(body).toEqual(await legacy.json());
  });

  test.each([
    ['a batch', '[{"query":"{ me }"}]', 400, /^Batches are not supported/],
    ['a body that is no JSON', '{"query', 400, /is not JSON/],
    ['an empty body', '', 400, /The body is empty/],
    ['a body that is no object', '"{ me }"', 400, /must be a JSON object/],
    [
      'variables nested without end',
      `{"query":"{ me }","variables":{"w":${'{"a":'.repeat(9999)}1${'}'.repeat(9999)}}}`,
      400,
      /nested more than 50/,
    ],
  ])('in %s is refused', async (_, body, status, message) => {
    const response = await (await serve({ graph })).ask(body);
    expect(response.status).toBe(status);
    expect((await response.json()).errors[0].message).toMatch(message);
  });

  test('is not answered in a form that nobody wants', async () => {
    const response = await (await serve({ graph })).ask({ query: '{ me }' }, { accept: 'image/png' });
    expect(response.status).toBe(406);
  });
});

describe('limits', () => {
  test.each([
    [
      'tokens',
      { RAMPART_GRAPHQL_MAX_TOKENS: '100' },
      `{ ${'hello '.repeat(99)}}`,
      'The document has more than 100 tokens.',
    ],
    [
      'depth',
      { RAMPART_GRAPHQL_MAX_DEPTH: '1' },
      '{ many { id } }',
      'The operation is 2 fields deep; at most 1 are allowed.',
    ],
    ['aliases', { RAMPART_GRAPHQL_MAX_ALIASES: '1' }, '{ a: me b: me }', 'The operation has 2 aliases'],
    [
      'directives',
      { RAMPART_GRAPHQL_MAX_DIRECTIVES: '0' },
      '{ me @skip(if: false) }',
      'The operation has 1 directives',
    ],
    [
      'root fields',
      { RAMPART_GRAPHQL_MAX_ROOT_FIELDS: '1' },
      '{ me hello }',
      'The operation has 2 root fields; at most 1',
    ],
  ])('on %s hold and say what to do', async (_, environment: Record<string, string>, query, message) => {
    const response = await (await serve({ graph, environment })).ask({ query }, graphqlResponse);
    expect(response.status).toBe(400);
    const [error] = (await response.json()).errors;
    expect(error.message).toContain(message);
    expect(error.extensions.code).toBe('LIMIT_EXCEEDED');
  });

  test('on cost follow the variables and say cost and limit', async () => {
    const server = await serve({ graph, environment: { RAMPART_GRAPHQL_MAX_COST: '50' } });
    const query = 'query ($n: Int) { many(first: $n) { id } }';
    expect(await (await server.ask({ query, variables: { n: 50 } })).json()).toEqual({ data: { many: [] } });
    const response = await server.ask({ query, variables: { n: 51 } }, graphqlResponse);
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0]).toMatchObject({
      message:
        'The operation may cost 51; at most 50 is allowed. Ask for smaller pages (first, last) or for fewer nested lists.',
      extensions: { code: 'QUERY_TOO_EXPENSIVE', cost: 51, maximum: 50 },
    });
  });

  test('on the body: 413', async () => {
    const server = await serve({ graph, environment: { RAMPART_GRAPHQL_MAX_BODY_BYTES: '1024' } });
    const response = await server.ask({ query: '{ me }', extensions: { filler: 'x'.repeat(1024) } });
    expect(response.status).toBe(413);
    expect((await response.json()).errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('on time: TIMEOUT, and the work is told to stop', async () => {
    const stopped = Promise.withResolvers<unknown>();
    const slow = schemaGraph('type Query { slow: String }', {
      slow: (_, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve(signal.reason));
        return new Promise(() => undefined);
      },
    });
    const server = await serve({ graph: slow, environment: { RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.1' } });
    const response = await server.ask({ query: '{ slow }' }, graphqlResponse);
    expect(response.status).toBe(504);
    expect((await response.json()).errors[0].extensions.code).toBe('TIMEOUT');
    expect(await stopped.promise).toBeInstanceOf(DomainError);
  });

  test('the work is told to stop when the client is gone', async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const slow = schemaGraph('type Query { slow: String }', {
      slow: (_, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve());
        started.resolve();
        return new Promise(() => undefined);
      },
    });
    const server = await serve({ graph: slow });
    const aborter = new AbortController();
    const asked = fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ slow }"}',
      signal: aborter.signal,
    });
    await started.promise;
    aborter.abort();
    await expect(asked).rejects.toThrow();
    await stopped.promise;
  });

  test('a document nested thousands of levels deep is an error of its sender', async () => {
    const server = await serve({ graph, environment: { RAMPART_GRAPHQL_MAX_TOKENS: '1000000' } });
    const levels = 100_000;
    const response = await server.ask(
      { query: `{ ${'... {'.repeat(levels)} me ${'}'.repeat(levels)} }` },
      graphqlResponse,
    );
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
  });
});

describe('requests that another site could forge', () => {
  test('a mutation over GET is refused: 405', async () => {
    const response = await (await serve({ graph })).fetch('/graphql?query=mutation{change}', { headers: preflight });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test.each([
    ['no sign of its origin', {}, 400],
    ['the header of Apollo’s clients', { 'apollo-require-preflight': 'true' }, 200],
    ['an operation name of Apollo’s clients', { 'x-apollo-operation-name': 'Q' }, 200],
    ['a content type that needs a preflight', { 'content-type': 'application/json' }, 200],
    ['a content type that needs none', { 'content-type': 'text/plain' }, 400],
    ['a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 400],
  ])('a GET with %s', async (_, headers, status) => {
    const { url } = await serve({ graph });
    expect((await send(`${url}/graphql?query={me}`, { headers })).status).toBe(status);
  });

  test.each([
    ['a page of ours', (url: string) => ({ origin: url }), 200],
    ['a page of another site', () => ({ origin: 'https://elsewhere.example' }), 403],
    ['a sandboxed page', () => ({ origin: 'null' }), 403],
    ['a page of the public address', () => ({ origin: 'https://rampart.example' }), 200],
  ])('a POST of %s', async (_, headersFor, status) => {
    const { url } = await serve({ graph, environment: { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' } });
    const headers = { 'content-type': 'application/json', ...headersFor(url) };
    expect((await send(`${url}/graphql`, { method: 'POST', headers, body: '{"query":"{ me }"}' })).status).toBe(status);
  });

  test('only pages of the public address may read answers', async () => {
    const { url } = await serve({ graph, environment: { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' } });
    const ask = (origin: string) =>
      send(`${url}/graphql`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const ours = await ask('https://rampart.example');
    const theirs = await ask('https://elsewhere.example');
    expect(ours.headers['access-control-allow-origin']).toBe('https://rampart.example');
    expect(theirs.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a name of another site that was made to point here is refused', async () => {
    const { url } = await serve({ graph });
    const port = new URL(url).port;
    const status = async (host: string) => (await send(`${url}/health/live`, { headers: { host } })).status;
    expect(await status(`rebound.example:${port}`)).toBe(421);
    expect(await status(`localhost:${port}`)).toBe(200);
    expect(await status(`[::1]:${port}`)).toBe(200);
  });
});

describe('errors', () => {
  const failing = schemaGraph('type Query { secret: String refused: String coded: String! remote: String }', {
    secret: () => {
      throw new Error('connection to db-17.internal failed');
    },
    refused: () => {
      throw new DomainError('RATE_LIMITED', 'Too many look-ups', { retryAfterSeconds: 30 });
    },
    coded: () => {
      throw Object.assign(new Error('select * from secrets'), { extensions: { code: 'BAD_USER_INPUT' } });
    },
    remote: () => {
      throw new GraphQLError('Not for you', {
        extensions: { code: 'FORBIDDEN', serviceName: 'alerts', response: { url: 'http://alerts.internal' } },
      });
    },
  });

  test('of a domain are shown with code and details beside the data', async () => {
    const response = await (await serve({ graph: failing })).ask({ query: '{ refused __typename }' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: { refused: null, __typename: 'Query' },
      errors: [
        {
          message: 'Too many look-ups',
          path: ['refused'],
          locations: [{ line: 1, column: 3 }],
          extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 30 },
        },
      ],
    });
  });

  test.each(['secret', 'coded'])(
    'that nobody foresaw (%s) are masked, and logged whole under the request’s id',
    async (field) => {
      const server = await serve({ graph: failing });
      const response = await server.ask({ query: `{ ${field} }` });
      const [error] = (await response.json()).errors;
      expect(error).toMatchObject({
        message: 'Internal server error',
        path: [field],
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      });
      const entry = server.logged.find((line) => line.msg === 'request failed');
      expect(entry?.requestId).toBe(response.headers.get('x-request-id'));
      expect(JSON.stringify(entry)).toMatch(field === 'secret' ? /db-17/ : /select \* from secrets/);
    },
  );

  test('of a subgraph elsewhere lose what names it', async () => {
    const response = await (await serve({ graph: failing })).ask({ query: '{ remote }' });
    const body = await response.json();
    expect(body.errors[0]).toMatchObject({ message: 'Not for you', extensions: { code: 'FORBIDDEN' } });
    expect(JSON.stringify(body)).not.toMatch(/alerts|internal/);
  });

  test('of an executor that breaks are masked: 500', async () => {
    const broken = {
      ...graph,
      prepare: () => {
        throw new Error('planner broke');
      },
    };
    const server = await serve({ graph: broken });
    const response = await server.ask({ query: '{ me }' }, graphqlResponse);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      errors: [{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    expect(JSON.stringify(server.logged)).toContain('planner broke');
  });
});

describe('the schema', () => {
  const introspection = { query: '{ __schema { queryType { name } } }' };

  test('is shown to everybody in development on a loopback address, with suggestions', async () => {
    const server = await serve({ graph });
    expect(await (await server.ask(introspection)).json()).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    });
    expect((await (await server.ask({ query: '{ helo }' })).json()).errors[0].message).toContain(
      'Did you mean "hello"?',
    );
    expect((await server.fetch('/schema.graphql')).status).toBe(200);
  });

  test('is shown to operators only in production', async () => {
    const server = await serve({ graph, environment: { NODE_ENV: 'production' } });
    const operator = { authorization: `Bearer ${analystToken}` };
    expect((await (await server.ask(introspection)).json()).errors[0].extensions.code).toBe('INTROSPECTION_DISABLED');
    expect(await (await server.ask(introspection, operator)).json()).toHaveProperty('data');
    expect((await (await server.ask({ query: '{ helo }' })).json()).errors[0].message).not.toContain('Did you mean');
    for (const path of ['/schema.graphql', '/supergraph.graphql']) {
      const refused = await server.fetch(path);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rampart"']);
      const shown = await server.fetch(path, { headers: operator });
      expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('type Query')]);
    }
  });

  test('is shown to operators only beyond this machine', async () => {
    const server = await serve({
      graph,
      environment: { RAMPART_SERVER_HOST: '0.0.0.0', RAMPART_AUTH_ALERTS: 'token' },
    });
    expect((await (await server.ask(introspection)).json()).errors[0].extensions.code).toBe('INTROSPECTION_DISABLED');
  });
});

describe('persisted documents', () => {
  const query = 'query Hello { hello }';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };

  test('are registered and found as Apollo’s clients do', async () => {
    const server = await serve({ graph });
    const unknown = await server.ask({ extensions });
    expect([unknown.status, (await unknown.json()).errors[0]]).toEqual([
      200,
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    expect(await (await server.ask({ query, extensions })).json()).toEqual({ data: { hello: 'hello world' } });
    expect(await (await server.ask({ extensions })).json()).toEqual({ data: { hello: 'hello world' } });
  });

  test('are not registered under another’s hash', async () => {
    const response = await (await serve({ graph })).ask({ query: '{ me }', extensions });
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].message).toMatch(/is not that of the query/);
  });

  test('of the trusted list are named by their id, also over GET with an answer that can be kept', async () => {
    const server = await serve({ graph, trustedDocuments: [query] });
    expect(await (await server.ask({ documentId: `sha256:${sha256Hash}` })).json()).toEqual({
      data: { hello: 'hello world' },
    });
    const first = await server.fetch(`/graphql?documentId=sha256:${sha256Hash}`, { headers: preflight });
    expect(await first.json()).toEqual({ data: { hello: 'hello world' } });
    const etag = first.headers.get('etag') ?? '';
    const again = await server.fetch(`/graphql?documentId=sha256:${sha256Hash}`, {
      headers: { ...preflight, 'if-none-match': etag },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('are the only ones where the settings say so, except for administrators', async () => {
    const server = await serve({
      graph,
      trustedDocuments: [query],
      environment: { RAMPART_GRAPHQL_DOCUMENTS: 'trusted' },
    });
    const codeOf = async (response: Answer) => (await response.json()).errors?.[0].extensions.code;
    expect(await codeOf(await server.ask({ query: '{ me }' }))).toBe('UNTRUSTED_DOCUMENT');
    expect(await codeOf(await server.ask({ query: '{ me }' }, { authorization: `Bearer ${analystToken}` }))).toBe(
      'UNTRUSTED_DOCUMENT',
    );
    expect(await codeOf(await server.ask({ query: '{ me }', extensions }))).toBeUndefined();
    const other = createHash('sha256').update('{ me }').digest('hex');
    const registering = { query: '{ me }', extensions: { persistedQuery: { version: 1, sha256Hash: other } } };
    expect(await codeOf(await server.ask(registering))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
    expect(await codeOf(await server.ask({ query }))).toBeUndefined();
    expect(await codeOf(await server.ask({ documentId: sha256Hash }))).toBeUndefined();
    const byAdministrator = await server.ask({ query: '{ me }' }, { authorization: `Bearer ${adminToken}` });
    expect(await byAdministrator.json()).toEqual({ data: { me: 'admin' } });
  });

  test('come from a file whose hashes are checked at start', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'trusted-')), 'documents.json');
    const environment = { RAMPART_GRAPHQL_TRUSTED_DOCUMENTS_FILE: file };
    writeFileSync(file, JSON.stringify({ [`sha256:${sha256Hash}`]: query }));
    const server = await serve({ graph, environment });
    expect(await (await server.ask({ documentId: `sha256:${sha256Hash}` })).json()).toEqual({
      data: { hello: 'hello world' },
    });
    writeFileSync(file, JSON.stringify({ [`sha256:${sha256Hash}`]: '{ me }' }));
    await expect(serve({ graph, environment })).rejects.toThrow(/is not the SHA-256 of its document/);
  });
});

/** A request with exactly these headers; fetch adds some of its own. */
async function send(
  url: string,
  options: { method?: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: options.method ?? 'GET', headers: options.headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    request.on('error', reject);
    request.end(options.body);
  });
}
