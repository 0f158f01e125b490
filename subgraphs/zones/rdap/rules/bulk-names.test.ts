import { describe, expect, test } from 'vitest';
import { readBootstrap } from './bootstrap.js';
import { readBulkNames, remainingSeconds } from './bulk-names.js';

const bootstrap = readBootstrap({ version: '1.0', services: [[['test'], ['https://rdap.test/']]] });

test('reads each name once, and reports each invalid line', () => {
  const entries = ['b.test', ' A.test. ', 'a.test', 'www.a.test', '', 'a.unknown', 'x'.repeat(100_000), 'b.test..'];
  entries.push(`${'b.test'.padEnd(300)}x`);
  const { domains, servers, invalid, duplicates } = readBulkNames(entries, bootstrap ?? { services: new Map() });
  expect({ domains, servers, duplicates }).toEqual({
    domains: ['b.test', 'a.test'],
    servers: ['https://rdap.test/', 'https://rdap.test/'],
    duplicates: 1,
  });
  expect(invalid.map(({ line, reason, name }) => [line, reason, name.length])).toEqual([
    [4, 'invalid_domain', 10],
    [5, 'invalid_domain', 0],
    [6, 'unsupported_tld', 9],
    [7, 'invalid_domain', 254],
    [8, 'invalid_domain', 8],
    [9, 'invalid_domain', 254],
  ]);
});

test('names the top-level domain without an RDAP server', () => {
  const { invalid } = readBulkNames(['a.unknown'], bootstrap ?? { services: new Map() });
  expect(invalid[0]?.message).toBe('No RDAP server is known for the top-level domain unknown');
});

test('converts names in Unicode to Punycode', () => {
  const entries = ['Bücher.test', 'xn--bcher-kva.test', 'bu\u0308cher。test', '\u202Ea.test', 'ü.ü.test'];
  const { domains, invalid, duplicates } = readBulkNames(entries, bootstrap ?? { services: new Map() });
  expect([domains, duplicates]).toEqual([['xn--bcher-kva.test'], 2]);
  expect(invalid.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'invalid_domain'],
    [5, 'invalid_domain'],
  ]);
});

describe('the remaining time', () => {
  const progress = { waiting: 100, done: 50, elapsedSeconds: 10, perMinute: 1000, perDay: 1000 };
  test.each([
    ['is null if no name is waiting', { waiting: 0 }, null],
    ['is estimated from the speed so far', {}, 20],
    ['is at least one second', { done: 0 }, 1],
    ['includes the minutes that the quota requires', { perMinute: 30 }, 180],
    ['is estimated from the speed alone if the tier has no quota', { perMinute: 0, perDay: 0 }, 20],
    ['includes the days that the quota requires', { perDay: 40 }, 172_800],
  ])('%s', (_, differences, seconds) => {
    expect(remainingSeconds({ ...progress, ...differences })).toBe(seconds);
  });
});
