import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleGraph as graph } from './support/sample-graph.js';
import { adminToken, analystToken, serve, type TestResponse } from './support/serve.js';

const preflight = { 'apollo-require-preflight': 'true' };

describe('persisted documents', () => {
  const query = 'query Hello { hello }';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };

  test('are registered and found with automatic persisted queries (APQ)', async () => {
    const server = await serve({ graph });
    const notFound = await server.sendRequest({ extensions });
    expect([notFound.status, (await notFound.json()).errors[0]]).toEqual([
      200,
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    expect(await (await server.sendRequest({ query, extensions })).json()).toEqual({ data: { hello: 'hello world' } });
    expect(await (await server.sendRequest({ extensions })).json()).toEqual({ data: { hello: 'hello world' } });
  });

  test('are not registered with the hash of another document', async () => {
    for (const trustedDocuments of [[], [query]]) {
      const response = await (await serve({ graph, trustedDocuments })).sendRequest({ query: '{ me }', extensions });
      expect(response.status).toBe(400);
      expect((await response.json()).errors[0].message).toMatch(/does not match the query/);
    }
  });

  test('of the trusted list are executed by id, over GET with a cacheable response', async () => {
    const server = await serve({ graph, trustedDocuments: [query] });
    expect(await (await server.sendRequest({ documentId: `sha256:${sha256Hash}` })).json()).toEqual({
      data: { hello: 'hello world' },
    });
    const first = await server.fetch(`/graphql?documentId=sha256:${sha256Hash}`, { headers: preflight });
    expect(await first.json()).toEqual({ data: { hello: 'hello world' } });
    const etag = first.headers.get('etag') ?? '';
    const revalidated = await server.fetch(`/graphql?documentId=sha256:${sha256Hash}`, {
      headers: { ...preflight, 'if-none-match': etag },
    });
    expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
  });

  test('are the only ones permitted if the settings require it, except for administrators', async () => {
    const server = await serve({
      graph,
      trustedDocuments: [query],
      environment: { RAMPART_GRAPHQL_DOCUMENTS: 'trusted' },
    });
    const codeOf = async (response: TestResponse) => (await response.json()).errors?.[0].extensions.code;
    expect(await codeOf(await server.sendRequest({ query: '{ me }' }))).toBe('UNTRUSTED_DOCUMENT');
    expect(
      await codeOf(await server.sendRequest({ query: '{ me }' }, { authorization: `Bearer ${analystToken}` })),
    ).toBe('UNTRUSTED_DOCUMENT');
    expect(await codeOf(await server.sendRequest({ query, extensions }))).toBeUndefined();
    const unlistedHash = createHash('sha256').update('{ me }').digest('hex');
    const registering = { query: '{ me }', extensions: { persistedQuery: { version: 1, sha256Hash: unlistedHash } } };
    expect(await codeOf(await server.sendRequest(registering))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
    expect(await codeOf(await server.sendRequest({ query }))).toBeUndefined();
    expect(await codeOf(await server.sendRequest({ documentId: sha256Hash }))).toBeUndefined();
    const byAdministrator = await server.sendRequest({ query: '{ me }' }, { authorization: `Bearer ${adminToken}` });
    expect(await byAdministrator.json()).toEqual({ data: { me: 'admin' } });
  });

  test('are read from a file whose hashes are verified at start', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'trusted-')), 'documents.json');
    const environment = { RAMPART_GRAPHQL_TRUSTED_DOCUMENTS_FILE: file };
    writeFileSync(file, JSON.stringify({ [`sha256:${sha256Hash}`]: query }));
    const server = await serve({ graph, environment });
    expect(await (await server.sendRequest({ documentId: `sha256:${sha256Hash}` })).json()).toEqual({
      data: { hello: 'hello world' },
    });
    writeFileSync(file, JSON.stringify({ [`sha256:${sha256Hash}`]: '{ me }' }));
    await expect(serve({ graph, environment })).rejects.toThrow(/is not the SHA-256 of its document/);
  });
});
