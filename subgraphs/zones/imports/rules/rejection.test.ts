import { describe, expect, test } from 'vitest';
import { assertMaxLoss, assertNotEmpty, assertSerial, assertTime, isOlder } from './rejection.js';

/** Reason and message of a rejection; undefined if the check passes. */
function rejectionOf(check: () => void): [unknown, string] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    const { code, details, message } = error as { code: string; details: { reason: string }; message: string };
    return [`${code} ${details.reason}`, message];
  }
}

const newest = { domains: 10, lastImportAt: 2000, serial: 5, lastSerial: 5 };
const futureTime = '1970-01-01T00:00:09.000Z';

describe('the time of an import', () => {
  test.each([
    [2001, 9000, undefined],
    [9000, 9000, undefined],
    [9000, 8999, ['BAD_USER_INPUT time', `the snapshot time, ${futureTime}, is in the future`]],
    [-1, 9000, ['BAD_USER_INPUT time', 'the snapshot time must be a valid time in 1970 or later']],
    [Number.NaN, 9000, ['BAD_USER_INPUT time', 'the snapshot time must be a valid time in 1970 or later']],
    [
      2000,
      9000,
      [
        'BAD_USER_INPUT not_newer',
        'the snapshot time, 1970-01-01T00:00:02.000Z, is not after that of the latest import, 1970-01-01T00:00:02.000Z',
      ],
    ],
  ])('%d, imported at %d, results in the rejection %j', (at, now, expected) => {
    expect(rejectionOf(() => assertTime({ at, now, newest }))).toEqual(expected);
  });

  test('may be any time in the past if there is no earlier import', () => {
    expect(rejectionOf(() => assertTime({ at: 0, now: 0, newest: undefined }))).toBeUndefined();
  });
});

describe('a serial number', () => {
  test.each([
    [5, undefined],
    [6, undefined],
    [
      4,
      [
        'BAD_USER_INPUT serial_fell',
        'the serial number 4 is older than 5, the last one that was imported (RFC 1982); use --allow-older-serial to accept it',
      ],
    ],
    [
      undefined,
      ['BAD_USER_INPUT missing_soa', 'the file contains no SOA record; use --allow-missing-soa to accept it'],
    ],
  ])('%j after the serial number 5 results in the rejection %j', (serial, expected) => {
    expect(rejectionOf(() => assertSerial({ serial, newest, allowMissing: false, allowOlder: false }))).toEqual(
      expected,
    );
  });

  test('may be missing if the caller allows it, and may be any number if there is no earlier one', () => {
    expect(
      rejectionOf(() => assertSerial({ serial: undefined, newest, allowMissing: true, allowOlder: false })),
    ).toBeUndefined();
    for (const before of [undefined, { ...newest, serial: null, lastSerial: null }]) {
      expect(
        rejectionOf(() => assertSerial({ serial: 4e9, newest: before, allowMissing: false, allowOlder: false })),
      ).toBeUndefined();
    }
  });

  test('may be older if the caller allows it', () => {
    expect(
      rejectionOf(() => assertSerial({ serial: 4, newest, allowMissing: false, allowOlder: true })),
    ).toBeUndefined();
  });

  test.each([
    [0, 0, false],
    [3, 2 ** 32 - 1, false],
    [2 ** 32 - 1, 3, true],
    [2 ** 31 - 1, 0, false],
    [2 ** 31, 0, true],
    [0, 2 ** 31, true],
  ])('%d is older than %d: %s', (serial, previous, expected) => {
    expect(isOlder(serial, previous)).toBe(expected);
  });
});

test.each([
  [2, 10, false, undefined],
  [10, 10, true, undefined],
  [
    3,
    10,
    false,
    [
      'BAD_USER_INPUT loss',
      'the import would remove 3 of 10 domains, more than 20%; use --allow-loss to accept this loss',
    ],
  ],
])(
  'a loss of %d of %d names, with allowLoss %s, results in the rejection %j',
  (removed, before, allowLoss, expected) => {
    expect(rejectionOf(() => assertMaxLoss({ removed, before, allowLoss }))).toEqual(expected);
  },
);

test('the rejection of an import that removes too many names contains the number of removed names and the number before', () => {
  expect(() => assertMaxLoss({ removed: 3, before: 10, allowLoss: false })).toThrow(
    expect.objectContaining({ details: { reason: 'loss', removed: 3, before: 10 } }),
  );
});

test('a file without a delegation is rejected', () => {
  expect(rejectionOf(() => assertNotEmpty(1))).toBeUndefined();
  expect(rejectionOf(() => assertNotEmpty(0))).toEqual([
    'BAD_USER_INPUT empty',
    'the zone contains no delegations, but the zone of a registry always has some: check that the zone file or transfer is complete',
  ]);
});
