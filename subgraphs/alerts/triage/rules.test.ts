import { expect, test } from 'vitest';
import { changeDateOf } from './rules.js';

test.each([
  [1000.123, 1_000_123],
  [1000.1239, 1_000_123],
  // The product of 1.001 and 1000 is 1000.9999999999999.
  [1.001, 1001],
])('a change at %d seconds is converted to the date at %d ms', (seconds, time) => {
  expect(changeDateOf(seconds).getTime()).toBe(time);
});
