import { describe, expect, test } from 'vitest';
import { addressKind, isDownloadAddress } from './addresses.js';

describe('an address', () => {
  test.each([
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
    ['64:ff9b::5db8:d822', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.8.9.10', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['10.0.0.1', 'inner'],
    ['172.16.0.1', 'inner'],
    ['192.168.1.1', 'inner'],
    ['100.64.0.1', 'inner'],
    ['fd00::1', 'inner'],
    ['::ffff:10.0.0.1', 'inner'],
    ['64:ff9b::a00:1', 'inner'],
    ['169.254.169.254', 'other'],
    ['fe80::1', 'other'],
    ['0.0.0.0', 'other'],
    ['::', 'other'],
    ['224.0.0.1', 'other'],
    ['255.255.255.255', 'other'],
    ['2002:a00:1::', 'other'],
    ['2001:0::1', 'other'],
    ['64:ff9b:1:a00:0:100:808:808', 'other'],
    ['64:ff9b:1::808:808', 'other'],
    ['example.org', 'other'],
    ['', 'other'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });
});

describe('a download', () => {
  test.each([
    ['93.184.216.34', [], true],
    ['93.184.216.34', ['10.0.0.1'], true],
    ['10.0.0.2', [], false],
    ['10.0.0.2', ['93.184.216.34'], false],
    ['10.0.0.2', ['10.0.0.1'], true],
    ['fd00::2', ['192.168.0.1'], true],
    ['127.0.0.1', ['10.0.0.1'], false],
    ['127.0.0.1', ['::1'], true],
    ['169.254.169.254', ['169.254.1.1'], false],
  ])('from %s, where the site is at %j: %s', (address, siteAddresses, isAllowed) => {
    expect(isDownloadAddress(address, siteAddresses)).toBe(isAllowed);
  });
});
