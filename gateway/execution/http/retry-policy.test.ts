import { expect, test } from 'vitest';
import { ConnectionFailure } from './connections.js';
import { BudgetedRetryPolicy, retryOnceAfterReset } from './retry-policy.js';

const unavailable = (headers: Record<string, string> = {}) => ({ status: 503, headers, body: '' });
const reset = new ConnectionFailure('reset', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
const rejected = new ConnectionFailure('rejected');

function createPolicy(options: Partial<ConstructorParameters<typeof BudgetedRetryPolicy>[0]> = {}) {
  return new BudgetedRetryPolicy({ maxRetries: 3, budgetRatio: 0.5, random: () => 0.5, now: () => 0, ...options });
}

test('delays increase exponentially with jitter, and retries stop after the maximum number', () => {
  const policy = createPolicy();
  expect([0, 1, 2, 3].map((count) => policy.delay(unavailable(), count))).toEqual([25, 50, 100, undefined]);
  expect(createPolicy({ random: () => 0 }).delay(rejected, 1)).toBe(0);
});

test.each(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])('retries a request whose connection ended with %s', (code) => {
  const failure = new ConnectionFailure('broken', { cause: Object.assign(new Error('broken'), { code }) });
  expect(retryOnceAfterReset.delay(failure, 0)).toBe(0);
});

test('uses the clock of the process for the budget by default', () => {
  const policy = new BudgetedRetryPolicy({ maxRetries: 3, budgetRatio: 0 });
  expect(Array.from({ length: 500 }, () => policy.delay(rejected, 0))).toContain(undefined);
});

test('retries immediately only after the first broken connection', () => {
  expect([0, 1].map((count) => createPolicy().delay(reset, count))).toEqual([0, 50]);
  expect([0, 1].map((count) => retryOnceAfterReset.delay(reset, count))).toEqual([0, undefined]);
  expect([rejected, unavailable()].map((outcome) => retryOnceAfterReset.delay(outcome, 0))).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  ['1', 1025],
  ['0', 25],
  ['30', 30_025],
  ['31', undefined],
  ['nonsense', 25],
  ['5 seconds', 25],
  ['in 5', 25],
  [new Date(0).toUTCString(), 25],
])('respects Retry-After: %s', (value, delay) => {
  expect(createPolicy().delay(unavailable({ 'retry-after': value }), 0)).toBe(delay);
});

test.each([200, 400, 401, 500, 501])('does not retry a response with status %i', (status) => {
  expect(createPolicy().delay({ status, headers: {}, body: '' }, 0)).toBeUndefined();
});

test.each(['timeout', 'too-large', 'not-sent', 'bad-encoding'] as const)(
  'does not retry a failure with the reason %s',
  (reason) => {
    expect(createPolicy().delay(new ConnectionFailure('no', { reason }), 0)).toBeUndefined();
  },
);

test('the budget allows a burst, a ratio of the requests, and one retry per second', () => {
  let now = 0;
  let rejections = 0;
  const policy = createPolicy({ now: () => now, onDenied: () => rejections++ });
  const allowed = (count: number) =>
    Array.from({ length: count }, () => policy.delay(rejected, 0)).filter((delay) => delay !== undefined).length;
  expect(allowed(20)).toBe(10);
  expect(rejections).toBe(10);
  for (let count = 0; count < 6; count++) policy.begin();
  expect(allowed(20)).toBe(3);
  now = 2000;
  expect(allowed(20)).toBe(2);
  now = 1_000_000;
  expect(allowed(50)).toBe(10);
});
