import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HttpServerOptions } from '../../gateway/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { schemaGraph } from './support/schema-graph.js';
import { adminToken, analystToken, serve } from './support/serve.js';

const operatorOfTenant = { authorization: `Bearer ${analystToken}` };
const administrator = { authorization: `Bearer ${adminToken}` };

describe('health', () => {
  test('/live always succeeds, and /ready only while the database is available', async () => {
    const guard = () => Promise.reject(new DomainError('STORE_UNAVAILABLE', 'away'));
    const unavailableDatabase = { ready: () => true, reserved: { guard } };
    const [available, unavailable] = await Promise.all([
      serve({ database: reachableDatabase }),
      serve({ database: unavailableDatabase }),
    ]);
    expect((await available.fetch('/health/live')).status).toBe(200);
    expect((await available.fetch('/health/ready')).status).toBe(200);
    expect((await unavailable.fetch('/health/live')).status).toBe(200);
    expect((await unavailable.fetch('/health/ready')).status).toBe(503);
  });

  test('/ready fails until the database is migrated', async () => {
    const server = await serve({ database: { ...reachableDatabase, ready: () => false } });
    expect((await server.fetch('/health/ready')).status).toBe(503);
  });

  test('/ready queries the database at most once a second', async () => {
    let requested = 0;
    const guard: HttpServerOptions['database']['reserved']['guard'] = async (work) => {
      requested++;
      return await reachableDatabase.reserved.guard(work);
    };
    const server = await serve({ database: { ready: () => true, reserved: { guard } } });
    await Promise.all(Array.from({ length: 20 }, () => server.fetch('/health/ready')));
    expect(requested).toBeLessThanOrEqual(2);
  });
});

describe('metrics', () => {
  test('count requests by route and status', async () => {
    const server = await serve({ database: reachableDatabase });
    await server.sendRequest({ query: '{ hello }' });
    await server.fetch('/no/such/path');
    const text = await (await server.fetch('/metrics')).text();
    expect(text).toContain(
      'rampart_http_request_duration_seconds_count{method="POST",route="/graphql",status="200"} 1',
    );
    expect(text).toContain('rampart_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1');
    expect(text).toContain('rampart_database_ready 1');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  test.each([
    ['that take a while', 200],
    ['whose clients disconnect before the response', 499],
  ])('measure requests %s', async (_, status) => {
    const [arrival, response] = [Promise.withResolvers<number>(), Promise.withResolvers<string>()];
    const slow = () => {
      arrival.resolve(performance.now());
      return response.promise;
    };
    const server = await serve({ database: reachableDatabase, adapters: [(app) => void app.get('/slow', slow)] });
    const client = new AbortController();
    const request = server.fetch('/slow', { signal: client.signal }).then(
      (received) => received.status,
      () => 499,
    );
    const arrivedAt = await arrival.promise;
    await expect.poll(() => performance.now() - arrivedAt).toBeGreaterThan(20);
    const minMs = performance.now() - arrivedAt;
    if (status === 499) client.abort();
    else response.resolve('done');
    expect(await request).toBe(status);
    const labels = `{method="GET",route="/slow",status="${status}"}`;
    const readMetrics = async () => await (await server.fetch('/metrics')).text();
    await expect.poll(readMetrics).toContain(`rampart_http_request_duration_seconds_count${labels} 1`);
    const [, sum] = (await readMetrics()).split(`rampart_http_request_duration_seconds_sum${labels} `);
    const milliseconds = 1000 * Number.parseFloat(sum ?? '');
    expect(milliseconds).toBeGreaterThanOrEqual(minMs);
    expect(milliseconds).toBeLessThan(600_000);
    const { ms } = server.logged.find(({ msg, route }) => msg === 'request' && route === '/slow') ?? {};
    expect(ms).toBeGreaterThanOrEqual(minMs);
  });

  test('are limited to loopback and, through a proxy, to operators without a tenant restriction', async () => {
    const server = await serve();
    const forwarded = { 'x-forwarded-for': '198.51.100.7' };
    expect((await server.fetch('/metrics')).status).toBe(200);
    expect((await server.fetch('/metrics', { headers: forwarded })).status).toBe(401);
    expect((await server.fetch('/metrics', { headers: { ...forwarded, ...operatorOfTenant } })).status).toBe(403);
    expect((await server.fetch('/metrics', { headers: { ...forwarded, ...administrator } })).status).toBe(200);
  });

  test('are limited to operators without a tenant restriction if alerts require a token', async () => {
    const server = await serve({ environment: { RAMPART_AUTH_ALERTS: 'token' } });
    expect((await server.fetch('/metrics')).status).toBe(401);
    const response = await server.fetch('/metrics', { headers: operatorOfTenant });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('tenant restriction')]);
    expect((await server.fetch('/metrics', { headers: administrator })).status).toBe(200);
  });
});

