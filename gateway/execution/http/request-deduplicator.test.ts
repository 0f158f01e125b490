import { expect, test } from 'vitest';
import { RequestDeduplicator } from './request-deduplicator.js';

const { signal } = new AbortController();

test('shares a read in progress, also if its key is the name of a property of objects', async () => {
  const reads = new RequestDeduplicator<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const key of ['{ alerts }', 'constructor', '__proto__']) {
    const first = reads.read(key, signal, () => promise);
    const second = reads.read(key, signal, () => Promise.reject(new Error('the read is not sent twice')));
    resolve('response');
    expect(await first).toEqual({ result: 'response', isShared: false });
    expect(await second).toEqual({ result: 'response', isShared: true });
  }
});

test('sends a read again after the first has ended, or after a mutation', async () => {
  const reads = new RequestDeduplicator<number>();
  let sent = 0;
  const send = () => Promise.resolve(++sent);
  expect((await reads.read('key', signal, send)).result).toBe(1);
  const second = reads.read('key', signal, send);
  reads.forget();
  const third = reads.read('key', signal, send);
  expect([(await second).result, (await third).result]).toEqual([2, 3]);
});
