import { expect, test } from 'vitest';
import { DomainError } from '../domain-error.js';
import { CombinedWrites } from './combined-writes.js';

/** Writes that wait until they are released, and the items of each. */
function createHeldWrites(options: {
  keyOf?: (item: string) => string;
  fails?: (items: readonly string[]) => Error | undefined;
}) {
  const written: (readonly string[])[] = [];
  const gates: (() => void)[] = [];
  const writes = new CombinedWrites<string, string>({
    ...(options.keyOf && { keyOf: options.keyOf }),
    async write(items) {
      written.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      const error = options.fails?.(items);
      if (error !== undefined) throw error;
      return items.map((item) => item.toUpperCase());
    },
  });
  return {
    writes,
    written,
    /** Ends the writes in progress, and those that follow them. */
    async release(rounds = 1) {
      for (let round = 0; round < rounds; round++) {
        for (const open of gates.splice(0)) open();
        await new Promise(setImmediate);
      }
    },
  };
}

test('items that arrive during a write share the next one, and each gets its own result', async () => {
  const { writes, written, release } = createHeldWrites({});
  const results = Promise.all(['a', 'b', 'c'].map((item) => writes.run(item)));
  expect(written).toEqual([['a']]);
  await release(2);
  expect(await results).toEqual(['A', 'B', 'C']);
  expect(written).toEqual([['a'], ['b', 'c']]);
});

test('a write contains at most 100 items', async () => {
  const { writes, written, release } = createHeldWrites({});
  const results = Promise.all(Array.from({ length: 202 }, (_, index) => writes.run(String(index))));
  await release(4);
  await results;
  expect(written.map(({ length }) => length)).toEqual([1, 100, 100, 1]);
});

test('items with the same key are in different writes, in order', async () => {
  const { writes, written, release } = createHeldWrites({ keyOf: (item) => item.charAt(0) });
  const results = Promise.all(['x', 'a1', 'a2', 'b1', 'a3'].map((item) => writes.run(item)));
  await release(4);
  await results;
  expect(written).toEqual([['x'], ['a1', 'b1'], ['a2'], ['a3']]);
});

test('a rejected item does not fail the other items of its write', async () => {
  const { writes, written, release } = createHeldWrites({
    fails: (items) => (items.includes('bad') ? new Error('rejected') : undefined),
  });
  const results = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => writes.run(item)));
  await release(3);
  expect((await results).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual([
    ...['A', 'B', 'rejected', 'C'],
  ]);
  expect(written).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
});

test('while the database is unavailable, all items of a write fail immediately, and later items are tried', async () => {
  let isAvailable = false;
  const unavailable = new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached');
  const { writes, written, release } = createHeldWrites({ fails: () => (isAvailable ? undefined : unavailable) });
  const results = Promise.allSettled(['a', 'b', 'c'].map((item) => writes.run(item)));
  await release(2);
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(written).toEqual([['a'], ['b', 'c']]);
  isAvailable = true;
  const later = writes.run('d');
  await release();
  expect(await later).toBe('D');
});
