import { beforeEach, describe, expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

const minuteMs = 60_000;
let time = 0;
const now = () => time;

function createLimiter(limit: number, maxCallers?: number): RateLimiter {
  return new RateLimiter({ limit, windowMs: minuteMs, now, ...(maxCallers && { maxCallers }) });
}

function countAllowed(limiter: RateLimiter, caller: string, times: number): number {
  let allowed = 0;
  for (let count = 0; count < times; count++) if (limiter.count(caller).isAllowed) allowed++;
  return allowed;
}

beforeEach(() => {
  time = 1_000_000.25;
});

describe('a rate limit', () => {
  test.each([1, 3, 7, 60, 6000, 12_000, 1_000_000])('of %i requests allows exactly this number', (limit) => {
    const limiter = createLimiter(limit);
    expect(countAllowed(limiter, 'a', limit)).toBe(limit);
    const { isAllowed, remaining, retryInMs } = limiter.count('a');
    expect({ isAllowed, remaining }).toEqual({ isAllowed: false, remaining: 0 });
    expect(retryInMs).toBeCloseTo(minuteMs / limit, 3);
  });

  test('reports the remaining requests and the time of the reset', () => {
    const limiter = createLimiter(60);
    expect(limiter.count('a')).toMatchObject({ isAllowed: true, remaining: 59, fullInMs: 1000 });
    expect(limiter.count('a')).toMatchObject({ isAllowed: true, remaining: 58, fullInMs: 2000 });
    time += 1500;
    expect(limiter.count('a')).toMatchObject({ remaining: 58, fullInMs: 1500 });
  });

  test('refills continuously: one request per second for 60 per minute', () => {
    const limiter = createLimiter(60);
    countAllowed(limiter, 'a', 60);
    time += 990;
    expect(limiter.count('a').isAllowed).toBe(false);
    time += 10;
    expect(countAllowed(limiter, 'a', 2)).toBe(1);
    time += minuteMs;
    expect(countAllowed(limiter, 'a', 61)).toBe(60);
  });

  test('is not extended by rejected requests', () => {
    const limiter = createLimiter(60);
    countAllowed(limiter, 'a', 1000);
    time += 1000;
    expect(limiter.count('a').isAllowed).toBe(true);
  });

  test('is separate for each caller', () => {
    const limiter = createLimiter(3);
    countAllowed(limiter, 'a', 10);
    expect(countAllowed(limiter, 'b', 10)).toBe(3);
  });
});

describe('the table of callers', () => {
  test('remains bounded with 1,000,000 callers', () => {
    const limiter = createLimiter(60);
    for (let caller = 0; caller < 1_000_000; caller++) limiter.count(`2001:db8:${caller.toString(16)}::/64`);
    expect(limiter.size).toBe(65_536);
  });

  test('retains an exhausted caller, regardless of the number of other callers', () => {
    const limiter = createLimiter(60, 1000);
    countAllowed(limiter, 'spent', 60);
    for (let caller = 0; caller < 100_000; caller++) limiter.count(`other ${caller}`);
    expect(limiter.size).toBe(1000);
    expect(limiter.count('spent').isAllowed).toBe(false);
  });

  test('evicts the caller with the most remaining requests among eight, so exhausted callers are evicted last', () => {
    const limiter = createLimiter(60, 1000);
    for (let caller = 0; caller < 8; caller++) countAllowed(limiter, `spent ${caller}`, 60);
    for (let caller = 0; caller < 10_000; caller++) limiter.count(`other ${caller}`);
    const open = Array.from({ length: 8 }, (_, caller) => limiter.count(`spent ${caller}`).isAllowed);
    // In each round of about a thousand other callers, one of the eight may be the one to evict.
    expect(open.filter(Boolean).length).toBeLessThanOrEqual(2);
  });

  test('evicts callers with their full quota first', () => {
    const limiter = createLimiter(60, 16);
    for (let caller = 0; caller < 8; caller++) limiter.count(`old ${caller}`);
    time += 1000;
    for (let caller = 0; caller < 8; caller++) limiter.count(`new ${caller}`);
    limiter.count('one more');
    expect(limiter.size).toBe(9);
  });
});
