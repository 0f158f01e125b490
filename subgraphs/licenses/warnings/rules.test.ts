import { describe, expect, test } from 'vitest';
import { LicenseState } from '../vocabulary.js';
import { expiryLevel, graceLevel, isOutdated, seatLevel } from './rules.js';

const daySeconds = 86_400;

describe('the warning level of a license', () => {
  test.each([
    [31 * daySeconds, undefined],
    [30 * daySeconds + 1, undefined],
    [30 * daySeconds, -30],
    [7 * daySeconds + 1, -30],
    [7 * daySeconds, -7],
    [daySeconds + 1, -7],
    [daySeconds, -1],
    [1, -1],
    [0, 0],
    [-daySeconds, 0],
  ])('%d seconds before the end is %s', (seconds, level) => {
    expect(expiryLevel({ expiresAt: 1e9 + seconds, state: LicenseState.VALID }, 1e9)).toBe(level);
  });

  test('is undefined before the license is valid', () => {
    expect(expiryLevel({ expiresAt: 1e9 + daySeconds, state: LicenseState.NOT_YET_VALID }, 1e9)).toBeUndefined();
  });

  test('is unchanged if the clock is set back to a time before the license is valid', () => {
    expect(expiryLevel({ expiresAt: 1e9 + daySeconds, state: LicenseState.NOT_YET_VALID }, 1e9, -1)).toBe(-1);
  });
});

describe('the warning level of a grace period', () => {
  test.each([
    [-1, undefined],
    [0, -30],
    [3 * daySeconds - 1, -30],
    [3 * daySeconds, -7],
    [9 * daySeconds - 1, -7],
    [9 * daySeconds, -1],
    [10 * daySeconds, 0],
    [11 * daySeconds, 0],
  ])('of ten days, %d seconds after the end of the license, is %s', (seconds, level) => {
    expect(graceLevel({ expiresAt: 1e9, graceEndsAt: 1e9 + 10 * daySeconds }, 1e9 + seconds)).toBe(level);
  });

  test('is undefined if the license has no grace period', () => {
    expect(graceLevel({ expiresAt: 1e9, graceEndsAt: 1e9 }, 1e9 + daySeconds)).toBeUndefined();
  });
});

describe('the warning level while a warning is active', () => {
  test.each([
    [30 * daySeconds + 3601, -30, undefined],
    [30 * daySeconds + 3600, -30, -30],
    [7 * daySeconds + 3601, -7, -30],
    [7 * daySeconds + 3600, -7, -7],
    [7 * daySeconds + 3600, -30, -30],
    [3601, 0, -1],
    [3600, 0, 0],
    [365 * daySeconds, 0, undefined],
  ])('%d seconds before the end, with the active level %d, is %s', (seconds, previous, level) => {
    expect(expiryLevel({ expiresAt: 1e9 + seconds, state: LicenseState.VALID }, 1e9, previous)).toBe(level);
  });

  test.each([
    [3601, undefined],
    [3600, -30],
  ])('for a grace period that begins in %d seconds is %s', (seconds, level) => {
    const license = { expiresAt: 1e9 + seconds, graceEndsAt: 1e9 + seconds + 10 * daySeconds };
    expect(graceLevel(license, 1e9, -30)).toBe(level);
  });
});

describe('the warning level of seats', () => {
  test.each([
    [79, undefined, undefined],
    [80, undefined, 80],
    [94, undefined, 80],
    [95, undefined, 95],
    [120, undefined, 95],
    [94, 95, 95],
    [94, 80, 80],
    [90, 95, 95],
    [89, 95, 80],
    [75, 80, 80],
    [74, 80, undefined],
    [74, 95, undefined],
  ])('with %d of 100 in use and the active level %s is %s', (used, previous, level) => {
    expect(seatLevel({ used, cap: 100 }, previous)).toBe(level);
  });

  test('is undefined for a license without seats', () => {
    expect(seatLevel({ used: 0, cap: 0 }, undefined)).toBeUndefined();
    expect(seatLevel({ used: 1, cap: 0 }, undefined)).toBeUndefined();
  });
});

describe('a version', () => {
  test.each([
    ['4.0.9', '4.1.0', true],
    ['4.9.0', '4.10.0', true],
    ['4.1', '4.1.0', false],
    ['4.1.0', '4.1.0', false],
    ['4.1.1', '4.1.0', false],
    ['4.1', '4.1.1', true],
    ['4.1.1', '4.1', false],
    ['10.0.0', '11.0.0', true],
    ['4.0.0x', '4.1.0', false],
    ['rampart 4.0.0', '4.1.0', false],
    ['v4.0', '4.1.0', true],
    ['4.0.0-rc.1', '4.1.0', true],
    ['unknown', '4.1.0', false],
    ['4.1.0', '', false],
  ])('%s is outdated if the current version is %s: %s', (version, current, expected) => {
    expect(isOutdated(version, current)).toBe(expected);
  });
});
