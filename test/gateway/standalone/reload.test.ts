import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fileSource, type SupergraphSource, urlSource } from '../../../gateway/standalone/index.js';
import { createLog } from '../../../platform/log.js';
import { federated, type HttpSubgraphs, serveSubgraphs } from '../../execution/support/http-subgraphs.js';
import { type StartOptions, sendRequest, startGateway } from './support/start.js';

let folder: string;
let file: string;
/** Two versions of a graph; the second has an additional field. */
let versions: [HttpSubgraphs, HttpSubgraphs];
let previous: string;
let next: string;

async function serveVersion(fields: string, resolvers: Record<string, () => unknown>): Promise<HttpSubgraphs> {
  const typeDefs = federated(`type Query { ${fields} }`);
  return await serveSubgraphs([{ name: 'one', typeDefs, resolvers: { Query: resolvers } }]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rampart-reload-'));
  file = join(folder, 'supergraph.graphql');
  versions = [
    await serveVersion('version: Int', { version: () => 1 }),
    await serveVersion('version: Int added: String', { version: () => 2, added: () => 'new' }),
  ];
  [previous, next] = [versions[0].supergraphSdl, versions[1].supergraphSdl];
});

afterAll(async () => {
  await Promise.all(versions.map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  writeFileSync(file, previous);
  for (const { instead } of versions) instead.clear();
});

async function start(source: SupergraphSource, options: StartOptions = {}) {
  const lines: string[] = [];
  const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  const gateway = await startGateway({ source, log: createLog({ level: 'info', destination }), ...options });
  onTestFinished(() => gateway.close());
  const requestVersion = async () => (await sendRequest(gateway.url, '{ version }')).body.data.version;
  const readMetric = async (name: string): Promise<string | undefined> => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1);
  };
  return { ...gateway, lines, version: requestVersion, metric: readMetric };
}

const reloads = (outcome: string) => `rampart_supergraph_reloads_total{outcome="${outcome}"}`;

describe('a supergraph in a file', () => {
  test('is replaced under load, by a write and by a rename, without a failed request', async () => {
    const gateway = await start(fileSource(file, { pollMs: 20 }));
    let isLoaded = true;
    const seenIds = new Set<number>();
    const load = Array.from({ length: 8 }, async () => {
      while (isLoaded) {
        const { status, body } = await sendRequest(gateway.url, '{ version }');
        if (status !== 200 || body.errors !== undefined) throw new Error(JSON.stringify(body));
        seenIds.add(body.data.version);
      }
    });
    for (let round = 0; round < 3; round++) {
      writeFileSync(file, next);
      await expect.poll(gateway.version).toBe(2);
      writeFileSync(`${file}.new`, previous);
      renameSync(`${file}.new`, file);
      await expect.poll(gateway.version).toBe(1);
    }
    isLoaded = false;
    await Promise.all(load);
    expect([...seenIds].sort()).toEqual([1, 2]);
    expect(await gateway.metric(reloads('replaced'))).toBe('6');
    expect(await (await fetch(`${gateway.url}/health/ready`)).json()).toEqual({ status: 'ok' });
  });

  test('is replaced after the operations in use are planned for it, with the values of their conditions', async () => {
    const { QueryPlanner }: typeof import('@apollo/query-planner') = createRequire(import.meta.url)(
      '@apollo/query-planner',
    );
    const gateway = await start(fileSource(file, { pollMs: undefined }));
    const query = 'query ($i: Boolean!) { version other: version @include(if: $i) }';
    const request = (i: boolean) => sendRequest(gateway.url, query, { variables: { i } });
    await request(true);
    writeFileSync(file, next);
    const planned = vi.spyOn(QueryPlanner.prototype, 'buildQueryPlan');
    onTestFinished(() => planned.mockRestore());
    expect(await gateway.reload()).toBe('replaced');
    expect(planned).toHaveBeenCalledTimes(1);
    expect((await request(true)).body.data).toEqual({ version: 2, other: 2 });
    expect(planned).toHaveBeenCalledTimes(1);
    await request(false);
    expect(planned).toHaveBeenCalledTimes(2);
  });

  test('is replaced on request, and requests in progress complete on the old graph', async () => {
    const gateway = await start(fileSource(file, { pollMs: undefined }));
    const responded = Promise.withResolvers<void>();
    versions[0].instead.set('one', { status: 200, body: '{"data":{"version":7}}', delay: responded.promise });
    const before = versions[0].observedRequests.length;
    const underWay = gateway.version();
    await expect.poll(() => versions[0].observedRequests.length).toBe(before + 1);
    writeFileSync(file, next);
    expect(await gateway.reload()).toBe('replaced');
    expect((await sendRequest(gateway.url, '{ added }')).body.data).toEqual({ added: 'new' });
    const schema = await (await fetch(`${gateway.url}/schema.graphql`)).text();
    expect(schema).toContain('added: String');
    responded.resolve();
    expect(await underWay).toBe(7);
    expect(await gateway.reload()).toBe('unchanged');
  });

  test.each([
    ['text that is not a supergraph', 'type Query { a: Int }', /must be a core schema/],
    ['an incomplete file', () => previous.slice(0, -40), /this is not a supergraph/],
    [
      'a subgraph without a URL',
      () => previous.replace(/(@join__graph\([^)]*url: )"[^"]*"/, '$1""'),
      /no address for subgraph/,
    ],
  ])('remains in use when it is followed by %s', async (_, invalid, reason) => {
    const gateway = await start(fileSource(file, { pollMs: undefined }));
    const [, hash] =
      /rampart_supergraph_info\{hash="(\w{64})"\} 1/.exec(await (await fetch(`${gateway.url}/metrics`)).text()) ?? [];
    writeFileSync(file, typeof invalid === 'string' ? invalid : invalid());
    expect(await gateway.reload()).toBe('rejected');
    expect(await gateway.version()).toBe(1);
    expect(await gateway.metric(reloads('rejected'))).toBe('1');
    expect(await gateway.metric(`rampart_supergraph_info{hash="${hash}"}`)).toBe('1');
    expect(gateway.lines.join()).toMatch(reason);
    rmSync(file);
    expect(await gateway.reload()).toBe('unavailable');
    expect(gateway.lines.at(-1)).toContain('cannot be read');
    writeFileSync(file, next);
    expect(await gateway.reload()).toBe('replaced');
    expect(await gateway.version()).toBe(2);
  });
});

