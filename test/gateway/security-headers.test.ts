import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from './support/serve.js';

type Directives = Readonly<Record<string, string>>;

function directivesOf(headers: Headers): Directives {
  const policyDirectives = (headers.get('content-security-policy') ?? '').split('; ');
  return Object.fromEntries(policyDirectives.map((each) => [each.split(' ')[0], each.slice(each.indexOf(' ') + 1)]));
}

/** Status and headers of the response to these bytes, on a separate connection. */
async function responseTo(url: string, bytes: string): Promise<{ status: number; headers: Headers }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  const [first = '', ...lines] = ((await text(socket)).split('\r\n\r\n')[0] ?? '').split('\r\n');
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { status: Number(first.split(' ')[1]), headers: new Headers(headers) };
}

function createPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>console</p>');
  writeFileSync(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return folder;
}

const rejections: [string, string, number][] = [
  ['an unknown Host', 'GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n', 421],
  ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 417],
  [
    'Content-Length and Transfer-Encoding',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
];

describe('every response', () => {
  const https = { RAMPART_SERVER_PUBLIC_URL: 'https://localhost' };

  function expectHeadersOfAllResponses(headers: Headers): void {
    const none = "'none'";
    const policy = { 'object-src': none, 'base-uri': none, 'frame-ancestors': none };
    expect(directivesOf(headers)).toMatchObject({ 'default-src': none, ...policy });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  }

  test.each(rejections)('to a request with %s has the security headers', async (_, bytes, status) => {
    const { url } = await serve({ environment: https });
    const response = await responseTo(url, bytes);
    expect(response.status).toBe(status);
    expectHeadersOfAllResponses(response.headers);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    '/graphql',
    '/health/live',
    '/metrics',
    '/schema.graphql',
    '/supergraph.graphql',
    '/nothing',
    '/console/',
  ])('of %s has the security headers, and is not cached', async (path) => {
    const { headers } = await (await serve({ environment: https })).fetch(path);
    expectHeadersOfAllResponses(headers);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('of the console has the security headers, with a content security policy that covers objects', async () => {
    const { headers } = await (await serve({ environment: https, pagesFolder: createPages() })).fetch('/');
    expectHeadersOfAllResponses(headers);
  });
});

test('an image of the console declares its character encoding', async () => {
  const { headers } = await (await serve({ pagesFolder: createPages() })).fetch('/console/mark.svg');
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
});

test('TRACE is rejected like an unknown method, without echoing the request', async () => {
  const { url } = await serve();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write('TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Secret: seven\r\nConnection: close\r\n\r\n');
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 (404|405) /);
  expect(response).not.toMatch(/secret|seven/i);
});
