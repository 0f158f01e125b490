import { expect, test } from 'vitest';
import { StatementQueue } from './statement-queue.js';

test('runs at most the configured number of statements, and starts waiting ones in the order of arrival', async () => {
  const queue = new StatementQueue(2);
  const started: number[] = [];
  const endings: (() => void)[] = [];
  const results = [0, 1, 2, 3, 4].map((number) =>
    queue.run(() => {
      started.push(number);
      return new Promise<number>((resolve) => endings.push(() => resolve(number)));
    }),
  );
  expect(started).toEqual([0, 1]);
  for (const number of [1, 0, 2, 3, 4]) {
    await expect.poll(() => endings[number]).toBeDefined();
    endings[number]?.();
    expect(await results[number]).toBe(number);
  }
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test('starts the next statement after a failure', async () => {
  const queue = new StatementQueue(1);
  const failed = queue.run(() => Promise.reject(new Error('no such table')));
  const next = queue.run(() => Promise.resolve('rows'));
  await expect(failed).rejects.toThrow('no such table');
  expect(await next).toBe('rows');
  expect(await queue.run(() => Promise.resolve('more rows'))).toBe('more rows');
});

test('skips a waiting statement whose signal is aborted, and starts the next one', async () => {
  const queue = new StatementQueue(1);
  const running = Promise.withResolvers<string>();
  const first = queue.run(() => running.promise);
  const controller = new AbortController();
  let isStarted = false;
  const aborted = queue.run(
    async () => {
      isStarted = true;
    },
    { signal: controller.signal },
  );
  const next = queue.run(() => Promise.resolve('next'));
  controller.abort(new Error('the client is gone'));
  await expect(aborted).rejects.toThrow('the client is gone');
  running.resolve('first');
  expect([await first, await next, isStarted]).toEqual(['first', 'next', false]);
  await expect(queue.run(() => Promise.resolve('late'), { signal: controller.signal })).rejects.toThrow(
    'the client is gone',
  );
});

test('lets callers with waiting statements take turns', async () => {
  const queue = new StatementQueue(1);
  const started: string[] = [];
  const run = (name: string, sourceAddress: string, signal?: AbortSignal) =>
    queue.run(async () => void started.push(name), { caller: { kind: 'anonymous' }, sourceAddress, signal });
  const controller = new AbortController();
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => run(name, '192.0.2.1')),
    run('b1', '192.0.2.2', controller.signal).catch(() => {}),
    run('b2', '192.0.2.2'),
    run('c1', '192.0.2.3'),
    run('b3', '192.0.2.2'),
  ];
  controller.abort();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'b2', 'c1', 'a3', 'b3', 'a4']);
});
