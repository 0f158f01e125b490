import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { UpstreamSubscription } from './upstream-subscription.js';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // The flag defines the function.
}

test('removes events from memory once the client has received them', async () => {
  const events: WeakRef<object>[] = [];
  async function* results() {
    for (;;) {
      const data = { review: { text: 'good' } };
      events.push(new WeakRef(data));
      yield { data };
    }
  }
  const subscription = new UpstreamSubscription({
    results: results(),
    responseOf: ({ data }) => ({ data }),
    ...{ onCallerUpdate() {}, onSent() {}, onEnd() {} },
  });
  for (let received = 0; received < 100; received++) await subscription.next();
  await new Promise(setImmediate);
  collectGarbage();
  expect(events.filter((event) => event.deref() !== undefined).length).toBeLessThan(10);
  subscription.end('left');
});

test('ends while it waits for an event', async () => {
  const { promise: never } = Promise.withResolvers<IteratorResult<object>>();
  const results = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
  const ends: string[] = [];
  const subscription = new UpstreamSubscription({
    ...{ results, responseOf: ({ data }) => ({ data }) },
    ...{ onCallerUpdate() {}, onSent() {}, onEnd: (reason) => void ends.push(reason) },
  });
  const next = subscription.next();
  subscription.end('stopped');
  expect(await next).toEqual({ done: true, value: undefined });
  expect(ends).toEqual(['stopped']);
});