describe('a supergraph at a URL', () => {
  let server: Server;
  let url: URL;
  let served: { text: string; etag?: string; status: number };
  let receivedHeaders: { authorization: string | undefined; etag: string | undefined }[];

  beforeAll(async () => {
    server = createServer(({ headers }, response) => {
      receivedHeaders.push({ authorization: headers.authorization, etag: headers['if-none-match'] });
      const { text, etag, status } = served;
      if (etag !== undefined && headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(status, etag === undefined ? {} : { etag }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graph`); // A TCP server has an AddressInfo.
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    receivedHeaders = [];
    served = { text: previous, etag: '"1"', status: 200 };
  });

  test('is polled with its ETag, and with credentials that are read again each time', async () => {
    const authorizationFile = join(folder, 'authorization');
    writeFileSync(authorizationFile, 'Bearer one\n');
    const gateway = await start(urlSource(url, { pollMs: 20, timeoutSeconds: 2.01, authorizationFile }));
    expect(receivedHeaders[0]).toEqual({ authorization: 'Bearer one', etag: undefined });
    writeFileSync(authorizationFile, 'Bearer two\n');
    await expect.poll(() => receivedHeaders.at(-1)).toEqual({ authorization: 'Bearer two', etag: '"1"' });
    served = { text: next, etag: '"2"', status: 200 };
    await expect.poll(gateway.version).toBe(2);
    await expect.poll(() => receivedHeaders.at(-1)?.etag).toBe('"2"');
    expect(await gateway.metric(reloads('replaced'))).toBe('1');
  });

  test('remains in use while the server fails, which is reported once', async () => {
    const gateway = await start(urlSource(url, { pollMs: 5, timeoutSeconds: 2.01 }));
    served = { text: 'no', status: 503 };
    await expect.poll(async () => Number(await gateway.metric(reloads('unavailable')))).toBeGreaterThan(2);
    expect(gateway.lines.filter((line) => line.includes('the server returned 503'))).toHaveLength(1);
    expect(await gateway.version()).toBe(1);
    served = { text: next, status: 200 };
    await expect.poll(gateway.version).toBe(2);
  });

  test('is required at the start', async () => {
    served = { text: 'no', status: 404 };
    const source = urlSource(url, { pollMs: 20, timeoutSeconds: 2.01 });
    await expect(startGateway({ source })).rejects.toThrow('the server returned 404');
  });
});
