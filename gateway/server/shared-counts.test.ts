import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.js';
import { SharedCounts } from './shared-counts.js';
import { SharedResourceCounts } from './shared-resource-counts.js';

const limit = 10;

function createProcess() {
  const limiter = new RateLimiter({ limit, windowMs: 60_000, now: () => 0 });
  const resourceCounts = new SharedResourceCounts();
  const counts = new SharedCounts();
  counts.register('requests', limiter, { isHeld: false });
  counts.register('streams', resourceCounts, { isHeld: true });
  return { limiter, held: resourceCounts, counts };
}

test('requests that another process has allowed reduce the remaining number, and are shared once', () => {
  const [one, other] = [createProcess(), createProcess()];
  for (let count = 0; count < limit - 1; count++) expect(one.limiter.count('caller').isAllowed).toBe(true);
  other.counts.addChanges(one.counts.takeChanges());
  expect(one.counts.takeChanges()).toEqual([]);
  expect(other.counts.takeChanges()).toEqual([]);
  expect(other.limiter.count('caller')).toMatchObject({ isAllowed: true, remaining: 0 });
  expect(other.limiter.count('caller').isAllowed).toBe(false);
  expect(other.limiter.count('somebody else').isAllowed).toBe(true);
  one.counts.addChanges(other.counts.takeChanges());
  expect(one.limiter.count('caller').isAllowed).toBe(false);
});

test('requests beyond the limit are not shared', () => {
  const one = createProcess();
  for (let sent = 0; sent < limit * 2; sent++) one.limiter.count('caller');
  expect(one.counts.takeChanges()).toEqual([{ limit: 'requests', isHeld: false, changes: [['caller', limit]] }]);
});

test('streams of another process are counted until they are released', () => {
  const [one, other] = [createProcess(), createProcess()];
  const release = one.held.acquire('caller');
  one.held.acquire('caller');
  other.counts.addChanges(one.counts.takeChanges());
  expect([other.held.countOf('caller'), other.held.total]).toEqual([2, 2]);
  release();
  release();
  other.counts.addChanges(one.counts.takeChanges());
  expect([other.held.countOf('caller'), other.held.total]).toEqual([1, 1]);
  one.held.acquire('brief')();
  expect(one.counts.takeChanges()).toEqual([]);
});

test('two counters with the same name are distinguished by their order', () => {
  const [one, other] = [createProcess(), createProcess()];
  const [second, same] = [new SharedResourceCounts(), new SharedResourceCounts()];
  one.counts.register('streams', second, { isHeld: true });
  other.counts.register('streams', same, { isHeld: true });
  second.acquire('caller');
  other.counts.addChanges(one.counts.takeChanges());
  expect([other.held.total, same.total]).toEqual([0, 1]);
});
