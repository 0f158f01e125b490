import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenSubscription } from './open-subscription.js';
import { eventStream } from './stream-formats.js';
import { sendStream } from './stream-response.js';

/** A subscription that fails before its first response. */
function failingSubscription(error: Error): OpenSubscription {
  return {
    position: undefined,
    ended: undefined,
    updateCaller: () => {},
    countSent: () => {},
    end: () => {},
    next: () => Promise.reject(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

test('a heartbeat after the end of a failed stream is not sent', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const errors: Error[] = [];
  app.get('/', (_request, reply) => {
    reply.raw.on('error', (error) => errors.push(error));
    const stream = sendStream({
      reply,
      subscription: failingSubscription(new Error('the database is down')),
      format: eventStream,
      heartbeatSeconds: 15,
      maskError() {
        // Runs directly after the response has ended, when its connection is still open.
        queueMicrotask(() => stream.sendHeartbeat());
        return [{ message: 'try again later', extensions: { code: 'STORE_UNAVAILABLE' } }];
      },
    });
  });
  const response = await fetch(await app.listen());
  expect(await response.text()).toContain('STORE_UNAVAILABLE');
  expect(errors).toEqual([]);
});
