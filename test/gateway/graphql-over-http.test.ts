import { describe, expect, test } from 'vitest';
import { sampleGraph as graph } from './support/sample-graph.js';
import { analystToken, serve } from './support/serve.js';

const preflight = { 'apollo-require-preflight': 'true' };
const graphqlResponse = { accept: 'application/graphql-response+json' };

describe('a query', () => {
  test('has the same response over POST and GET', async () => {
    const server = await serve({ graph });
    const parameters = {
      query: 'query Q($n: String) { hello(name: $n) } query R { me }',
      operationName: 'Q',
      variables: { n: 'you' },
    };
    const posted = await server.sendRequest(parameters);
    const search = new URLSearchParams({ ...parameters, variables: JSON.stringify(parameters.variables) });
    const received = await server.fetch(`/graphql?${search}`, { headers: preflight });
    expect(await posted.text()).toBe('{"data":{"hello":"hello you"}}');
    expect(await received.text()).toBe('{"data":{"hello":"hello you"}}');
  });

  test('with an empty operation name counts as unnamed', async () => {
    const response = await (await serve({ graph })).sendRequest({ query: '{ me }', operationName: '' });
    expect(await response.json()).toEqual({ data: { me: 'anonymous' } });
  });

  test('is cached by its text', async () => {
    const server = await serve({ graph });
    for (let count = 0; count < 3; count++) await server.sendRequest({ query: '{ hello }' });
    const metrics = await (await server.fetch('/metrics')).text();
    expect(metrics).toContain('rampart_prepared_document_hits 2');
    expect(metrics).toContain('rampart_prepared_document_misses 1');
    expect(metrics).toContain('rampart_graphql_operations_total{kind="query",outcome="data"} 3');
  });

  test.each([
    ['several operations and no name', { query: 'query A { me } query B { me }' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['an unknown operation', { query: 'query A { me }', operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['no operation', { query: 'fragment F on Query { me }' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['an unknown field', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a syntax error', { query: '{ hello' }, 'GRAPHQL_PARSE_FAILED'],
    ['an invalid variable', { query: 'query ($n: String) { hello(name: $n) }', variables: { n: 1 } }, 'BAD_USER_INPUT'],
  ])('with %s is rejected with 400, or with 200 for application/json', async (_, parameters, code) => {
    const server = await serve({ graph });
    const strict = await server.sendRequest(parameters, graphqlResponse);
    const legacy = await server.sendRequest(parameters, { accept: 'application/json' });
    expect([strict.status, legacy.status]).toEqual([400, 200]);
    const body = await strict.json();
    expect(body.errors[0].extensions.code).toBe(code);
    expect(body).not.toHaveProperty('data');
    expect(body).toEqual(await legacy.json());
  });

  test.each([
    ['a batch', '[{"query":"{ me }"}]', 400, /^Batches are not supported/],
    ['a body that is invalid JSON', '{"query', 400, /is not JSON/],
    ['an empty body', '', 400, /The body is empty/],
    ['a body that is not an object', '"{ me }"', 400, /must be a JSON object/],
    [
      'variables that are nested too deeply',
      `{"query":"{ me }","variables":{"w":${'{"a":'.repeat(9999)}1${'}'.repeat(9999)}}}`,
      400,
      /nested more than 50/,
    ],
    [
      'variables with too many values',
      JSON.stringify({ query: '{ me }', variables: { list: Array(500_000).fill(1) } }),
      400,
      /more than 500000 values/,
    ],
  ])('in %s is rejected', async (_, body, status, message) => {
    const response = await (await serve({ graph })).sendRequest(body);
    expect(response.status).toBe(status);
    expect((await response.json()).errors[0].message).toMatch(message);
  });

  test('in a body that is not UTF-8 is rejected', async () => {
    const body = new Uint8Array(Buffer.from('{"query":"{ me } # \xff"}', 'latin1'));
    const headers = { 'content-type': 'application/json' };
    const response = await (await serve({ graph })).fetch('/graphql', { method: 'POST', headers, body });
    expect([response.status, (await response.json()).errors[0].message]).toEqual([400, 'The body is not UTF-8.']);
  });

  test('without an acceptable media type is rejected', async () => {
    const response = await (await serve({ graph })).sendRequest({ query: '{ me }' }, { accept: 'image/png' });
    expect(response.status).toBe(406);
  });
});

describe('the schema', () => {
  const introspection = { query: '{ __schema { queryType { name } } }' };

  test('is public in development on a loopback address, with suggestions', async () => {
    const server = await serve({ graph });
    expect(await (await server.sendRequest(introspection)).json()).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    });
    expect((await (await server.sendRequest({ query: '{ helo }' })).json()).errors[0].message).toContain(
      'Did you mean "hello"?',
    );
    expect((await server.fetch('/schema.graphql')).status).toBe(200);
  });

  test('is limited to operators in production', async () => {
    const server = await serve({ graph, environment: { NODE_ENV: 'production' } });
    const operator = { authorization: `Bearer ${analystToken}` };
    expect((await (await server.sendRequest(introspection)).json()).errors[0].extensions.code).toBe(
      'INTROSPECTION_DISABLED',
    );
    expect(await (await server.sendRequest(introspection, operator)).json()).toHaveProperty('data');
    expect((await (await server.sendRequest({ query: '{ helo }' })).json()).errors[0].message).not.toContain(
      'Did you mean',
    );
    for (const path of ['/schema.graphql', '/supergraph.graphql']) {
      const rejected = await server.fetch(path);
      expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rampart"']);
      const response = await server.fetch(path, { headers: operator });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('type Query')]);
    }
  });

  test('is limited to operators on other addresses', async () => {
    const server = await serve({
      graph,
      environment: { RAMPART_SERVER_HOST: '0.0.0.0', RAMPART_AUTH_ALERTS: 'token' },
    });
    expect((await (await server.sendRequest(introspection)).json()).errors[0].extensions.code).toBe(
      'INTROSPECTION_DISABLED',
    );
  });
});
