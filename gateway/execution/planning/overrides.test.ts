import { expect, test } from 'vitest';
import { isLabelActive } from './overrides.js';

test.each([
  ['percent(25)', 0.2499, true],
  ['percent(25)', 0.25, false],
  ['percent(0.5)', 0.0049, true],
  ['percent(0.5)', 0.005, false],
  ['percent(12.75)', 0.1274, true],
  ['percent(100)', 0.9999, true],
  ['percent(0)', 0, false],
])('the label %s is active for the share %d: %s', (label, share, expected) => {
  expect(isLabelActive(label, { share, active: new Set() })).toBe(expected);
});

test.each(['canary', 'percent(x)', 'percent(5.x)', 'at percent(100)'])(
  'the label %s is active if it is configured',
  (label) => {
    expect(isLabelActive(label, { share: 0, active: new Set([label]) })).toBe(true);
    expect(isLabelActive(label, { share: 0, active: new Set(['other']) })).toBe(false);
  },
);
