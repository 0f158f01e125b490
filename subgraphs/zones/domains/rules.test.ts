import { describe, expect, test } from 'vitest';
import { delegationAbove, normalizeDomainName, possibleKeys } from './rules.js';

const longestName = `${'a.'.repeat(126)}a`;

describe('a domain name', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['com', 'com'],
    ['_dmarc.a.b', '_dmarc.a.b'],
    ['bücher.example', 'xn--bcher-kva.example'],
    // Invalid Punycode, which zones can contain.
    ['xn--a.example', 'xn--a.example'],
    // Names that are no hostnames, which zones can contain.
    ['0/25.2.0.192.IN-ADDR.ARPA', '0/25.2.0.192.in-addr.arpa'],
    ['*.a+b=c.example', '*.a+b=c.example'],
    ['john\\.doe.\\195\\188.example', 'john\\.doe.\\195\\188.example'],
    [`${'\\000'.repeat(63)}.${longestName.slice(64)}`, `${'\\000'.repeat(63)}.${longestName.slice(64)}`],
    // Hosts of alerts, with the name of their Windows domain.
    ['CORP\\ws-7.example.com', 'corp\\ws-7.example.com'],
    [longestName, longestName],
    [`${longestName}.`, longestName],
  ])('%j is normalized to %s', (text, name) => expect(normalizeDomainName(text)).toBe(name));

  test.each([
    '',
    '.',
    'a..b',
    '.a',
    'a b',
    'a;b',
    'https://example.com',
    'https://example.com/path',
    'example.com:443',
    `${'\\000'.repeat(63)}.${longestName.slice(63)}`,
    'a\0b',
    'ü\ufffd.example',
    `${longestName}a`,
    'a'.repeat(255),
    'ü'.repeat(300),
  ])('%j is invalid', (text) => expect(normalizeDomainName(text)).toBeNull());

  test('has a key in the root zone and in each zone above it', () => {
    expect(possibleKeys('a.co.uk', 'root')).toEqual([
      { zone: 'root', label: 'a.co.uk' },
      { zone: 'co.uk', label: 'a' },
      { zone: 'uk', label: 'a.co' },
    ]);
  });
});

describe('a zone delegates', () => {
  const present = (label: string) => ({ label, row: {} });
  const removed = (label: string) => ({ label, row: null });

  test.each([
    ['the name itself', 'a.b.c', [present('a.b.c')], 'a.b.c'],
    ['the highest observed name', 'a.b.c', [present('a.b.c'), present('b.c')], 'b.c'],
    ['a current name rather than a removed one', 'a.b.c', [present('a.b.c'), removed('c')], 'a.b.c'],
    ['the highest of the removed names', 'a.b.c', [removed('a.b.c'), removed('b.c')], 'b.c'],
    ['no sibling of the name', 'a.b.c', [present('b'), present('a.b'), present('x.c')], undefined],
    ['a single label', 'c', [present('c')], 'c'],
    ['no parent at an escaped dot', String.raw`a\.b`, [present('b')], undefined],
  ])('%s', (_, label, names, expected) => {
    expect(delegationAbove(label, (each) => names.find((name) => name.label === each))?.label).toBe(expected);
  });
});
