import { describe, expect, test } from 'vitest';
import { BrandHitKind, defaultBrandHitKinds } from '../vocabulary.js';
import { type BrandFields, brandSettings } from './brand-input.js';

const label63 = 'a'.repeat(63);

function problemOf(argument: string, message: unknown = expect.any(String)) {
  return expect.objectContaining({ code: 'BAD_USER_INPUT', message, details: { argument } });
}

test('a brand has defaults', () => {
  const kinds = [...defaultBrandHitKinds].sort();
  expect(kinds).not.toContain(BrandHitKind.EDIT);
  const defaults = {
    ...{ allowedNames: [], zones: null, kinds, maxDistance: 2, words: [], opensAlerts: false },
    ...{ autoBlockKinds: [], autoBlockMaxDistance: 1 },
  };
  expect(brandSettings({})).toEqual(defaults);
  const nulls = Object.fromEntries(Object.keys(defaults).map((name) => [name, null]));
  expect(brandSettings(nulls)).toEqual(defaults);
});

test('settings are normalized and sorted, without duplicates', () => {
  const settings = brandSettings({
    allowedNames: [' Acme.com. ', 'acme.com', 'BÜCHER.example'],
    zones: ['Net', 'com.zone', 'com'],
    kinds: ['omission', 'contains', 'omission'],
    maxDistance: 3,
    words: [' Login ', 'login', 'a1'],
    opensAlerts: true,
    autoBlockKinds: ['omission', 'contains', 'omission'],
    autoBlockMaxDistance: 3,
  });
  expect(settings).toEqual({
    allowedNames: ['acme.com', 'xn--bcher-kva.example'],
    zones: ['com', 'net'],
    kinds: ['contains', 'omission'],
    maxDistance: 3,
    words: ['a1', 'login'],
    opensAlerts: true,
    autoBlockKinds: ['contains', 'omission'],
    autoBlockMaxDistance: 3,
  });
});

describe('an allowed name', () => {
  test.each(['a.b', 'a-b.c1', `${label63}.com`, `${label63}.${label63}.${label63}.${'a'.repeat(61)}`])(
    'may be %s',
    (name) => {
      expect(brandSettings({ allowedNames: [name] }).allowedNames).toEqual([name]);
    },
  );

  test.each([
    'acme',
    '',
    'acme..com',
    '.acme.com',
    '-a.com',
    'a-.com',
    'a_b.com',
    'a b.com',
    'a"b.com',
    `${label63}a.com`,
    `${label63}.${label63}.${label63}.${'a'.repeat(62)}`,
  ])('may not be %j', (name) => {
    const message = `${JSON.stringify(name.slice(0, 100))} is not a domain name such as acme.com`;
    expect(() => brandSettings({ allowedNames: ['acme.com', name] })).toThrow(problemOf('allowedNames', message));
  });

  test('of more than 1000 characters is rejected, even with spaces', () => {
    expect(brandSettings({ allowedNames: ['acme.com'.padEnd(1000)] }).allowedNames).toEqual(['acme.com']);
    expect(() => brandSettings({ allowedNames: ['acme.com'.padEnd(1001)] })).toThrow(problemOf('allowedNames'));
  });
});

describe('a word', () => {
  test.each(['a', 'a'.repeat(31), 'a-b', 'ä1', 'a b', 'login\n1'])('may not be %j', (word) => {
    const message = `${JSON.stringify(word)} is not a word of 2 to 30 letters (a to z) and digits`;
    expect(() => brandSettings({ words: ['login', word] })).toThrow(problemOf('words', message));
  });

  test('has up to 30 characters, and is truncated in errors', () => {
    expect(brandSettings({ words: ['a'.repeat(30)] }).words).toHaveLength(1);
    expect(() => brandSettings({ words: ['a'.repeat(101)] })).toThrow(new RegExp(`^"${'a'.repeat(100)}" is not`));
  });
});

test.each<[string, BrandFields]>([
  ['allowedNames', { allowedNames: Array.from({ length: 1001 }, () => 'acme.com') }],
  ['zones', { zones: Array.from({ length: 1001 }, () => 'com') }],
  ['kinds', { kinds: Array.from({ length: 1001 }, () => 'omission') }],
  ['words', { words: Array.from({ length: 201 }, () => 'login') }],
  ['autoBlockKinds', { autoBlockKinds: Array.from({ length: 1001 }, () => 'omission') }],
  ['kinds', { kinds: [] }],
  ['zones', { zones: [] }],
  ['zone', { zones: ['com', 'a b'] }],
  ['maxDistance', { maxDistance: 0 }],
  ['maxDistance', { maxDistance: 4 }],
  ['autoBlockMaxDistance', { autoBlockMaxDistance: 0 }],
  ['autoBlockMaxDistance', { autoBlockMaxDistance: 4 }],
  ['autoBlockKinds', { kinds: ['omission'], autoBlockKinds: ['omission', 'addition'] }],
  // Not a default kind.
  ['autoBlockKinds', { autoBlockKinds: ['edit'] }],
])('an invalid value of %s is rejected', (argument, fields) => {
  expect(() => brandSettings(fields)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', details: expect.objectContaining({ argument }) }),
  );
});

test('errors say what to do', () => {
  expect(() => brandSettings({ kinds: [] })).toThrow('specify at least one kind, or omit kinds');
  expect(() => brandSettings({ zones: [] })).toThrow('specify at least one zone, or omit zones');
  expect(() => brandSettings({ kinds: ['omission'], autoBlockKinds: ['addition'] })).toThrow(
    'autoBlockKinds contains addition, which kinds does not contain: add it to kinds',
  );
});
