import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { silentLog as log } from '../../platform/log.js';
import { endWorker } from './end-worker.js';

/** A worker that ends when it receives one of these signals or messages. */
function createWorker(endsOn: string) {
  const received: string[] = [];
  const receive = (message: string): boolean => {
    received.push(message);
    if (message === endsOn) setImmediate(() => worker.emit('exit'));
    return true;
  };
  const worker = Object.assign(new EventEmitter(), {
    process: { pid: 1, kill: receive },
    isDead: () => false,
    isConnected: () => true,
    send: ({ type }: { type: string }) => receive(type),
  });
  return { received, worker: worker as unknown as Worker };
}

test.each([
  ['a worker that hangs is killed after the maximum time', 'SIGKILL', 1, ['retire', 'SIGKILL']],
  ['a worker that ends in time is not killed', 'retire', 60_000, ['retire']],
])('%s', async (_, endsOn, maxMs, expected) => {
  const { worker, received } = createWorker(endsOn);
  await endWorker(worker, { type: 'retire', maxMs, log });
  expect(received).toEqual(expected);
});
