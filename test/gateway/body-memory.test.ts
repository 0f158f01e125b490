import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminToken, serve } from './support/serve.js';

const mebibyte = 1024 * 1024;
const maxBodyBytes = 4 * mebibyte;
/** Six bodies of the maximum size. */
const bodiesPerSource = 6;

const behindProxy = {
  RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
  RAMPART_AUTH_ALERTS: 'token',
  RAMPART_GRAPHQL_MAX_BODY_BYTES: String(maxBodyBytes),
};

/** A GraphQL request with a body of this size, which is padded with white space. */
const bodyOf = (bytes: number): string => '{"query":"{ hello }"}'.padEnd(bytes);

interface Head {
  readonly path?: string;
  readonly from: string;
  readonly headers?: string;
  readonly framing: string;
}

const headOf = ({ path = '/graphql', from, headers = '', framing }: Head): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nAccept: application/graphql-response+json\r\n${headers}${framing}\r\n\r\n`;

/** Opens a connection, sends this text, and collects what is received. */
async function send(url: string, sent: string): Promise<{ socket: Socket; received: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (data) => (received += data));
  socket.write(sent);
  return { socket, received: () => received };
}

function sendAll(url: string, { from, bytes }: { from: string; bytes: number }): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: bodyOf(bytes) });
}

describe('the bodies of requests in progress', () => {
  test.each([
    ['with Content-Length', `Content-Length: ${maxBodyBytes}`, bodyOf(maxBodyBytes - 1)],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      `${(maxBodyBytes - 1).toString(16)}\r\n${bodyOf(maxBodyBytes - 1)}\r\n`,
    ],
  ])(
    '%s are rejected beyond the budget of their source, and those of other sources are not',
    async (_, framing, body) => {
      const { url } = await serve({ environment: behindProxy });
      const from = '192.0.2.1';
      const clients = await Promise.all(
        Array.from({ length: bodiesPerSource + 2 }, () => send(url, headOf({ from, framing }) + body)),
      );
      const responses = () => clients.map(({ received }) => received()).filter((response) => response !== '');
      await expect.poll(() => responses().length).toBeGreaterThan(0);
      expect(responses()[0]).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: 5\r\n/i);
      expect(responses()[0]).toMatch(
        /connection: close[\s\S]*from this IPv4 address or IPv6 \/64 network exceed 25165824/i,
      );
      expect((await sendAll(url, { from: '192.0.2.2', bytes: maxBodyBytes })).status).toBe(200);
      // A body that arrives with its headers is not counted.
      expect((await sendAll(url, { from, bytes: 1000 })).status).toBe(200);
      for (const { socket } of clients) socket.destroy();
      await expect.poll(async () => (await sendAll(url, { from, bytes: maxBodyBytes })).status).toBe(200);
    },
  );

  test('are removed from the budget when their responses have ended', async () => {
    const { url } = await serve({ environment: behindProxy });
    for (let count = 0; count < bodiesPerSource * 2; count++) {
      const response = await sendAll(url, { from: '192.0.2.1', bytes: maxBodyBytes });
      expect([response.status, await response.json()]).toEqual([200, { data: { hello: 'world' } }]);
    }
  });
});

describe('a large body from a source that has no requests left', () => {
  const from = '192.0.2.1';
  const framing = `Content-Length: ${maxBodyBytes}`;

  async function serveExhausted() {
    const server = await serve({ environment: { ...behindProxy, RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: '2' } });
    for (let count = 0; count < 2; count++) expect((await sendAll(server.url, { from, bytes: 1000 })).status).toBe(200);
    return server;
  }

  test('is not read', async () => {
    const { url } = await serveExhausted();
    const { socket } = await send(url, headOf({ from, framing }));
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: \d+\r\n[\s\S]*connection: close/i);
    expect(response).toContain('Too many requests: at most 2 per minute.');
  });

  test('is read if the request has credentials', async () => {
    const { url } = await serveExhausted();
    const authorization = `Authorization: Bearer ${adminToken}\r\nConnection: close\r\n`;
    const { socket } = await send(url, headOf({ from, framing, headers: authorization }) + bodyOf(maxBodyBytes));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  });
});
