import { expect, test } from 'vitest';
import { inOneSlot } from './jobs.js';

test('a job in one slot repeats its work instead of running twice at the same time', async () => {
  const ends: (() => void)[] = [];
  const run = inOneSlot(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    return promise;
  });
  const first = run({});
  await Promise.all([run({}), run({})]);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await first;
  expect(ends).toHaveLength(2);
});

test('a job in one slot runs again after a failure', async () => {
  let runs = 0;
  const run = inOneSlot(async () => {
    runs++;
    if (runs === 1) throw new Error('first');
  });
  await expect(run({})).rejects.toThrow('first');
  await run({});
  expect(runs).toBe(2);
});

test('a job in one slot does not repeat its work after its signal aborts', async () => {
  const stopping = new AbortController();
  let runs = 0;
  const run = inOneSlot(async () => {
    runs++;
    void run({});
    stopping.abort();
  });
  await run({}, stopping.signal);
  expect(runs).toBe(1);
});
