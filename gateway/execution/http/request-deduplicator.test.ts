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

test('does not share a read that began too early', async () => {
  const reads = new RequestDeduplicator<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const early = reads.read('key', signal, () => promise);
  const since = performance.now() + 0.001;
  const late = reads.read('key', signal, () => Promise.resolve('late'), since);
  const later = reads.read('key', signal, () => Promise.reject(new Error('the read is not sent')));
  resolve('early');
  expect([await early, await late, await later]).toEqual([
    { result: 'early', isShared: false },
    { result: 'late', isShared: false },
    { result: 'late', isShared: true },
  ]);
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
