import { expect, test } from 'vitest';
import { machineFileExpiry } from './rules.js';

test.each([
  [{ days: 2, graceEnd: 9e9, leaseEnd: undefined }, 172_800],
  [{ days: 2, graceEnd: 100_000, leaseEnd: undefined }, 100_000],
  [{ days: 2, graceEnd: 9e9, leaseEnd: 90_000 }, 90_000],
])('a machine file expires at the earliest of its limits: %j', (limits, end) => {
  expect(machineFileExpiry({ now: 0, ...limits })).toBe(end);
});
