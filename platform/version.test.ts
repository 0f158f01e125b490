import { expect, test } from 'vitest';
import { compareVersions, ownVersion } from './version.js';

test.each([
  ['0.2.0', '0.2.0', 0],
  ['0.2.0', '0.10.0', -1],
  ['1.0.0', '0.10.9', 1],
  ['0.2.1', '0.2.0', 1],
  ['0.2.0-rc.1', '0.2.0', 0],
])('the comparison of %s with %s returns %s', (one, other, expected) => {
  expect(Math.sign(compareVersions(one, other))).toBe(expected);
});

test('rejects an invalid version', () => {
  expect(() => compareVersions('0.2', '0.2.0')).toThrow('"0.2" is not a version such as 0.2.0');
});

test('reads the version of package.json', () => {
  expect(ownVersion).toMatch(/^\d+\.\d+\.\d+/);
});
