import { describe, expect, test } from 'vitest';
import { AffixClassifier, replaceParts, Words } from './affixes.js';
import { asciiReadings, foldPairs } from './letters.js';

const joined = ['subdomain', 'combosquat', 'contains'];
const combined = ['combosquat', 'contains'];

describe('the parts before and after a brand', () => {
  const reader = new AffixClassifier(['gov.zz']);
  test.each([
    ['', '', []],
    ['-', '--', []],
    ['www', '', joined],
    ['www-login-', '', joined],
    ['www', '-gov-zz', joined],
    ['', 'govzz', joined],
    ['', 'zz', joined],
    ['account', '', combined],
    ['', '-login-24', combined],
    ['', '-zebra', ['contains']],
    ['zebra-', '-login', ['contains']],
  ])('%j and %j have the kinds %j', (before, after, kinds) => {
    expect(reader.kindsOf({ before, after })).toEqual(kinds);
  });

  test('may be words of the brand', () => {
    const words = new Words(['zebra']);
    expect(reader.kindsOf({ before: 'zebra', after: '-login-zebra' }, words)).toEqual(combined);
  });
});

test.each([
  ['acme-bank', ['acme-zebra', 'zebra-bank', 'acme-login', 'login-bank', 'www-bank']],
  ['acme-city-bank', ['acme-city-zebra', 'zebra-city-bank']],
])('a word replaces the first or the last part of %s', (brand, names) => {
  expect(replaceParts(brand, ['zebra'])).toEqual(expect.arrayContaining(names));
});

test('no word replaces a brand without hyphens', () => expect(replaceParts('acme', ['zebra'])).toEqual([]));

test.each([
  ['bücher', ['bucher']],
  // The schwa resembles a and e.
  ['b\u0259nk', ['bank', 'benk']],
  ['bank', ['bank']],
])('%s has the readings %j', (text, readings) => expect(asciiReadings(text)).toEqual(readings));

test('pairs that look like one character are folded', () => expect(foldPairs('vvarn')).toBe('wam'));
