import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { anonymous } from '../../platform/caller.js';
import { testConfiguration } from '../../test/support/index.js';
import { assertMayListen, isLoopback } from '../authentication/index.js';
import { forwardedSourceOf, hostName, plainAddress, trustedProxyTest } from './addresses.js';
import { schemaAccess } from './graph-routes.js';

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example', false],
  ['localhost.example', false],
])('%s is a loopback address: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ['Example.com:80', 'example.com'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]:4000', '[::1]'],
  ['Example.com.:80', 'example.com'],
  ['example.com..', 'example.com..'],
  ['.', '.'],
  ['xn--BCHER-kva.example', 'xn--bcher-kva.example'],
  [Buffer.from('Bücher.example:443', 'utf8').toString('latin1'), 'xn--bcher-kva.example'],
  ['b\xfccher.example', 'b\xfccher.example'],
])('the hostname of %s is %s', (authority, expected) => {
  expect(hostName(authority)).toBe(expected);
});

describe('a server', () => {
  test.each([
    ['127.0.0.1', 'open'],
    ['0.0.0.0', 'token'],
    ['0.0.0.0', 'open open'],
    ['0.0.0.0', 'open,open'],
  ])('may listen on %s with alerts = %s', (host, alerts) => {
    const configuration = testConfiguration({ RAMPART_SERVER_HOST: host, RAMPART_AUTH_ALERTS: alerts });
    expect(() => assertMayListen(configuration)).not.toThrow();
  });

  test.each([
    ['[server] host is 0.0.0.0', { RAMPART_SERVER_HOST: '0.0.0.0' }],
    ['[server] trusted_proxies is 127.0.0.1', { RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1' }],
    ['[server] public_url is https://rampart.example', { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' }],
    [
      '[drive] notification_url is https://rampart.example/drive/notifications',
      { RAMPART_DRIVE_NOTIFICATION_URL: 'https://rampart.example/drive/notifications' },
    ],
  ])(
    'does not start with alerts = open, unless confirmed, if other machines may reach it: %s',
    (reason, environment: Record<string, string>) => {
      const configuration = testConfiguration({ ...environment, RAMPART_AUTH_ALERTS: 'open' });
      expect(() => assertMayListen(configuration)).toThrow(
        `${reason}: set alerts = token, or set alerts = open open to permit access from other machines`,
      );
      expect(schemaAccess(configuration)(anonymous)).toBe(false);
      const confirmed = testConfiguration({ ...environment, RAMPART_AUTH_ALERTS: 'open open' });
      expect(() => assertMayListen(confirmed)).not.toThrow();
    },
  );

  test('may listen with alerts = open if public_url is a loopback address', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_PUBLIC_URL: 'http://localhost:8080' });
    expect(() => assertMayListen(configuration)).not.toThrow();
    expect(schemaAccess(configuration)(anonymous)).toBe(true);
  });
});

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
])('reads the header %j as the address %j', (input, expected) => {
  expect(plainAddress(input)).toBe(expected);
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

describe('the source address of a request outside the framework', () => {
  const isTrustedProxy = trustedProxyTest(['10.0.0.0/8']);

  test.each([
    ['client without a proxy', '192.0.2.1', undefined, '192.0.2.1'],
    ['client that claims to be forwarded', '192.0.2.1', '203.0.113.7', '192.0.2.1'],
    ['client behind a trusted proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['client behind two proxies, with a false claim', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['proxy itself', '10.0.0.1', undefined, '10.0.0.1'],
    ['proxy that sends no address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['client with a mapped address', '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ])('is that of a %s', (_, remoteAddress, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const socket = { remoteAddress } as Socket; // The tested function uses no other properties.
    expect(forwardedSourceOf({ headers, socket }, isTrustedProxy)).toBe(expected);
  });
});
