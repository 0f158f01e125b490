import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connections, type PostRequest } from './connections.js';

/** A server, and a function that posts to it. */
async function serve(respond: RequestListener) {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    respond(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const connections = new Connections(`http://127.0.0.1:${port}`, { maxResponseBytes: 1000 });
  onTestFinished(async () => {
    await connections.close();
    server.close();
  });
  const signal = new AbortController().signal;
  const post = (path: string, options: Partial<PostRequest> = {}) =>
    connections.post({ path, headers: {}, body: '{}', signal, ...options });
  return { post, paths };
}

test.each([
  ['of the maximum size', 'x'.repeat(1000), {}, { body: 'x'.repeat(1000) }],
  ['beyond the maximum size', 'x'.repeat(1001), {}, { reason: 'too-large' }],
  ['with gzip', gzipSync('text'), { 'content-encoding': 'gzip' }, { body: 'text' }],
  [
    'that gzip expands beyond the maximum size',
    gzipSync('x'.repeat(1001)),
    { 'content-encoding': 'gzip' },
    { reason: 'too-large' },
  ],
  ['that is not gzip', 'text', { 'content-encoding': 'gzip' }, { reason: 'bad-encoding' }],
  ['that is empty, with a content encoding', '', { 'content-encoding': 'gzip' }, { body: '' }],
])('a response %s results in its body or a reason', async (_, body, headers, expected) => {
  const { post } = await serve((_request, response) => void response.writeHead(200, headers).end(body));
  expect(await post('/').catch((error: unknown) => error)).toMatchObject(expected);
});

async function outcomeOf(response: Promise<unknown>): Promise<unknown> {
  return await response.catch((error: Error) => error.message);
}

test('a request that is aborted or times out before it is connected is not sent', async () => {
  const { post, paths } = await serve((_request, response) => void response.end('text'));
  const aborted = outcomeOf(post('/aborted', { signal: AbortSignal.abort(new Error('The client is gone')) }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const late = outcomeOf(post('/late', { timeoutMs: 1 }));
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect([await aborted, await late]).toEqual(['The client is gone', 'the response did not arrive in time']);
  expect(await post('/')).toMatchObject({ status: 200, body: 'text' });
  expect(paths).toEqual(['/']);
});

test('a completed request no longer listens to its signal', async () => {
  const { post } = await serve((_request, response) => void response.end('text'));
  const { signal } = new AbortController();
  await post('/', { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
