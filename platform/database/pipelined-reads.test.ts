import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { PipelinedReads, rejectedInPipeline } from './pipelined-reads.js';

/** Pipelined reads with a fake connection; the test completes each read. */
function readsAt(clock: { now: number }) {
  let connections = 0;
  const ended: number[] = [];
  function connect(): Sql {
    const number = connections++;
    return { end: async () => void ended.push(number) } as unknown as Sql; // The tested code calls no other method.
  }
  const reads = new PipelinedReads(connect, () => clock.now);
  function begin() {
    const settle = { end() {}, fail(_: unknown) {} };
    const done = reads.run(
      () => new Promise<string>((end, fail) => Object.assign(settle, { end: () => end('shared'), fail })),
      async () => 'elsewhere',
    );
    return { ...settle, end: () => settle.end(), fail: (error: unknown) => settle.fail(error), done };
  }
  /** Completes a first read, after which the connection is proven. */
  async function prove(): Promise<void> {
    const first = begin();
    first.end();
    await first.done;
  }
  return { reads, begin, prove, ended };
}

test('stops pipelining while there is no response for more than 100 ms', async () => {
  const clock = { now: 1000 };
  const { reads, begin, prove } = readsAt(clock);
  await prove();
  const oldest = begin();
  clock.now += 60;
  const next = begin();
  clock.now += 40;
  expect(reads.isBehind()).toBe(false);
  clock.now += 1;
  expect(reads.isBehind()).toBe(true);
  expect(await begin().done).toBe('elsewhere');
  oldest.end();
  expect(await oldest.done).toBe('shared');
  clock.now += 100;
  expect(reads.isBehind()).toBe(false);
  clock.now += 1;
  expect(reads.isBehind()).toBe(true);
  next.end();
  await next.done;
  expect(reads.isBehind()).toBe(false);
});

test('stops pipelining while the oldest read takes more than a second, although others respond', async () => {
  const clock = { now: 1000 };
  const { reads, begin, prove } = readsAt(clock);
  await prove();
  const oldest = begin();
  for (let elapsedMs = 0; elapsedMs < 1000; elapsedMs += 100) {
    const other = begin();
    clock.now += 100;
    other.end();
    await other.done;
  }
  expect(reads.isBehind()).toBe(false);
  clock.now += 1;
  expect(reads.isBehind()).toBe(true);
  oldest.end();
  await oldest.done;
  expect(reads.isBehind()).toBe(false);
});

test('pipelines at most 256 reads', async () => {
  const { begin, prove } = readsAt({ now: 1000 });
  await prove();
  const shared = Array.from({ length: 256 }, begin);
  expect(await begin().done).toBe('elsewhere');
  for (const read of shared) read.end();
  expect(await Promise.all(shared.map(({ done }) => done))).toEqual(shared.map(() => 'shared'));
});

test('sends one read at a time on a new connection and after a failure', async () => {
  const { begin, ended } = readsAt({ now: 1000 });
  const first = begin();
  expect(await begin().done).toBe('elsewhere');
  first.end();
  await first.done;
  const failing = begin();
  const concurrent = begin();
  failing.fail(new Error('the connection is gone'));
  expect(await failing.done).toBe('elsewhere');
  expect(await begin().done).toBe('elsewhere');
  concurrent.end();
  expect(await concurrent.done).toBe('shared');
  expect(ended).toEqual([]);
});

test('replaces a connection once if its statement fails there and succeeds on another one', async () => {
  const { begin, prove, ended } = readsAt({ now: 1000 });
  await prove();
  const rejected = [begin(), begin()];
  for (const read of rejected) read.fail(rejectedInPipeline);
  expect(await Promise.all(rejected.map(({ done }) => done))).toEqual(['elsewhere', 'elsewhere']);
  expect(ended).toEqual([0]);
});

test('waits for all reads to complete after one minute of continuous pipelining', async () => {
  const clock = { now: 1000 };
  const { reads, begin, prove } = readsAt(clock);
  await prove();
  let previous = begin();
  for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 50) {
    clock.now += 50;
    const next = begin();
    previous.end();
    await previous.done;
    previous = next;
  }
  expect(reads.isBehind()).toBe(false);
  clock.now += 1;
  expect(reads.isBehind()).toBe(true);
  previous.end();
  await previous.done;
  begin();
  expect(reads.isBehind()).toBe(false);
});
