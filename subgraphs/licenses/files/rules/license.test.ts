import { describe, expect, test } from 'vitest';
import { LicenseState } from '../../vocabulary.js';
import { assertLicense, claimsOf, type License, licenseOf, permitsCheckIns, stateAt } from './license.js';

const license: License = {
  ...{ id: 'l-1', customer: 'Acme', cap: 5, issuedAt: 1000, notBefore: 2000, expiresAt: 3000 },
  ...{ graceDays: 0, entitlements: {}, signingKey: null },
};
const signingKey = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } as const;

test('converts a license to claims and back', () => {
  expect(licenseOf(claimsOf(license))).toEqual(license);
  expect(licenseOf({ jti: 'l-1', customer: 'Acme', cap: 0, iat: 1000, exp: 3000 })).toMatchObject({
    cap: 0,
    notBefore: 1000,
    ...{ graceDays: 0, entitlements: {}, signingKey: null },
  });
  const extended = { ...license, graceDays: 14, entitlements: { modules: ['a'] }, signingKey };
  expect(licenseOf(claimsOf(extended))).toEqual(extended);
});

test('a license without newer terms contains only the claims of earlier releases', () => {
  expect(Object.keys(claimsOf(license))).toEqual(['jti', 'customer', 'cap', 'iat', 'nbf', 'exp']);
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
  [{ grace_days: -1 }, 'grace_days'],
  [{ grace_days: 367 }, 'grace_days'],
  [{ grace_days: 1.5 }, 'grace_days'],
  [{ entitlements: [] }, 'entitlements'],
  [{ cnf: {} }, 'cnf'],
  [{ cnf: { jwk: { ...signingKey, kty: 'EC' } } }, 'cnf'],
  [{ cnf: { jwk: { ...signingKey, crv: 'X25519' } } }, 'cnf'],
  [{ cnf: { jwk: { ...signingKey, x: 'A'.repeat(44) } } }, 'cnf'],
  [{ cnf: { jwk: { ...signingKey, x: [signingKey.x] } } }, 'cnf'],
])('rejects claims with %j', (differences, name) => {
  expect(() => licenseOf({ ...claimsOf(license), ...differences })).toThrow(`claim ${name}`);
});

test.each([
  [{ jti: '' }, 'its claim jti must be a string of 1 to 200 characters, but is ""'],
  [{ iat: undefined }, 'its claim iat must be a time in Unix epoch seconds from 0 to 253402300799, but is missing'],
  [{ cap: 'x'.repeat(60) }, `its claim cap must be an integer from 0 to 2147483647, but is "${'x'.repeat(59)}`],
])('describes the rejected claim in %j', (differences, message) => {
  expect(() => licenseOf({ ...claimsOf(license), ...differences })).toThrow(new Error(message));
});

test('a new license must have valid terms and expire after its validity begins', () => {
  expect(() => assertLicense(license)).not.toThrow();
  expect(() => assertLicense({ ...license, cap: -1 })).toThrow('claim cap');
  expect(() => assertLicense({ ...license, expiresAt: 2000 })).toThrow('expires before it becomes valid');
});

describe('the state of a license', () => {
  test.each([
    [1999.999, 'not_yet_valid'],
    [2000, 'valid'],
    [2999.999, 'valid'],
    [3000, 'expired'],
  ])('at %d is %s', (now, state) => {
    expect(stateAt(license, now)).toBe(state);
  });

  test.each([
    [3000, 'grace'],
    [3000 + 2 * 86_400 - 0.001, 'grace'],
    [3000 + 2 * 86_400, 'expired'],
  ])('at %d is %s with a grace period of two days', (now, state) => {
    expect(stateAt({ ...license, graceDays: 2 }, now)).toBe(state);
  });
});

test('controllers are served under a valid license and in its grace period', () => {
  expect(Object.values(LicenseState).filter(permitsCheckIns)).toEqual([LicenseState.VALID, LicenseState.GRACE]);
});
