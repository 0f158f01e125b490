import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGatheredRefresh } from './gathered-refresh.js';
import { beginLoading } from './loading.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  load(0); // Whatever a test before this one has loaded.
});
afterEach(() => void vi.useRealTimers());

/** Refreshes so far. */
function refreshes() {
  const refresh = vi.fn();
  return { ...createGatheredRefresh(refresh), count: () => refresh.mock.calls.length };
}

/** A query that takes so many milliseconds. */
function load(milliseconds: number): void {
  const end = beginLoading();
  vi.advanceTimersByTime(milliseconds);
  end();
}

test('what happens at once is shown at once, in one refresh', () => {
  const { ask, count } = refreshes();
  for (let event = 0; event < 5; event++) ask();
  vi.advanceTimersByTime(149);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(1);
});

test('what happens all the time is shown every two seconds', () => {
  const { ask, count } = refreshes();
  for (let passed = 0; passed < 20_000; passed += 100) {
    ask();
    vi.advanceTimersByTime(100);
  }
  expect(count()).toBe(10);
});

test('queries under way are never cancelled, and slow ones are asked seldom', () => {
  const { ask, count } = refreshes();
  ask();
  load(5_000);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(19_000);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(1_500);
  expect(count()).toBe(1);
});

test('what was asked for is forgotten when nobody wants it any more', () => {
  const { ask, cancel, count } = refreshes();
  ask();
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(0);
});
