import { describe, expect, test } from 'vitest';
import { plainAddress, trustedProxyTest } from './source-address.js';

test.each([
  ['203.0.113.66', '203.0.113.66'],
  ['203.0.113.66:4711', '203.0.113.66'],
  ['"203.0.113.66:4711"', '203.0.113.66'],
  ['::ffff:203.0.113.66', '203.0.113.66'],
  ['::FFFF:203.0.113.66', '203.0.113.66'],
  ['::ffff:cb00:7142', '203.0.113.66'],
  ['0:0:0:0:0:ffff:cb00:7142', '203.0.113.66'],
  ['[::ffff:203.0.113.66]:4711', '203.0.113.66'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['2001:db8::ffff:7', '2001:db8::ffff:7'],
  ['203.0.113.666:4711', undefined],
  ['203.0.113:4711', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['[203.0.113.66', undefined],
  ['', undefined],
  [undefined, undefined],
])('the address in %j is %j', (written, expected) => {
  expect(plainAddress(written)).toBe(expected);
});

describe('trusted proxies', () => {
  const isTrusted = trustedProxyTest([
    '10.0.0.0/8',
    '192.0.2.1',
    '2001:db8::/32',
    '2001:db9::1',
    '::ffff:172.16.0.0/108',
  ]);

  test.each([
    ['10.1.2.3', true],
    ['10.1.2.3:80', true],
    ['::ffff:10.1.2.3', true],
    ['11.0.0.0', false],
    ['172.31.0.1', true],
    ['::ffff:172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['2001:db8:1::1', true],
    ['[2001:db9::1]:443', true],
    ['2001:db9::2', false],
    ['nonsense', false],
    [undefined, false],
  ])('include %s: %s', (address, expected) => {
    expect(isTrusted(address)).toBe(expected);
  });
});
