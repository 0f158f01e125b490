import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { BriefReads } from './brief-reads.js';

/** Reads end when the test says so; none of them looks at the connection. */
function readsAt(clock: { now: number }) {
  const reads = new BriefReads({} as Sql, () => clock.now);
  function begin(): { end(): void; failed(): void; done: Promise<unknown> } {
    const settle = { end() {}, failed() {} };
    const done = reads
      .run(
        () => new Promise<void>((end, fail) => Object.assign(settle, { end, failed: () => fail(new Error('gone')) })),
      )
      .catch(() => {});
    return { end: () => settle.end(), failed: () => settle.failed(), done };
  }
  return { reads, begin };
}

test('reads are not followed any more when the oldest is under way for over 100 ms', async () => {
  const clock = { now: 1000 };
  const { reads, begin } = readsAt(clock);
  expect(reads.isBehind()).toBe(false);
  const oldest = begin();
  clock.now += 60;
  const next = begin();
  clock.now += 40;
  expect(reads.isBehind()).toBe(false);
  clock.now += 1;
  expect(reads.isBehind()).toBe(true);
  oldest.end();
  await oldest.done;
  expect(reads.isBehind()).toBe(false);
  clock.now += 60;
  expect(reads.isBehind()).toBe(true);
  next.failed();
  await next.done;
  expect(reads.isBehind()).toBe(false);
});

test('reads that have followed each other for a minute are not followed until all are done', async () => {
  const clock = { now: 1000 };
  const { reads, begin } = readsAt(clock);
  let last = begin();
  for (let passed = 0; passed < 60_000; passed += 50) {
    clock.now += 50;
    const next = begin();
    last.end();
    await last.done;
    last = next;
  }
  expect(reads.isBehind()).toBe(false);
  clock.now += 1;
  expect(reads.isBehind()).toBe(true);
  last.end();
  await last.done;
  begin();
  expect(reads.isBehind()).toBe(false);
});
