import { describe, expect, test } from 'vitest';
import { asciiNameOf, isLdhName, readLookupDomain, readNames, unicodeNameOf } from './domain-names.js';

describe('the domain of a lookup', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['example.com.', 'example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['example.xn--p1ai', 'example.xn--p1ai'],
    ['1.com', '1.com'],
    ['a--b.com', 'a--b.com'],
    ['example.1a', 'example.1a'],
    ['example.a1', 'example.a1'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%s is normalized to %s', (input, domain) => {
    expect(readLookupDomain(input)).toBe(domain);
  });

  test.each([
    '',
    '.',
    'com',
    'com.',
    '.com',
    'example.com..',
    'example..com',
    'www.example.com',
    'example.co.uk',
    '-example.com',
    'example-.com',
    'example.-com',
    'ex_ample.com',
    '\u212Afc.com', // The lower case of the Kelvin sign is `k`.
    'ex ample.com',
    ' example.com',
    'example.com\n',
    'example.com/',
    'example.com:80',
    'example.com?x',
    'user@example.com',
    'bücher.example',
    'example。com',
    'example．com',
    'example.com\u0000',
    '127.1',
    'example.10',
    '*.com',
    `${'a'.repeat(64)}.com`,
    `example.${'a'.repeat(64)}`,
    'a'.repeat(100_000),
  ])('%j is rejected', (input) => {
    expect(() => readLookupDomain(input)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: 'The domain must be a single label.tld in Punycode, such as example.com',
        details: { reason: 'invalid_domain' },
      }),
    );
  });
});

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['example.xn--p1ai', 'example.рф'],
  ['example.com', 'example.com'],
  ['ab--cd.com', 'ab--cd.com'],
  ['a_b.com', null],
  ['xn--a.com', null],
  ['xn--.com', null],
])('%s is %s in Unicode', (domain, name) => {
  expect(unicodeNameOf(domain)).toBe(name);
});

test.each([
  ['EXAMPLE.com.', 'example.com'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  [' ab--cd.example ', 'ab--cd.example'],
  ['not a name', null],
  [`${'a.'.repeat(126)}b`, `${'a.'.repeat(126)}b`],
  [`${'a.'.repeat(126)}bc`, null],
])('%s is normalized to the ASCII name %s', (input, name) => {
  expect(asciiNameOf(input)).toBe(name);
});

test.each([
  ['com', true],
  ['a.b-c.example', true],
  [`${'a.'.repeat(126)}b`, true],
  [`${'a.'.repeat(126)}bc`, false],
  ['', false],
  ['a.-b', false],
  ['-a.b', false],
  ['a_b.example', false],
])('all labels of %s consist of letters, digits and hyphens: %s', (name, expected) => {
  expect(isLdhName(name)).toBe(expected);
});

test('names of nameservers are lowercased, and trailing dots and invalid names are removed', () => {
  const input = [
    'NS1.Example.COM.',
    'ns1.example.com',
    'ns2.example.com 192.0.2.1',
    'a_b.example',
    '',
    null,
    5,
    '<b>',
    '<b',
    'b>',
    'ns1.<b>',
    `${'a.'.repeat(126)}b`,
    `${'a.'.repeat(126)}bc`,
  ];
  expect(readNames(input)).toEqual(['ns1.example.com', 'ns2.example.com', 'a_b.example', `${'a.'.repeat(126)}b`]);
});
