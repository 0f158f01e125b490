import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.js';

test.each([
  [{ code: 'RATE_LIMITED', retryAfterSeconds: 1.2 }, '2'],
  [{ code: 'TIMEOUT', retryAfterSeconds: 0 }, '1'],
  [{ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 86_399.2 }, '86400'],
  [{ code: 'STORE_UNAVAILABLE' }, '5'],
  [{ code: 'SERVICE_UNAVAILABLE' }, '5'],
  [{ code: 'RATE_LIMITED' }, undefined],
  [{ code: 'TIMEOUT', retryAfterSeconds: '7' }, undefined],
  [undefined, undefined],
])('the Retry-After header for an error with the extensions %j is %s', (extensions, seconds) => {
  expect(retryAfterOf(extensions)).toBe(seconds);
});
