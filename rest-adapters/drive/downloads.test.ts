import { Readable } from 'node:stream';
import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import type { GatewayServices } from '../../gateway/index.js';
import {
  type Download,
  InfectedContentError,
  MissingContentError,
  type OpenDownload,
} from '../../platform/download.js';
import { registerDownloads } from './downloads.js';
import type { ByteRange } from './ranges.js';

const bytes = Buffer.from('0123456789');

/** The response for a file with these properties. */
async function responseFor(
  file: Partial<Download>,
  request: Pick<InjectOptions, 'method' | 'headers'> = {},
): Promise<LightMyRequestResponse> {
  const content = {
    ...{ name: 'a', mimeType: 'text/plain', size: bytes.length, entityTag: '"1"', modifiedAt: null },
    read: (range?: ByteRange) => Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? 9) + 1)]),
  };
  const app = Fastify();
  registerDownloads(app, { downloads: [async () => ({ ...content, ...file })] } as unknown as GatewayServices);
  return await app.inject({ url: '/drive/download/ticket', ...request });
}

function neverRead(): never {
  throw new Error('the content must not be read');
}

test.each<[string, OpenDownload, string]>([
  [
    'a forged or expired ticket',
    async () => undefined,
    'The download URL is invalid or has expired, or the file no longer exists: request the content again for a new URL',
  ],
  [
    'content that is missing in the store',
    () => Promise.reject(new MissingContentError()),
    'The content of the file is not available',
  ],
])('the download of %s returns 404 with the cause', async (_, openDownload, message) => {
  const app = Fastify();
  registerDownloads(app, { downloads: [openDownload] } as unknown as GatewayServices);
  const response = await app.inject({ url: '/drive/download/ticket' });
  expect([response.statusCode, response.json()]).toEqual([404, { error: { code: 'itemNotFound', message } }]);
});

test('the download of a file with malware returns 403 with the code malwareDetected', async () => {
  const app = Fastify();
  const openDownload: OpenDownload = () => Promise.reject(new InfectedContentError());
  registerDownloads(app, { downloads: [openDownload] } as unknown as GatewayServices);
  const response = await app.inject({ url: '/drive/download/ticket' });
  expect([response.statusCode, response.json().error.code]).toEqual([403, 'malwareDetected']);
});

test('a failure other than missing content is not reported as missing content', async () => {
  const app = Fastify();
  const openDownload: OpenDownload = () => Promise.reject(new Error('the database cannot be reached'));
  registerDownloads(app, { downloads: [openDownload] } as unknown as GatewayServices);
  expect((await app.inject({ url: '/drive/download/ticket' })).statusCode).toBe(500);
});

test('a ticket is passed to each kind of download until one accepts it', async () => {
  const app = Fastify();
  const found = { name: 'a', mimeType: null, size: 0, entityTag: '"1"', modifiedAt: null, read: neverRead };
  const downloads: OpenDownload[] = [async () => undefined, async () => found, neverRead];
  registerDownloads(app, { downloads } as unknown as GatewayServices);
  expect((await app.inject({ url: '/drive/download/ticket' })).statusCode).toBe(200);
});

test.each<[string, Partial<Download>, InjectOptions, [number, string, object]]>([
  ['returns the content', {}, {}, [200, '0123456789', { 'content-length': '10' }]],
  [
    'returns the modification time',
    { modifiedAt: 1_790_000_000.9 },
    {},
    [200, '0123456789', { 'last-modified': 'Mon, 21 Sep 2026 14:13:20 GMT' }],
  ],
  [
    'returns a range',
    {},
    { headers: { range: 'bytes=3-5' } },
    [206, '345', { 'content-length': '3', 'content-range': 'bytes 3-5/10' }],
  ],
  [
    'rejects a range after the end',
    {},
    { headers: { range: 'bytes=10-' } },
    [
      416,
      '{"error":{"code":"invalidRange","message":"The requested range contains no bytes of the content, which has 10 bytes"}}',
      { 'content-range': 'bytes */10' },
    ],
  ],
  ['returns no content if the client already has it', {}, { headers: { 'if-none-match': '"1"' } }, [304, '', {}]],
  [
    'rejects a range if the content has changed since the previous range',
    { read: neverRead },
    { headers: { range: 'bytes=3-5', 'if-match': '"2"' } },
    [412, '{"error":{"code":"preconditionFailed","message":"The content of the file has changed"}}', {}],
  ],
  [
    'returns a range if the content has not changed since the previous range',
    {},
    { headers: { range: 'bytes=3-5', 'if-match': '"1"' } },
    [206, '345', { 'content-length': '3', 'content-range': 'bytes 3-5/10' }],
  ],
  ['returns only headers for HEAD', { read: neverRead }, { method: 'HEAD' }, [200, '', { 'content-length': '10' }]],
  [
    'ignores the range of HEAD',
    { read: neverRead },
    { method: 'HEAD', headers: { range: 'bytes=10-' } },
    [200, '', { 'content-length': '10' }],
  ],
  ['returns empty content', { size: 0, read: neverRead }, {}, [200, '', { 'content-length': '0' }]],
])('a download %s', async (_, file, request, [status, body, headers]) => {
  const response = await responseFor(file, request);
  expect([response.statusCode, response.body]).toEqual([status, body]);
  const common = { etag: '"1"', 'accept-ranges': 'bytes' };
  expect(response.headers).toMatchObject({ ...common, ...headers });
  for (const name of ['content-range', 'last-modified']) expect(name in response.headers).toBe(name in headers);
});

test.each([
  ['report.txt', `filename="report.txt"; filename*=UTF-8''report.txt`],
  ['a"; filename="b.html', `filename="a_; filename=_b.html"; filename*=UTF-8''a%22%3B%20filename%3D%22b.html`],
  ['a\r\nSet-Cookie: b=c', `filename="a__Set-Cookie: b=c"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b%3Dc`],
  [
    "Lage'bericht (neu)*é.pdf",
    `filename="Lage'bericht (neu)*_.pdf"; filename*=UTF-8''Lage%27bericht%20%28neu%29%2a%C3%A9.pdf`,
  ],
  ['half \ud800', `filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
])('a file named %j is sent as an attachment with that name, without header injection', async (name, parameters) => {
  const { headers } = await responseFor({ name, mimeType: 'text/plain' });
  expect(headers['content-disposition']).toBe(`attachment; ${parameters}`);
  expect(headers).not.toHaveProperty('set-cookie');
});

test.each([
  ['text/html', 'text/html'],
  ['text/html\r\nx: y', 'application/octet-stream'],
  ['text/html; charset=utf-7', 'application/octet-stream'],
  ['nonsense', 'application/octet-stream'],
  ['x: y\r\ntext/html', 'application/octet-stream'],
  [null, 'application/octet-stream'],
])('a file with the media type %j is sent as %s, as an attachment', async (mimeType, body) => {
  const { headers } = await responseFor({ name: 'a', mimeType });
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    body,
    expect.stringMatching(/^attachment;/),
  ]);
});
