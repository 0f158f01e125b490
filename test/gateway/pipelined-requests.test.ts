import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextImmediate } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CertificateSource, type HttpServerOptions, openCertificateSource } from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { serve } from './support/serve.js';

const maxConcurrentRequests = 16;
/** More than the buffers of the system for a connection can contain. */
const largeResponse = Buffer.alloc(32 << 20, 'x');

type Register = NonNullable<HttpServerOptions['adapters']>[number];
type Served = Awaited<ReturnType<typeof serve>>;

async function createCertificate(): Promise<CertificateSource | undefined> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pipelined-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = { dataDir, publicUrl: '' };
  const options = { name: 'licenses', host: '127.0.0.1', tls: 'auto', server, clock: systemClock, log: silentLog };
  return await openCertificateSource(options);
}

/** The listeners of a server, with the options that start them and the URL to connect to. */
const listeners: [
  name: string,
  start: (register: Register, environment?: Record<string, string>) => Promise<string>,
][] = [
  ['HTTP', async (register, environment = {}) => (await serve({ environment, adapters: [register] })).url],
  [
    'HTTPS',
    async (register, environment = {}) => {
      const certificate = await createCertificate();
      const errorBody = (detail: string) => ({ detail });
      const service = { name: 'licenses', host: '127.0.0.1', port: 0, certificate, errorBody, register };
      const server: Served = await serve({ environment, serviceListeners: [service] });
      return server.serviceUrls.get('licenses') ?? '';
    },
  ],
];

async function connection(url: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url);
  const to = { host: hostname, port: Number(port) };
  const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
  return socket;
}

/** Resolves when the connection is closed, also by an error. */
async function closing(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  await promise;
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
const close = 'Connection: close\r\n';
const post = (path: string, body: string, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;

/** Routes that count their requests: `/held/N` responds when it is released, and the others respond immediately. */
function countingRoutes() {
  const started: string[] = [];
  const held: (() => void)[] = [];
  let isOver = false;
  function releaseAll(): void {
    isOver = true;
    for (const release of held) release();
  }
  const register: Register = (app) => {
    app.get('/held/:number', async ({ url }) => {
      started.push(url);
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      if (!isOver) await promise;
      return url;
    });
    app.get('/last', ({ url }, reply) => {
      started.push(url);
      void reply.header('connection', 'close').send(url);
    });
    app.get('/large', ({ url }, reply) => {
      started.push(url);
      void reply.send(largeResponse);
    });
    app.post('/posted', async ({ body }) => {
      started.push(JSON.stringify(body));
      await nextImmediate();
      return body;
    });
  };
  return { started, register, releaseAll, releaseNext: () => held.shift()?.() };
}

describe.each(listeners)('pipelined requests over %s', (_, start) => {
  test('are handled 16 at a time, and all of them receive responses in their order', async () => {
    const { started, register, releaseNext } = countingRoutes();
    const socket = await connection(await start(register));
    const paths = Array.from({ length: 60 }, (_, number) => `/held/${number}`);
    const received = text(socket);
    socket.write(paths.map((path, index) => get(path, index === paths.length - 1 ? close : '')).join(''));
    await expect.poll(() => started.length).toBe(maxConcurrentRequests);
    await nextImmediate();
    expect(started).toEqual(paths.slice(0, maxConcurrentRequests));
    releaseNext();
    await expect.poll(() => started.length).toBe(maxConcurrentRequests + 1);
    const release = setInterval(releaseNext, 1);
    onTestFinished(() => clearInterval(release));
    expect((await received).match(/\/held\/\d+/g)).toEqual(paths);
  });

  test('are not read while 16 of them wait for their responses', async () => {
    const { started, register, releaseNext, releaseAll } = countingRoutes();
    const socket = await connection(await start(register));
    const count = 5000;
    const first = get('/held/0');
    socket.write(first.repeat(maxConcurrentRequests + 1));
    await expect.poll(() => started.length).toBe(maxConcurrentRequests);
    const padding = `X: ${'x'.repeat(8000)}\r\n`;
    socket.write(get('/held/0', padding).repeat(count));
    await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
    // The connection remains open: only requests that the server has read are limited.
    releaseNext();
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
    expect(started.length).toBeLessThanOrEqual(maxConcurrentRequests + 1);
    // The server does not notice the end of a connection from which it does not read.
    releaseAll();
  });

  test('with a body wait for the responses to all requests before them', async () => {
    const { started, register, releaseNext } = countingRoutes();
    const socket = await connection(await start(register));
    const received = text(socket);
    socket.write(get('/held/0') + post('/posted', '[1]') + post('/posted', '[2]', close));
    await expect.poll(() => started).toEqual(['/held/0']);
    await nextImmediate();
    expect(started).toEqual(['/held/0']);
    releaseNext();
    expect((await received).match(/\[\d\]|\/held\/\d/g)).toEqual(['/held/0', '[1]', '[2]']);
  });

  test('are not handled after a response that closes the connection', async () => {
    const { started, register, releaseNext } = countingRoutes();
    const socket = await connection(await start(register));
    const received = text(socket);
    socket.write(get('/held/0') + get('/last') + post('/posted', '[1]'));
    await expect.poll(() => started).toEqual(['/held/0', '/last']);
    releaseNext();
    expect((await received).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(started).toEqual(['/held/0', '/last']);
  });

  test('close their connection if there are hundreds of them without responses', async () => {
    const { started, register } = countingRoutes();
    const url = await start(register);
    const socket = await connection(url);
    socket.resume().write(get('/held/0').repeat(500));
    await closing(socket);
    expect(started.length).toBe(maxConcurrentRequests);
  });
});

describe.each(listeners)('a client over %s', (_, start) => {
  test('that does not read its responses is disconnected', async () => {
    const { started, register } = countingRoutes();
    const socket = await connection(await start(register, { RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.2' }));
    socket.pause();
    socket.write(get('/large').repeat(40));
    await expect.poll(() => started.length).toBe(maxConcurrentRequests);
    // A client that reads nothing notices the end only when it sends.
    const send = setInterval(() => socket.write('\r\n'), 50);
    onTestFinished(() => clearInterval(send));
    await closing(socket);
    expect(started.length).toBe(maxConcurrentRequests);
  });
});
