import { describe, expect, test } from 'vitest';
import { asciiNameOf, readLookupDomain, readNames, unicodeNameOf } from './domain-names.js';

describe('the domain of a lookup', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['example.com.', 'example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['example.xn--p1ai', 'example.xn--p1ai'],
    ['1.com', '1.com'],
    ['a--b.com', 'a--b.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%s is normalized to %s', (written, domain) => {
    expect(readLookupDomain(written)).toBe(domain);
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
    '10.0',
    '*.com',
    `${'a'.repeat(64)}.com`,
    `example.${'a'.repeat(64)}`,
    'a'.repeat(100_000),
  ])('%j is rejected', (written) => {
    expect(() => readLookupDomain(written)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', details: { reason: 'invalid_domain' } }),
    );
  });
});

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['example.xn--p1ai', 'example.рф'],
  ['example.com', 'example.com'],
  ['xn--a.com', null],
  ['xn--.com', null],
])('%s is %s in Unicode', (domain, name) => {
  expect(unicodeNameOf(domain)).toBe(name);
});

test.each([
  ['EXAMPLE.com.', 'example.com'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['not a name', null],
])('%s is compared as %s', (written, name) => {
  expect(asciiNameOf(written)).toBe(name);
});

test('nameservers are lowercased without a final dot, and invalid names are removed', () => {
  const written = [
    'NS1.Example.COM.',
    'ns1.example.com',
    'ns2.example.com 192.0.2.1',
    'a_b.example',
    '',
    null,
    5,
    '<b>',
  ];
  expect(readNames(written)).toEqual(['ns1.example.com', 'ns2.example.com', 'a_b.example']);
});
