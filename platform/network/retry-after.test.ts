import { expect, test } from 'vitest';
import { retryAfterSeconds } from './retry-after.js';

const now = Date.UTC(2026, 5, 1, 12);

test.each([
  ['17', 17],
  [' 1.5 ', 1.5],
  [['17', '23'], 17],
  [new Date(now + 30_000).toUTCString(), 30],
  [new Date(now - 30_000).toUTCString(), 0],
  ['0'.repeat(64), 0],
  ['0'.repeat(65), null],
  ['soon', null],
  ['', null],
  [undefined, null],
])('reads a Retry-After of %j as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});
