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
  const aborted = queue.run(async () => {
    isStarted = true;
  }, controller.signal);
  const next = queue.run(() => Promise.resolve('next'));
  controller.abort(new Error('the client is gone'));
  await expect(aborted).rejects.toThrow('the client is gone');
  running.resolve('first');
  expect([await first, await next, isStarted]).toEqual(['first', 'next', false]);
  await expect(queue.run(() => Promise.resolve('late'), controller.signal)).rejects.toThrow('the client is gone');
});
