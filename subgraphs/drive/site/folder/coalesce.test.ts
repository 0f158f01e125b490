import { expect, onTestFinished, test, vi } from 'vitest';
import { coalesce } from './coalesce.js';

test('requests during a run cause exactly one more run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ends: (() => void)[] = [];
  let maximum = 0;
  let active = 0;
  const work = coalesce(async () => {
    maximum = Math.max(maximum, ++active);
    await new Promise<void>((resolve) => ends.push(resolve));
    active--;
  });
  for (let index = 0; index < 10; index++) {
    work.request(100);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(2);
  work.request(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(ends).toHaveLength(3);
  work.request(100);
  work.cancel();
  ends[2]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(3);
  expect(maximum).toBe(1);
});
