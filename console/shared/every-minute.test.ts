import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyMinute } from './every-minute.js';

let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setInterval', 'clearInterval', 'performance'] });
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('calls every minute until it is stopped', () => {
  const run = vi.fn();
  const stop = everyMinute(run);
  vi.advanceTimersByTime(59_000);
  expect(run).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(121_000);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(120_000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('calls for a hidden page when it is shown again', () => {
  const run = vi.fn();
  const stop = everyMinute(run);
  page.visibilityState = 'hidden';
  vi.advanceTimersByTime(600_000);
  expect(run).toHaveBeenCalledTimes(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledTimes(1);
  stop();
});
