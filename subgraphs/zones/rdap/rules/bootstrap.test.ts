import { describe, expect, test } from 'vitest';
import { readBootstrap, serversOf, topLevelDomainsOf } from './bootstrap.js';

const registry = {
  version: '1.0',
  publication: '2026-01-07T10:11:12Z',
  description: 'RDAP bootstrap file',
  services: [
    [['net', 'COM'], ['https://registry.example/myrdap/']],
    [['org'], ['http://plain.example/', 'https://secure.example/no-slash']],
    [['b.com', 'a.b.com'], ['https://longer.example/']],
    [['kg'], ['http://only-plain.example/']],
  ],
};

describe('the bootstrap registry', () => {
  const bootstrap = readBootstrap(registry);
  test.each([
    ['example.com', ['https://registry.example/myrdap/']],
    ['example.net', ['https://registry.example/myrdap/']],
    ['b.com', ['https://longer.example/']],
    ['x.b.com', ['https://longer.example/']],
    ['ab.com', ['https://registry.example/myrdap/']],
    ['example.org', ['https://secure.example/no-slash/', 'http://plain.example/']],
    ['example.kg', ['http://only-plain.example/']],
    ['example.xcom', []],
    ['com', ['https://registry.example/myrdap/']],
    ['example.de', []],
  ])('returns the servers of the entry that matches the most labels of %s: %j', (domain, servers) => {
    expect(bootstrap && serversOf(bootstrap, domain)).toEqual(servers);
  });

  test('lists the top-level domains in order', () => {
    expect(bootstrap && topLevelDomainsOf(bootstrap)).toEqual(['com', 'kg', 'net', 'org']);
  });
});

test.each([
  [['ok', 'https://a.example/']],
  [[['bad'], ['ftp://a.example/']]],
  [[['bad'], ['https://user:password@a.example/']]],
  [[['bad'], ['https://user@a.example/']]],
  [[['bad'], ['https://:password@a.example/']]],
  [[['bad'], ['https://a.example/?query=']]],
  [[['bad'], ['https://a.example/#fragment']]],
  [[['bad'], ['not a URL']]],
  [[['bad'], []]],
  [[['bad']]],
  [[['b d', '', '-x', 5], ['https://a.example/']]],
  [null],
  [5],
  [{}],
])('reading the registry skips the malformed service %j', (service) => {
  const bootstrap = readBootstrap({ ...registry, services: [service, ...registry.services] });
  expect(bootstrap && topLevelDomainsOf(bootstrap)).toEqual(
    Array.isArray(service) && service[0] === 'ok' ? ['com', 'kg', 'net', 'ok', 'org'] : ['com', 'kg', 'net', 'org'],
  );
});

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ ...registry, version: '2.0' }],
  [{ ...registry, version: undefined }],
  [{ ...registry, services: {} }],
  [{ ...registry, services: [] }],
])('%j is rejected as a bootstrap registry', (value) => {
  expect(readBootstrap(value)).toBeNull();
});
