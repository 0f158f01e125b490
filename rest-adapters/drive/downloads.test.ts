import { Readable } from 'node:stream';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import type { GatewayServices } from '../../gateway/index.js';
import type { Download } from '../../platform/download.js';
import { registerDownloads } from './downloads.js';

/** What is sent for a file of this name and media type. */
async function answerFor(file: Pick<Download, 'name' | 'mimeType'>): Promise<LightMyRequestResponse> {
  const content = { size: 2, entityTag: '"1"', modifiedAt: null, read: () => Readable.from([Buffer.from('ab')]) };
  const app = Fastify();
  registerDownloads(app, { downloads: [async () => ({ ...content, ...file })] } as unknown as GatewayServices);
  return await app.inject('/drive/download/ticket');
}

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
  const { headers } = await answerFor({ name, mimeType: 'text/plain' });
  expect(headers['content-disposition']).toBe(`attachment; ${parameters}`);
  expect(headers).not.toHaveProperty('set-cookie');
});

test.each([
  ['text/html', 'text/html'],
  ['text/html\r\nx: y', 'application/octet-stream'],
  ['text/html; charset=utf-7', 'application/octet-stream'],
  ['nonsense', 'application/octet-stream'],
  [null, 'application/octet-stream'],
])('a file with the media type %j is sent as %s, as an attachment', async (mimeType, sent) => {
  const { headers } = await answerFor({ name: 'a', mimeType });
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    sent,
    expect.stringMatching(/^attachment;/),
  ]);
});
