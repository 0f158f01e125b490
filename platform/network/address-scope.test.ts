import { expect, test } from 'vitest';
import { type AddressScope, extractNat64Ipv4, scopeOfAddress } from './address-scope.js';

const addresses: readonly (readonly [address: string, scope: AddressScope, what: string])[] = [
  ['93.184.216.34', 'public', 'unicast'],
  ['1.1.1.1', 'public', 'unicast'],
  ['2606:2800:220:1:248:1893:25c8:1946', 'public', 'unicast'],
  ['2A00:1450:4001:81B::200E', 'public', 'unicast in capitals'],
  ['10.0.0.1', 'private', 'private'],
  ['172.16.0.1', 'private', 'private'],
  ['172.31.255.255', 'private', 'private'],
  ['172.32.0.1', 'public', 'next to the private range'],
  ['192.168.1.1', 'private', 'private'],
  ['127.0.0.1', 'loopback', 'loopback'],
  ['127.255.255.254', 'loopback', 'loopback'],
  ['100.64.0.1', 'private', 'carrier-grade NAT'],
  ['100.128.0.1', 'public', 'next to the range of carrier-grade NAT'],
  ['::1', 'loopback', 'loopback'],
  ['fd12:3456::1', 'private', 'unique local'],
  ['fc00::1', 'private', 'unique local'],
  ['169.254.169.254', 'forbidden', 'link-local: metadata services'],
  ['fe80::1', 'forbidden', 'link-local'],
  ['fe80::1%eth0', 'forbidden', 'with a zone index'],
  ['2606:2800:220:1::1%eth0', 'forbidden', 'with a zone index'],
  ['fec0::1', 'forbidden', 'site-local'],
  ['0.0.0.0', 'forbidden', 'unspecified'],
  ['0.1.2.3', 'forbidden', 'this network'],
  ['::', 'forbidden', 'unspecified'],
  ['224.0.0.1', 'forbidden', 'multicast'],
  ['239.255.255.250', 'forbidden', 'multicast'],
  ['ff02::1', 'forbidden', 'multicast'],
  ['255.255.255.255', 'forbidden', 'broadcast'],
  ['240.0.0.1', 'forbidden', 'reserved'],
  ['192.0.0.1', 'forbidden', 'protocol assignments'],
  ['192.0.2.1', 'forbidden', 'documentation'],
  ['198.51.100.1', 'forbidden', 'documentation'],
  ['203.0.113.1', 'forbidden', 'documentation'],
  ['198.18.0.1', 'forbidden', 'benchmarking'],
  ['192.88.99.1', 'forbidden', '6to4 relays'],
  ['2001:db8::1', 'forbidden', 'documentation'],
  ['3fff::1', 'forbidden', 'documentation'],
  ['3fff:fff::1', 'forbidden', 'documentation'],
  ['100::1', 'forbidden', 'discard'],
  ['::ffff:127.0.0.1', 'forbidden', 'mapped loopback'],
  ['::ffff:7f00:1', 'forbidden', 'mapped loopback in hexadecimal'],
  ['::ffff:8.8.8.8', 'forbidden', 'mapped, even if the embedded address is public'],
  ['::127.0.0.1', 'forbidden', 'IPv4-compatible'],
  ['::808:808', 'forbidden', 'IPv4-compatible, even if the embedded address is public'],
  ['::ffff:0:127.0.0.1', 'forbidden', 'translated'],
  ['64:ff9b::7f00:1', 'forbidden', 'NAT64'],
  ['64:ff9b::808:808', 'forbidden', 'NAT64, even if the embedded address is public'],
  ['64:ff9b:1::1', 'forbidden', 'local NAT64'],
  ['64:ff9b:1::808:808', 'forbidden', 'local NAT64, even if the embedded address is public'],
  ['2002:7f00:1::', 'forbidden', '6to4'],
  ['2002:808:808::1', 'forbidden', '6to4, even if the embedded address is public'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'forbidden', 'Teredo'],
  ['2001:10::1', 'forbidden', 'ORCHID'],
  ['4000::1', 'forbidden', 'not assigned'],
  ['5f00::1', 'forbidden', 'segment routing'],
  ['127.1', 'forbidden', 'short form'],
  ['0x7f.1', 'forbidden', 'hexadecimal form'],
  ['0177.0.0.1', 'forbidden', 'octal form'],
  ['2130706433', 'forbidden', 'a number'],
  ['8.8.8.8.', 'forbidden', 'a trailing dot'],
  [' 8.8.8.8', 'forbidden', 'a space'],
  ['[::1]', 'forbidden', 'brackets'],
  ['localhost', 'forbidden', 'a name'],
  ['', 'forbidden', 'nothing'],
];

test.each(addresses)('the scope of %s is %s: %s', (address, scope) => {
  expect(scopeOfAddress(address)).toBe(scope);
});

test.each([
  ['64:ff9b::808:808', '8.8.8.8'],
  ['64:FF9B::A00:1', '10.0.0.1'],
  ['64:ff9b::8.8.8.8', '8.8.8.8'],
  ['64:ff9b::', '0.0.0.0'],
])('the NAT64 address %s contains the IPv4 address %s', (address, inside) => {
  expect(extractNat64Ipv4(address)).toBe(inside);
});

test.each([
  '8.8.8.8',
  '2606:2800:220:1::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808%eth0',
  '64:ff9b:0:0:0:1:808:808',
  '64:ff9b:1:a00:0:100:808:808',
  '64:ff9b:1::808:808',
  'example.org',
  '',
])('returns %j unchanged instead of resolving it', (literal) => {
  expect(extractNat64Ipv4(literal)).toBe(literal);
});
