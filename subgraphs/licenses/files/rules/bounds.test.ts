import { expect, test } from 'vitest';
import { parseBlacklist } from './blacklist.js';
import { parseDepartments } from './departments.js';
import { licenseOf } from './license.js';

const claims = { jti: 'l', customer: 'c', cap: 0, iat: 0, exp: 253_402_300_799 };

test.each([
  [{ jti: 'x'.repeat(200) }],
  [{ customer: 'x'.repeat(200) }],
  [{ cap: 2 ** 31 - 1 }],
  [{ iat: 253_402_300_799 }],
  [{ nbf: 0 }],
])('a license accepts a value at the limit: %j', (differences) => {
  expect(licenseOf({ ...claims, ...differences })).toMatchObject({ notBefore: expect.any(Number) });
});

test.each([
  [{ jti: 'x'.repeat(201) }, 'claim jti'],
  [{ iat: -1 }, 'claim iat'],
  [{ exp: 253_402_300_800 }, 'claim exp'],
])('a license rejects a value beyond the limit: %j', (differences, problem) => {
  expect(() => licenseOf({ ...claims, ...differences })).toThrow(problem);
});

test('a license accepts entitlements of up to 16,384 characters', () => {
  const withText = (length: number) => licenseOf({ ...claims, entitlements: { text: 'x'.repeat(length) } });
  const { length: rest } = JSON.stringify({ text: '' });
  expect(() => withText(16_384 - rest)).not.toThrow();
  expect(() => withText(16_385 - rest)).toThrow('claim entitlements must be an object of at most 16384 characters');
});

test('the problem of a blacklist contains at most 100 characters of the line, and no count if one line is invalid', () => {
  const { problem } = parseBlacklist('x'.repeat(101));
  expect(problem).toBe(`line 1 is not a GUID, address or CIDR range: "${'x'.repeat(100)}"`);
});

test('a departments file may have a byte order mark and names of 200 characters', () => {
  const file = (name: string) => `\ufeff${JSON.stringify([{ name, addresses: [], configuration: {} }])}`;
  expect(parseDepartments(file('x'.repeat(200))).list).toHaveLength(1);
  expect(() => parseDepartments(file('x'.repeat(201)))).toThrow('department 1: name must be');
});
