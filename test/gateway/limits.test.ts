import { describe, expect, test } from 'vitest';
import { DomainError } from '../../platform/domain-error.js';
import { sampleGraph as graph } from './support/sample-graph.js';
import { schemaGraph } from './support/schema-graph.js';
import { serve } from './support/serve.js';

const graphqlResponse = { accept: 'application/graphql-response+json' };

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
    [
      'operations',
      { RAMPART_GRAPHQL_MAX_OPERATIONS: '1' },
      'query A { me } query B { me }',
      'The document has 2 operations; the maximum is 1.',
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
  ])('on %s are enforced, with an instruction', async (_, environment: Record<string, string>, query, message) => {
    const response = await (await serve({ graph, environment })).sendRequest({ query }, graphqlResponse);
    expect(response.status).toBe(400);
    const [error] = (await response.json()).errors;
    expect(error.message).toContain(message);
    expect(error.extensions.code).toBe('LIMIT_EXCEEDED');
  });

  test('on cost depend on variables, with cost and limit in the error', async () => {
    const server = await serve({ graph, environment: { RAMPART_GRAPHQL_MAX_COST: '50' } });
    const query = 'query ($n: Int) { many(first: $n) { id } }';
    expect(await (await server.sendRequest({ query, variables: { n: 50 } })).json()).toEqual({ data: { many: [] } });
    const response = await server.sendRequest({ query, variables: { n: 51 } }, graphqlResponse);
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0]).toMatchObject({
      message:
        'The cost of the operation is 51; the maximum is 50. Request smaller pages (first, last) or fewer nested lists.',
      extensions: { code: 'QUERY_TOO_EXPENSIVE', cost: 51, maximum: 50 },
    });
  });

  test('on the body size return 413', async () => {
    const server = await serve({ graph, environment: { RAMPART_GRAPHQL_MAX_BODY_BYTES: '1024' } });
    const response = await server.sendRequest({ query: '{ me }', extensions: { filler: 'x'.repeat(1024) } });
    expect(response.status).toBe(413);
    expect((await response.json()).errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('on time return TIMEOUT and abort the work', async () => {
    const stopped = Promise.withResolvers<unknown>();
    const slow = schemaGraph('type Query { slow: String }', {
      slow: (_, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve(signal.reason));
        return new Promise(() => undefined);
      },
    });
    const server = await serve({ graph: slow, environment: { RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.1' } });
    const response = await server.sendRequest({ query: '{ slow }' }, graphqlResponse);
    expect(response.status).toBe(504);
    expect((await response.json()).errors[0].extensions.code).toBe('TIMEOUT');
    expect(await stopped.promise).toBeInstanceOf(DomainError);
  });

  test('abort the work if the client disconnects', async () => {
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
    const requested = fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ slow }"}',
      signal: aborter.signal,
    });
    await started.promise;
    aborter.abort();
    await expect(requested).rejects.toThrow();
    await stopped.promise;
  });

  test('on the number of errors of variables end their coercion', async () => {
    const server = await serve({ graph });
    const query = 'query ($where: Where) { find(where: $where) }';
    const variables = { where: { and: Array(100_000).fill([]) } };
    const response = await server.sendRequest({ query, variables }, graphqlResponse);
    expect(response.status).toBe(400);
    const { errors } = await response.json();
    expect(errors).toHaveLength(51);
    expect(errors.at(-1)).toMatchObject({
      message: 'Too many errors processing variables, error limit reached. Execution aborted.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test('report a document that is nested thousands of levels deep as a client error', async () => {
    const server = await serve({ graph, environment: { RAMPART_GRAPHQL_MAX_TOKENS: '1000000' } });
    const levels = 100_000;
    const response = await server.sendRequest(
      { query: `{ ${'... {'.repeat(levels)} me ${'}'.repeat(levels)} }` },
      graphqlResponse,
    );
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
  });
});
