import { describe, expect, test } from 'vitest';
import {
  assertQuietTimes,
  normalizeAddress,
  normalizeConditions,
  normalizeName,
  validateKinds,
  validateThrottle,
} from './rule-input.js';

const inputError = (argument: string) =>
  expect.objectContaining({ code: 'BAD_USER_INPUT', details: expect.objectContaining({ argument }) });

describe('the name of a rule', () => {
  test('has 1 to 100 characters without surrounding spaces', () => {
    expect(normalizeName(` ${'n'.repeat(100)} `)).toBe('n'.repeat(100));
  });

  test.each(['', '  ', 'n'.repeat(101), 'a\nb', 'a\u0085b', 'a\0b', '\ud800'])('cannot be %j', (name) => {
    expect(() => normalizeName(name)).toThrow(inputError('name'));
  });
});

test('the error for a name states which characters it must contain', () => {
  const message = 'name must contain at least one printable character, and no control characters';
  expect(() => normalizeName(' ')).toThrow(message);
});

describe('kinds', () => {
  test('are deduplicated', () => {
    expect(validateKinds(['zone.stale', 'alert.opened', 'zone.stale'], null)).toEqual(['zone.stale', 'alert.opened']);
  });

  test('of a rule with a tenant are limited to events of tenants', () => {
    expect(validateKinds(['alert.opened', 'brand.hit'], 'acme')).toEqual(['alert.opened', 'brand.hit']);
    const message =
      'Events of the kind zone.stale do not belong to a tenant: remove the kind, or create the rule without a tenant';
    expect(() => validateKinds(['alert.opened', 'zone.stale'], 'acme')).toThrow(message);
    expect(() => validateKinds(['zone.stale'], 'acme')).toThrow(inputError('kinds'));
  });

  test('cannot be empty', () => {
    expect(() => validateKinds([], null)).toThrow('kinds is empty: specify at least one kind of event');
    expect(() => validateKinds([], null)).toThrow(inputError('kinds'));
  });
});

describe('conditions', () => {
  const condition = (values: string[]) => ({ field: 'severity' as const, values });

  test('are accepted up to 20, with 100 values of 255 characters each', () => {
    const values = Array.from({ length: 100 }, () => 'v'.repeat(255));
    const conditions = Array.from({ length: 20 }, () => condition(values));
    expect(normalizeConditions(conditions)).toEqual(conditions);
    expect(normalizeConditions([])).toEqual([]);
  });

  test.each([
    ['conditions', Array.from({ length: 21 }, () => condition(['v']))],
    ['conditions', [condition(['v']), condition([])]],
    ['values', [condition(Array.from({ length: 101 }, () => 'v'))]],
    ['values', [condition(['v'.repeat(256)])]],
    ['values', [condition(['v', 'a\0'])]],
  ])('are rejected with an error for the argument %s (%#)', (argument, conditions) => {
    expect(() => normalizeConditions(conditions)).toThrow(inputError(argument));
  });

  test('are named by their field in the error if they have no values', () => {
    const message = 'The condition on severity has no values: add values, or remove the condition';
    expect(() => normalizeConditions([condition([])])).toThrow(message);
  });
});

describe('a throttle', () => {
  test.each([
    { max: 1, periodSeconds: 1 },
    { max: 1000, periodSeconds: 86_400 },
  ])('can be %j', (throttle) => expect(validateThrottle(throttle)).toEqual(throttle));

  test.each([
    [{ max: 0, periodSeconds: 1 }, 'max'],
    [{ max: 1001, periodSeconds: 1 }, 'max'],
    [{ max: 1, periodSeconds: 0 }, 'periodSeconds'],
    [{ max: 1, periodSeconds: 86_401 }, 'periodSeconds'],
  ])('cannot be %j', (throttle, argument) => {
    expect(() => validateThrottle(throttle)).toThrow(inputError(argument));
  });
});

describe('quiet hours', () => {
  test.each([
    ['00:00', '23:59'],
    ['19:05', '09:30'],
    ['20:00', '08:00'],
  ])('may last from %s to %s', (from, to) => expect(assertQuietTimes({ from, to })).toBeUndefined());

  test.each([
    ['24:00', '08:00', 'from'],
    ['22:60', '08:00', 'from'],
    ['9:00', '17:00', 'from'],
    ['09:00', '17:00:00', 'to'],
    ['09:00', 'x17:00', 'to'],
    ['09:00', '09:00', 'to'],
  ])('cannot last from %s to %s', (from, to, argument) => {
    expect(() => assertQuietTimes({ from, to })).toThrow(inputError(argument));
  });

  test('are rejected with an error that contains the invalid time', () => {
    const time = 'x'.repeat(101);
    const message = `from must be a local time in the format HH:MM, from 00:00 to 23:59, not "${'x'.repeat(100)}"`;
    expect(() => assertQuietTimes({ from: time, to: '08:00' })).toThrow(message);
    expect(() => assertQuietTimes({ from: '08:00', to: '08:00' })).toThrow(/at the same time \(08:00\)/);
  });
});

describe('the address of an email rule', () => {
  test.each(['soc@example.com', `${'a'.repeat(64)}@example.com`, 'ö+tag@bücher.example', `a@${'b'.repeat(252)}`])(
    'can be %s',
    (address) => expect(normalizeAddress('mail', ` ${address} `, false)).toBe(address),
  );

  test.each([
    'soc',
    '@example.com',
    'soc@',
    'a@b@example.com',
    'a b@example.com',
    'a@b.example, c@d.example',
    'Soc <soc@example.com>',
    'a@b.example\nBcc:c@d.example',
    'a\u0085@b.example',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(253)}`,
    'a@\ud800',
  ])('cannot be %j', (address) => {
    expect(() => normalizeAddress('mail', address, true)).toThrow('must be one email address, such as soc@example.com');
    expect(() => normalizeAddress('mail', address, true)).toThrow(inputError('address'));
  });
});

describe('the address of a webhook rule', () => {
  test('is normalized', () => {
    expect(normalizeAddress('webhook', ' https://Example.com/a b ', false)).toBe('https://example.com/a%20b');
  });

  test('may be an http URL only if that is allowed', () => {
    expect(normalizeAddress('slack', 'http://example.com', true)).toBe('http://example.com/');
    const message =
      'address must be an https URL without a user name (http requires [notifications] allow_private=true)';
    expect(() => normalizeAddress('slack', 'http://example.com', false)).toThrow(message);
  });

  test('is rejected with a user name', () => {
    const normalize = () => normalizeAddress('webhook', 'https://ada@example.com', true);
    expect(normalize).toThrow(/^address must be an http or https URL without a user name$/);
    expect(normalize).toThrow(inputError('address'));
  });
});
