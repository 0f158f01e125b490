import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { forwardedSourceOf, plainAddress, trustedProxyTest } from './source-address.js';

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

describe('the source of a request that the framework has not seen', () => {
  const isTrustedProxy = trustedProxyTest(['10.0.0.0/8']);

  test.each([
    ['without a proxy', '192.0.2.1', undefined, '192.0.2.1'],
    ['that claims to be forwarded', '192.0.2.1', '203.0.113.7', '192.0.2.1'],
    ['behind a trusted proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['behind two, with a claim in front', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['of a proxy itself', '10.0.0.1', undefined, '10.0.0.1'],
    ['of a proxy that names no address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['of a mapped address', '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ])('is that of one %s', (_, remoteAddress, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const socket = { remoteAddress } as Socket; // Nothing else is looked at.
    expect(forwardedSourceOf({ headers, socket }, isTrustedProxy)).toBe(expected);
  });
});
