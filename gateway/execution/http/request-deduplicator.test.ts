import { expect, test } from 'vitest';
import { RequestDeduplicator } from './request-deduplicator.js';

const { signal } = new AbortController();

test('shares a read in progress with equal reads only', async () => {
  const reads = new RequestDeduplicator<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = reads.read('{ alerts }', signal, () => promise);
  const other = reads.read('{ zones }', signal, () => Promise.resolve('zones'));
  const second = reads.read('{ alerts }', signal, () => Promise.reject(new Error('the read is not sent twice')));
  resolve('alerts');
  expect(await first).toEqual({ result: 'alerts', isShared: false });
  expect(await second).toEqual({ result: 'alerts', isShared: true });
  expect(await other).toEqual({ result: 'zones', isShared: false });
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
