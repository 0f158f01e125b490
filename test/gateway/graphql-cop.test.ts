import { get } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Served, serve } from './support/serve.js';

// The requests of the checks that https://github.com/dolevf/graphql-cop documents, with the condition of each finding.
async function serveProduction(): Promise<Served> {
  return await serve({ environment: { NODE_ENV: 'production' }, pagesFolder: '/nonexistent' });
}

async function query(text: string) {
  const response = await (await serveProduction()).sendRequest({ query: text });
  return (await response.json()) as {
    data?: Record<string, unknown>;
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
}

describe('with production settings, graphql-cop reports', () => {
  test('no alias overloading', async () => {
    const aliases = Array.from({ length: 101 }, (_, index) => `alias${index}:__typename \n`).join('');
    expect((await query(`query { ${aliases} }`)).data?.alias100).toBeUndefined();
  });

  test('no batch queries', async () => {
    const response = await (await serveProduction()).sendRequest(
      Array.from({ length: 11 }, () => ({ query: 'query { __typename }' })),
    );
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(Array.isArray(body)).toBe(false);
    expect(body.errors[0].message).toMatch(/^Batches are not supported/);
  });

  test('no directive overloading', async () => {
    const { errors } = await query('query { __typename @aa@aa@aa@aa@aa@aa@aa@aa@aa@aa }');
    expect(errors).toHaveLength(1);
  });

  test('no field duplication', async () => {
    expect((await query(`query { ${'__typename \n'.repeat(500)}} `)).data).toBeUndefined();
  });

  test('no circular introspection', async () => {
    const text =
      'query { __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }';
    expect((await query(text)).data).toBeUndefined();
  });

  test('no introspection', async () => {
    for (const text of ['query { __schema { types { name fields { name } } } }', getIntrospectionQuery()]) {
      const { data, errors } = await query(text);
      expect(data).toBeUndefined();
      expect(errors?.map((error) => error.extensions.code)).toEqual(['INTROSPECTION_DISABLED']);
    }
  });

  test('no field suggestions', async () => {
    const { errors } = await query('query { __schema { directive } }');
    expect(errors?.[0]?.message).toContain('Cannot query field "directive"');
    expect(JSON.stringify(errors)).not.toContain('Did you mean');
  });

  test('no queries over GET', async () => {
    const { url } = await serveProduction();
    const response = await sendPythonGet(`${url}/graphql?query=${encodeURIComponent('{__typename}')}`);
    expect(response.status).toBe(400);
    expect(response.body).not.toContain('"data"');
  });

  test('no mutations over GET', async () => {
    const { url } = await serveProduction();
    const response = await sendPythonGet(`${url}/graphql?query=${encodeURIComponent('mutation {__typename}')}`);
    expect(response.status).toBe(400);
    expect(response.body).not.toContain('"data"');
  });

  test('no url-encoded POST', async () => {
    const server = await serveProduction();
    const inUrl = await server.fetch('/graphql?query=query%20%7B__typename%7D', { method: 'POST' });
    const inBody = await server.fetch('/graphql', {
      method: 'POST',
      body: new URLSearchParams({ query: 'query {__typename}' }),
    });
    expect([inUrl.status, inBody.status]).toEqual([400, 415]);
    expect(await inUrl.text()).not.toContain('"data"');
    expect(await inBody.text()).not.toContain('"data"');
  });

  test('no GraphQL IDE', async () => {
    const server = await serveProduction();
    for (const path of ['/graphiql', '/playground', '/console', '/graphql']) {
      const response = await server.fetch(path, { headers: { accept: 'text/html' } });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).not.toMatch(/graphiql\.min\.css|GraphQL Playground|GraphiQL|graphql-playground/);
    }
  });

  test('no tracing', async () => {
    const response = await query('query { __typename }');
    expect(response).toEqual({ data: { __typename: 'Query' } });
  });

  test('no unhandled errors', async () => {
    const { errors } = await query('qwerty cop { abc }');
    expect(errors).toHaveLength(1);
    expect(Object.keys(errors?.[0]?.extensions ?? {})).toEqual(['code']);
    expect(JSON.stringify(errors)).not.toMatch(/stack|exception/i);
  });
});

/** Sends a request like Python's requests, without the headers that fetch adds. */
async function sendPythonGet(url: string): Promise<{ status: number; body: string }> {
  return await new Promise((resolve, reject) => {
    get(url, { headers: { accept: '*/*', 'user-agent': 'python-requests/2.32' } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });
}
