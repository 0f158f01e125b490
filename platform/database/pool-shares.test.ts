import { expect, test } from 'vitest';
import { sharesOf } from './pool-shares.js';

test.each([
  [1, { general: 1, pipelined: 0, reads: 0, aggregates: 0, reserved: 0 }],
  [5, { general: 5, pipelined: 0, reads: 0, aggregates: 0, reserved: 0 }],
  [6, { general: 2, pipelined: 1, reads: 1, aggregates: 1, reserved: 1 }],
  [10, { general: 5, pipelined: 1, reads: 2, aggregates: 1, reserved: 1 }],
  [40, { general: 19, pipelined: 1, reads: 10, aggregates: 5, reserved: 5 }],
])('splits a pool of %i connections', (poolSize, shares) => {
  expect(sharesOf(poolSize)).toEqual(shares);
});