describe('unknown paths', () => {
  test('return JSON with 404, and unknown methods JSON with 405 and the allowed methods', async () => {
    const server = await serve({ adapters: [(app) => void app.get('/things/:id', () => ({}))] });
    const unknown = await server.fetch('/nothing');
    expect([unknown.status, await unknown.json()]).toEqual([404, { detail: 'Not Found' }]);
    const wrong = await server.fetch('/things/1?x=/y', { method: 'DELETE' });
    expect([wrong.status, await wrong.json(), wrong.headers.get('allow')]).toEqual([
      405,
      { detail: 'Method Not Allowed' },
      'GET, HEAD',
    ]);
    expect((await server.fetch('/things/1/2')).status).toBe(404);
    expect((await server.fetch('/graphql', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });

  test('can be handled by an adapter in its own format', async () => {
    const server = await serve({
      adapters: [
        (_app, { unknownPaths }) =>
          unknownPaths.add((request, reply, allowed) => {
            if (!request.url.startsWith('/own')) return false;
            void reply.code(404).send({ message: 'own words', allowed });
            return true;
          }),
      ],
    });
    expect(await (await server.fetch('/own/x')).json()).toEqual({ message: 'own words', allowed: [] });
    expect(await (await server.fetch('/other')).json()).toEqual({ detail: 'Not Found' });
  });

  test('differ from a route that fails, whose error is masked and logged', async () => {
    const server = await serve({
      adapters: [
        (app) =>
          void app.get('/broken', () => {
            throw new Error('the secret reason');
          }),
      ],
    });
    const response = await server.fetch('/broken');
    expect([response.status, await response.json()]).toEqual([500, { detail: 'Internal server error' }]);
    expect(JSON.stringify(server.logged)).toContain('the secret reason');
  });
});

describe('every response', () => {
  test.each(['/graphql', '/health/live', '/nothing', '/schema.graphql'])(
    'of %s forbids sniffing and framing',
    async (path) => {
      const { headers } = await (await serve()).fetch(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );
});

describe('pages', () => {
  function createPages(): string {
    const folder = join(mkdtempSync(join(tmpdir(), 'pages-')), 'console');
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<p>console</p>');
    writeFileSync(join(folder, 'explorer.html'), '<p>explorer</p>');
    writeFileSync(join(folder, 'assets', 'main-abc.js'), 'start()');
    writeFileSync(join(folder, '..', 'secret.txt'), 'secret');
    return folder;
  }
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test('have a content security policy that permits only scripts from this server', async () => {
    const server = await serve({ pagesFolder: createPages() });
    const console = await server.fetch('/', { headers: browser });
    const explorer = await server.fetch('/graphql?query={me}', { headers: browser });
    expect([await console.text(), await explorer.text()]).toEqual(['<p>console</p>', '<p>explorer</p>']);
    for (const { headers } of [console, explorer]) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    }
  });

  test('may run the inline scripts that they contain, by their hashes, and no others', async () => {
    const folder = createPages();
    writeFileSync(join(folder, 'index.html'), '<script>start()</script><p>console</p>');
    const { headers } = await (await serve({ pagesFolder: folder })).fetch('/', { headers: browser });
    const digest = createHash('sha256').update('start()').digest('base64');
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${digest}';`);
  });

  test('load files that browsers may cache indefinitely', async () => {
    const server = await serve({ pagesFolder: createPages() });
    const script = await server.fetch('/console/assets/main-abc.js');
    expect([script.status, script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('are compressed for clients that accept it', async () => {
    const server = await serve({ pagesFolder: createPages() });
    const encodings = [];
    for (const accepted of ['gzip, br', 'gzip;q=0', 'identity', 'gzip']) {
      const script = await server.fetch('/console/assets/main-abc.js', { headers: { 'accept-encoding': accepted } });
      expect([await script.text(), script.headers.get('vary')]).toEqual(['start()', 'accept-encoding']);
      encodings.push(script.headers.get('content-encoding'));
    }
    expect(encodings).toEqual(['gzip', null, null, 'gzip']);
  });

  test.each([
    '/console/../secret.txt',
    '/console/%2e%2e%2fsecret.txt',
    '/console/assets',
    '/console/none.js',
    '/console/explorer.html',
  ])('%s is not found', async (path) => {
    expect((await (await serve({ pagesFolder: createPages() })).fetch(path)).status).toBe(404);
  });

  test('of the explorer ask operators to sign in if the schema is not public', async () => {
    const server = await serve({ pagesFolder: createPages(), environment: { NODE_ENV: 'production' } });
    const rejected = await server.fetch('/graphql', { headers: browser });
    expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic /),
    ]);
    const basic = `Basic ${Buffer.from(`me:${analystToken}`).toString('base64')}`;
    const response = await server.fetch('/graphql', { headers: { ...browser, authorization: basic } });
    expect([response.status, await response.text()]).toEqual([200, '<p>explorer</p>']);
  });
});

describe('shutdown', () => {
  test('completes running requests and closes idle connections', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<string>();
    const graph = schemaGraph('type Query { slow: String fast: String }', {
      fast: () => 'fast',
      slow: () => {
        started.resolve();
        return finish.promise;
      },
    });
    const server = await serve({ graph });
    const agent = new Agent({ keepAlive: true });
    const idle = await post({ url: server.url, agent, query: '{ fast }' });
    const idleClosed = new Promise((resolve) => idle.socket.on('close', resolve));
    const slow = post({ url: server.url, agent: new Agent({ keepAlive: true }), query: '{ slow }' });
    await started.promise;
    const closed = server.close();
    await idleClosed;
    await expect.poll(() => isReachable(server.url)).toBe(false);
    finish.resolve('done');
    expect(await bodyOf(await slow)).toBe('{"data":{"slow":"done"}}');
    await closed;
  });

  test('accepts no new connections', async () => {
    const finish = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const graph = schemaGraph('type Query { slow: String }', {
      slow: () => {
        started.resolve();
        return finish.promise;
      },
    });
    const server = await serve({ graph, database: reachableDatabase });
    const slow = server.sendRequest({ query: '{ slow }' });
    await started.promise;
    const closed = server.close();
    // The client reads the data that has arrived before it detects that the port is closed.
    await expect.poll(() => isReachable(server.url)).toBe(false);
    finish.resolve('done');
    expect((await slow).status).toBe(200);
    await closed;
  });
});

test('the start fails if the port is in use', async () => {
  const { url } = await serve();
  await expect(serve({ environment: { RAMPART_SERVER_PORT: new URL(url).port } })).rejects.toThrow(
    /is in use: stop the program that uses it, or set \[server\] port/,
  );
});

test('forwarded addresses are used from trusted proxies only', async () => {
  const adapters = [
    (app: Parameters<NonNullable<HttpServerOptions['adapters']>[number]>[0]) =>
      void app.get('/address', ({ ip }) => ({ ip })),
  ];
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const direct = await serve({ adapters });
  const proxied = await serve({
    adapters,
    environment: { RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.0/8', RAMPART_AUTH_ALERTS: 'open open' },
  });
  expect(await (await direct.fetch('/address', { headers })).json()).toEqual({ ip: '127.0.0.1' });
  expect(await (await proxied.fetch('/address', { headers })).json()).toEqual({ ip: '198.51.100.7' });
});

const reachableDatabase: HttpServerOptions['database'] = {
  ready: () => true,
  // Simulates a primary: this is the only statement.
  reserved: { guard: (work) => work((async () => [{ standby: false }]) as never) },
};

function post(options: { url: string; agent: Agent; query: string }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${options.url}/graphql`,
      { method: 'POST', agent: options.agent, headers: { 'content-type': 'application/json' } },
      resolve,
    );
    request.on('error', reject);
    request.end(JSON.stringify({ query: options.query }));
  });
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  return Buffer.concat(await message.toArray()).toString();
}

function isReachable(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
