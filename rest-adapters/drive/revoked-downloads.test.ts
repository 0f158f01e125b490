import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GatewayServices } from '../../gateway/index.js';
import { registerDownloads } from './downloads.js';

let isActive = true;
let content: PassThrough;
const app = fastify();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  isActive = true;
  content = new PassThrough();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a download in progress ends within 5 s after its token was revoked', async () => {
  const download = {
    ...{ name: 'a.txt', mimeType: null, size: 1_000_000, entityTag: '"a"', modifiedAt: null, credentialId: 'token' },
    read: () => content,
  };
  const services: Pick<GatewayServices, 'authenticator' | 'downloads'> = {
    authenticator: { isActive: async () => isActive, authenticate: () => ({ kind: 'anonymous' }) },
    downloads: [async () => download],
  };
  registerDownloads(app, services as GatewayServices); // It uses only these members.
  const url = await app.listen({ port: 0 });
  try {
    content.write('first');
    const { body } = await fetch(`${url}/drive/download/x`);
    const reader = body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    await vi.advanceTimersByTimeAsync(5000);
    content.write('second');
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
    isActive = false;
    const closed = once(content, 'close').catch(() => {});
    await vi.advanceTimersByTimeAsync(5000);
    await closed;
    await expect(reader?.read()).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    await app.close();
  }
});
