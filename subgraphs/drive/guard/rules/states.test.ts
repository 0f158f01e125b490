import { expect, test } from 'vitest';
import { MassChangeState } from '../vocabulary.js';
import { isTransitionAllowed } from './states.js';

const { OPEN, CONFIRMED, DISMISSED, RESOLVED } = MassChangeState;

test.each([
  [OPEN, [CONFIRMED, DISMISSED]],
  [CONFIRMED, [DISMISSED, RESOLVED]],
  [DISMISSED, [CONFIRMED]],
  [RESOLVED, []],
])('a mass change that is %s may become %j', (from, next) => {
  expect(Object.values(MassChangeState).filter((to) => isTransitionAllowed(from, to))).toEqual(next);
});
