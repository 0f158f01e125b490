import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpServerOptions } from '../../gateway/index.js';
import { serve } from './support/serve.js';

/** An open connection to a server. Errors count as the end of the connection. */
async function connection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

interface RawResponse {
  readonly status: number;
  readonly headers: string;
  readonly body: unknown;
}

/** The server's response to these bytes until it closes the connection. */
async function responseTo(url: string, bytes: string): Promise<RawResponse> {
  const socket = await connection(url);
  socket.write(bytes);
  return parseResponse(await text(socket));
}

function parseResponse(response: string): RawResponse {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body: body === '' ? '' : JSON.parse(body) };
}

const service: NonNullable<HttpServerOptions['serviceListeners']>[number] = {
  name: 'licenses',
  host: '127.0.0.1',
  port: 0,
  certificate: undefined,
  errorBody: (message) => ({ message }),
  register: (app) => void app.get('/here', () => ({ here: true })),
};

describe('an invalid HTTP/1.1 request', () => {
  const closing = 'Host: 127.0.0.1\r\nConnection: close\r\n';

  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'The request is not well-formed HTTP/1.1'],
    ['a TLS handshake', '\x16\x03\x01\x00\x05', 400, 'The request is not well-formed HTTP/1.1'],
    [
      'two Content-Length headers',
      `POST / HTTP/1.1\r\n${closing}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
      undefined,
    ],
    [
      'endless headers',
      `GET / HTTP/1.1\r\n${closing}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'The request line and the headers are too large',
    ],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'The request has no Host header'],
    [
      'two different Host headers',
      `GET / HTTP/1.1\r\n${closing}hOsT: other.example\r\n\r\n`,
      400,
      'The request has more than one Host header',
    ],
    [
      'repeated Host headers',
      `GET / HTTP/1.1\r\n${closing}Host: 127.0.0.1\r\n\r\n`,
      400,
      'The request has more than one Host header',
    ],
    [
      'an unknown value of Expect',
      `GET / HTTP/1.1\r\n${closing}Expect: miracles\r\n\r\n`,
      417,
      'Unsupported Expect header: the only supported expectation is 100-continue',
    ],
  ])('is rejected in the format of other errors: %s', async (_, bytes, status, message = expect.any(String)) => {
    const server = await serve({ serviceListeners: [service] });
    const main = await responseTo(server.url, bytes);
    expect([main.status, main.body]).toEqual([status, { detail: message }]);
    expect(main.headers).toContain('content-type: application/json');
    expect(main.headers).toContain('connection: close');
    const apart = await responseTo(server.serviceUrls.get('licenses') ?? '', bytes);
    expect([apart.status, apart.body]).toEqual([status, { message }]);
  });

  test('is distinguished from an HTTP/1.0 request, which needs no Host header', async () => {
    const { url } = await serve();
    expect((await responseTo(url, 'GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('does not corrupt a response in progress', async () => {
    const release = Promise.withResolvers<void>();
    const server = await serve({
      adapters: [
        (app) =>
          void app.get('/begun', async (_request, reply) => {
            reply.hijack();
            reply.raw.writeHead(200, { 'content-length': 4 }).write('ab');
            await release.promise;
          }),
      ],
    });
    const socket = await connection(server.url);
    const received = text(socket);
    socket.write('GET /begun HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nnonsense\r\n\r\n');
    const response = await received;
    release.resolve();
    expect(response).not.toContain('400');
  });
});

describe('a body that arrives slowly', () => {
  const partialRequest = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`;
  const environment = { RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.2' };

  test('is rejected with a response after the request timeout', async () => {
    const { url } = await serve({ environment });
    const cut = await responseTo(url, partialRequest('/graphql'));
    expect([cut.status, cut.body]).toEqual([408, { detail: 'The request body did not arrive within 0.2 seconds' }]);
  });

  test('ends its connection even if no route reads it', async () => {
    const { url } = await serve({ environment });
    const socket = await connection(url);
    socket.write(partialRequest('/unknown'));
    expect(parseResponse(await text(socket)).status).toBe(404);
  });

  test('ends its connection even if the streamed response has started', async () => {
    const body = new PassThrough();
    const server = await serve({
      environment,
      adapters: [(app) => void app.get('/export', (_request, reply) => void reply.send(body))],
    });
    const socket = await connection(server.url);
    socket.write(partialRequest('/export').replace('POST', 'GET'));
    body.write('first part');
    expect((await text(socket)).split('\r\n\r\n')[1]).toContain('first part');
    // The server still works.
    expect((await responseTo(server.url, partialRequest('/graphql'))).status).toBe(408);
  });

  test('may exceed the timeout if a route streams it', async () => {
    const server = await serve({
      environment,
      adapters: [(app) => void app.post('/stream', { config: { streamsBody: true } }, ({ body }) => ({ body }))],
    });
    const socket = await connection(server.url);
    socket.write(partialRequest('/stream').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    // When this request is rejected, the streamed one has exceeded the timeout too, because it started earlier.
    expect((await responseTo(server.url, partialRequest('/graphql'))).status).toBe(408);
    socket.write('}');
    const streamed = parseResponse(await text(socket));
    expect([streamed.status, streamed.body]).toEqual([200, { body: {} }]);
  });
});

describe('connections of one source', () => {
  const twoConnections = { RAMPART_SERVER_MAX_CONNECTIONS_PER_SOURCE: '2' };

  async function isServed(url: string): Promise<Socket | undefined> {
    const socket = await connection(url);
    const responded = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
    socket.write('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    return (await responded) ? socket : undefined;
  }

  test('are limited, and closing one permits another', async () => {
    const server = await serve({ environment: twoConnections });
    const [first, second] = [await isServed(server.url), await isServed(server.url)];
    expect([first, second]).toEqual([expect.anything(), expect.anything()]);
    expect(await isServed(server.url)).toBeUndefined();
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        msg: expect.stringContaining('maximum number of open connections'),
        source: '127.0.0.1',
      }),
    );
    first?.destroy();
    await expect.poll(async () => await isServed(server.url)).toBeDefined();
  });

  test('are not limited for a trusted proxy', async () => {
    const proxied = { ...twoConnections, RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1', RAMPART_AUTH_ALERTS: 'token' };
    const { url } = await serve({ environment: proxied });
    for (let index = 0; index < 4; index++) expect(await isServed(url)).toBeDefined();
  });

  test('are counted per listener', async () => {
    const server = await serve({ environment: twoConnections, serviceListeners: [service] });
    for (let index = 0; index < 2; index++) expect(await isServed(server.url)).toBeDefined();
    expect(await isServed(server.serviceUrls.get('licenses') ?? '')).toBeDefined();
  });
});

describe('strict transport security', () => {
  test.each([
    [{}, null],
    [{ RAMPART_SERVER_PUBLIC_URL: 'http://localhost:8080' }, null],
    [{ RAMPART_SERVER_PUBLIC_URL: 'https://localhost' }, 'max-age=31536000; includeSubDomains'],
  ])('of the main listener with the settings %j is %s', async (environment: Record<string, string>, expected) => {
    const server = await serve({ environment });
    for (const path of ['/health/live', '/nothing'])
      expect((await server.fetch(path)).headers.get('strict-transport-security')).toBe(expected);
  });
});
