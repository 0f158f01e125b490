import { describe, expect, test } from 'vitest';
import { anonymous } from '../../platform/caller.js';
import { testConfiguration } from '../../test/support/index.js';
import { schemaAccess } from './access.js';
import { assertMayListen, hostName, isLoopback } from './addresses.js';

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
])('%s is this machine: %s', (address, expected) => {
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
])('the host name of %s is %s', (authority, expected) => {
  expect(hostName(authority)).toBe(expected);
});

describe('open alerts are served', () => {
  test.each([
    ['127.0.0.1', 'open'],
    ['0.0.0.0', 'token'],
    ['0.0.0.0', 'open open'],
    ['0.0.0.0', 'open,open'],
  ])('on %s when the setting is %s', (host, alerts) => {
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
  ])('never beyond this machine unless confirmed: %s', (reason, environment: Record<string, string>) => {
    const configuration = testConfiguration({ ...environment, RAMPART_AUTH_ALERTS: 'open' });
    expect(() => assertMayListen(configuration)).toThrow(
      `${reason}: set alerts = token, or confirm it with alerts = open open`,
    );
    expect(schemaAccess(configuration)(anonymous)).toBe(false);
    const confirmed = testConfiguration({ ...environment, RAMPART_AUTH_ALERTS: 'open open' });
    expect(() => assertMayListen(confirmed)).not.toThrow();
  });

  test('behind a public URL of this machine itself', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_PUBLIC_URL: 'http://localhost:8080' });
    expect(() => assertMayListen(configuration)).not.toThrow();
    expect(schemaAccess(configuration)(anonymous)).toBe(true);
  });
});
