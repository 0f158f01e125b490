import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoalescedRefresh } from './coalesced-refresh.js';
import { startLoading } from './loading.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  load(0); // Resets the times of an earlier test.
});
afterEach(() => void vi.useRealTimers());

/** A coalesced refresh that counts its calls. */
function countedRefresh() {
  const refresh = vi.fn();
  return { ...createCoalescedRefresh(refresh), count: () => refresh.mock.calls.length };
}

/** A query with this duration. */
function load(milliseconds: number): void {
  const end = startLoading();
  vi.advanceTimersByTime(milliseconds);
  end();
}

test('events within 150 ms cause one refresh', () => {
  const { request, count } = countedRefresh();
  for (let event = 0; event < 5; event++) request();
  vi.advanceTimersByTime(149);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(1);
});

test('continuous events cause a refresh every two seconds', () => {
  const { request, count } = countedRefresh();
  for (let passed = 0; passed < 20_000; passed += 100) {
    request();
    vi.advanceTimersByTime(100);
  }
  expect(count()).toBe(10);
});

test('pending queries are never cancelled, and slow queries are repeated less often', () => {
  const { request, count } = countedRefresh();
  request();
  load(5_000);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(19_000);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(1_500);
  expect(count()).toBe(1);
});

test('a cancelled request causes no refresh', () => {
  const { request, cancel, count } = countedRefresh();
  request();
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(0);
});
