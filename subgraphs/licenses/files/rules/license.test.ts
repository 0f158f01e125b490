import { describe, expect, test } from 'vitest';
import { assertLicense, claimsOf, licenseOf, stateAt } from './license.js';

const license = { id: 'l-1', customer: 'Acme', cap: 5, issuedAt: 1000, notBefore: 2000, expiresAt: 3000 };

test('converts a license to claims and back', () => {
  expect(licenseOf(claimsOf(license))).toEqual(license);
  expect(licenseOf({ jti: 'l-1', customer: 'Acme', cap: 0, iat: 1000, exp: 3000 })).toMatchObject({
    cap: 0,
    notBefore: 1000,
  });
});

test.each([
  [{ jti: '' }, 'jti'],
  [{ jti: 7 }, 'jti'],
  [{ customer: undefined }, 'customer'],
  [{ cap: -1 }, 'cap'],
  [{ cap: 1.5 }, 'cap'],
  [{ cap: '5' }, 'cap'],
  [{ cap: 2 ** 31 }, 'cap'],
  [{ iat: undefined }, 'iat'],
  [{ nbf: 'x' }, 'nbf'],
  [{ exp: undefined }, 'exp'],
  [{ exp: 1e12 }, 'exp'],
  [{ exp: '3000' }, 'exp'],
])('rejects claims with %j', (differences, name) => {
  expect(() => licenseOf({ ...claimsOf(license), ...differences })).toThrow(`claim ${name}`);
});

test('a new license has valid terms and a valid period', () => {
  expect(() => assertLicense(license)).not.toThrow();
  expect(() => assertLicense({ ...license, cap: -1 })).toThrow('claim cap');
  expect(() => assertLicense({ ...license, expiresAt: 2000 })).toThrow('expires before it becomes valid');
});

describe('the state of a license at a time', () => {
  test.each([
    [1999.999, 'not_yet_valid'],
    [2000, 'valid'],
    [2999.999, 'valid'],
    [3000, 'expired'],
  ])('at %d is %s', (now, state) => {
    expect(stateAt(license, now)).toBe(state);
  });
});
