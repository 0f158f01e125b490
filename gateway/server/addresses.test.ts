import { describe, expect, test } from 'vitest';
import { testConfiguration } from '../../test/support/index.js';
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

  test('not beyond this machine when that was said once, and the message says what to do', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_HOST: '0.0.0.0', RAMPART_AUTH_ALERTS: 'open' });
    expect(() => assertMayListen(configuration)).toThrow(/set alerts = token, or say it twice \(alerts = open open\)/);
  });
});
