import { describe, expect, test } from 'vitest';
import { isAllowedTarget } from '../../platform/network/index.js';
import { backoffSeconds, isDownloadAddress, isLoopbackUrl, pathSegment } from './network.js';

/** Addresses that are never allowed, regardless of the addresses of this machine and the document site. */
const forbiddenAddresses = [
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:93.184.216.34', '::127.0.0.1', '::5db8:d822'],
  ...['2606:2800:220:1::1%eth0', 'fe80::1%eth0', '64:ff9b::5db8:d822%eth0'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '4000::1'],
  ...['169.254.169.254', 'fe80::1', '0.0.0.0', '::', '224.0.0.1', '255.255.255.255', '2002:a00:1::', '2001:0::1'],
  ...['64:ff9b::a9fe:a9fe', '64:ff9b::c000:201', '64:ff9b:1::808:808', '64:ff9b:1:a00:0:100:808:808'],
  ...['127.1', '2130706433', 'example.org', ''],
];

test.each(forbiddenAddresses)('notifications to the address %j and downloads from it are not allowed', (address) => {
  expect(isAllowedTarget(address, { allowPrivate: true })).toBe(false);
  const siteAddresses = ['10.0.0.1', '127.0.0.1', '::1', 'fd00::1', address];
  expect(isDownloadAddress(address, siteAddresses)).toBe(false);
});

describe('a notification', () => {
  test.each([
    ['93.184.216.34', false, true],
    ['64:ff9b::5db8:d822', false, true],
    ['127.8.9.10', false, false],
    ['127.8.9.10', true, true],
    ['::1', false, false],
    ['::1', true, true],
    ['10.0.0.1', false, false],
    ['10.0.0.1', true, true],
    ['fd00::1', false, false],
    ['fd00::1', true, true],
    ['100.64.0.1', false, false],
    ['64:ff9b::a00:1', false, false],
    ['64:ff9b::a00:1', true, true],
    ['64:ff9b::7f00:1', false, false],
    ['64:ff9b::7f00:1', true, false],
  ])('to %s with allowPrivate %s is allowed: %s', (address, allowPrivate, isAllowed) => {
    expect(isAllowedTarget(address, { allowPrivate })).toBe(isAllowed);
  });
});

describe('a download', () => {
  test.each([
    ['93.184.216.34', [], true],
    ['93.184.216.34', ['10.0.0.1'], true],
    ['64:ff9b::5db8:d822', [], true],
    ['10.0.0.2', [], false],
    ['10.0.0.2', ['93.184.216.34'], false],
    ['10.0.0.2', ['10.0.0.1'], true],
    ['fd00::2', ['192.168.0.1'], true],
    ['127.0.0.1', ['10.0.0.1'], false],
    ['127.0.0.1', ['::1'], true],
    ['64:ff9b::a00:2', [], false],
    ['64:ff9b::a00:2', ['10.0.0.1'], true],
    ['10.0.0.2', ['64:ff9b::a00:1'], true],
    ['64:ff9b::7f00:1', ['64:ff9b::a00:1'], false],
    ['64:ff9b::7f00:1', ['127.0.0.1'], false],
    ['127.0.0.1', ['64:ff9b::7f00:1'], false],
    ['169.254.169.254', ['169.254.1.1'], false],
  ])('from %s, with the site at %j, is allowed: %s', (address, siteAddresses, isAllowed) => {
    expect(isDownloadAddress(address, siteAddresses)).toBe(isAllowed);
  });
});

test.each([
  ['http://localhost:8080', true],
  ['http://127.8.9.10', true],
  ['http://[::1]:8080', true],
  ['http://localhost.example', false],
  ['http://notlocalhost', false],
  ['http://10.127.0.1', false],
  ['http://127.example', false],
  ['http://[::2]', false],
])('the URL %s has a loopback address: %s', (url, expected) => {
  expect(isLoopbackUrl(new URL(url))).toBe(expected);
});

test.each([
  [1, 1, 10],
  [2, 1, 20],
  [4, 1, 80],
  [4, 0.25, 20],
  [5, 1, 100],
  [5000, 0.5, 50],
])('the delay after %d failures with the random number %d is %d seconds', (failures, random, seconds) => {
  expect(backoffSeconds({ failures, firstSeconds: 10, maxSeconds: 100, random })).toBe(seconds);
});

test('a path segment contains the commas of an id unescaped, and its other delimiters escaped', () => {
  expect(pathSegment('contoso.example,a,b/c?d#é')).toBe('contoso.example,a,b%2Fc%3Fd%23%C3%A9');
});
