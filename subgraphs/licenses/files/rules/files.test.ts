import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.js';
import { parseBlacklist } from './blacklist.js';
import { parseDepartments } from './departments.js';

function matchesAddress(text: string, address: string): boolean | undefined {
  const parsed = parseAddress(address);
  return parsed && parseBlacklist(text).blacklist.hasAddress(parsed);
}

describe('a blacklist', () => {
  const guid = '6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11';

  test('contains one GUID, address or range per line, and comments', () => {
    const text = `\ufeff# rejected since spring\r\n${guid.toUpperCase()}  # stolen\n\n  192.0.2.7 # a\u2028b\r10.1.2.3/16\n192.0.2.7\n`;
    const { blacklist, problem } = parseBlacklist(text);
    expect(problem).toBeUndefined();
    expect(blacklist.entries).toEqual([
      { value: guid, kind: 'guid', line: 2 },
      { value: '192.0.2.7', kind: 'address', line: 4 },
      { value: '10.1.0.0/16', kind: 'range', line: 5 },
    ]);
    expect(blacklist.hasGuid(guid)).toBe(true);
    expect(blacklist.hasGuid(guid.replace('6f', '7f'))).toBe(false);
  });

  test('contains the addresses of its ranges in any notation', () => {
    const text = '10.1.0.0/16\n2001:db8::/32\n192.0.2.7';
    expect(
      ['10.1.255.255', '::ffff:10.1.0.1', '2001:db8::5', '192.0.2.7'].map((address) => matchesAddress(text, address)),
    ).toEqual(Array(4).fill(true));
    expect(['10.2.0.0', '2001:db9::', '192.0.2.8'].map((address) => matchesAddress(text, address))).toEqual(
      Array(3).fill(false),
    );
    expect(matchesAddress('1.12.0.0/16', '11.2.0.0')).toBe(false);
    expect(matchesAddress('0.0.0.0/0', '2001:db8::5')).toBe(false);
    expect(matchesAddress('::/0', '192.0.2.7')).toBe(false);
  });

  test.each(['127.1', 'host.example', '10.0.0.0/33', `${guid}x`, '10.0.0.1-10.0.0.9', '10.0.0.1 10.0.0.2'])(
    'with the invalid line %j still contains its valid entries',
    (line) => {
      const { blacklist, problem } = parseBlacklist(`192.0.2.7\n${line}\n???`);
      expect(problem).toBe(`line 2 is not a GUID, address or CIDR range: ${JSON.stringify(line)} (and 1 more)`);
      expect(blacklist.entries).toHaveLength(1);
    },
  );
});

describe('departments', () => {
  const text = JSON.stringify([
    { name: 'one machine', addresses: ['10.1.2.3'], configuration: { level: 1 } },
    { name: 'plant', addresses: ['10.1.0.0/16', '2001:db8::/32'], configuration: { level: 2 } },
    { name: 'company', addresses: [' 10.0.0.0/8 '], configuration: {} },
  ]);

  test.each([
    [['10.1.2.3'], 'one machine'],
    [['10.9.9.9', '10.1.2.3'], 'one machine'],
    [['10.1.2.3', '10.9.9.9', '192.0.2.1'], 'one machine'],
    [['10.9.9.9', '10.1.9.9'], 'plant'],
    [['10.9.9.9'], 'company'],
    [['192.0.2.1', '::ffff:10.9.9.9'], 'company'],
    [['2001:DB8::1'], 'plant'],
    [['fe80::1%eth0', '2001:db8:0::1%1'], 'plant'],
    [['10.1', '127.1', '010.1.2.3', 'plant', ''], undefined],
    [['192.0.2.1'], undefined],
    [[], undefined],
  ])('are matched by the addresses %j: %s', (addresses, name) => {
    expect(parseDepartments(text).match(addresses)?.name).toBe(name);
  });

  test.each([
    ['', 'it is not JSON'],
    ['{}', 'it must be a JSON array of departments'],
    ['[1]', 'department 1 must be an object'],
    ['[null]', 'department 1 must be an object'],
    ['[{}]', 'department 1: name must be'],
    ['[{"name":""}]', 'department 1: name must be'],
    ['[{"name":"a"}]', 'department 1 (a): addresses must be an array'],
    ['[{"name":"a","addresses":[]}]', 'department 1 (a): configuration must be an object'],
    ['[{"name":"a","addresses":[],"configuration":[]}]', 'department 1 (a): configuration must be an object'],
    ['[{"name":"a","addresses":[],"configuration":1.0}]', 'department 1 (a): configuration must be an object'],
    [
      `[{"name":"a","addresses":[],"configuration":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}]`,
      'department 1 (a): configuration must not be nested deeper than 100 levels',
    ],
    [
      '[{"name":"a","addresses":["127.1"],"configuration":{}}]',
      'department 1 (a): "127.1" is not an address or CIDR range',
    ],
    ['[{"name":"a","addresses":[7],"configuration":{}}]', 'department 1 (a): 7 is not an address or CIDR range'],
  ])('cannot be parsed from %j', (text, problem) => {
    expect(() => parseDepartments(text)).toThrow(problem);
  });

  test('preserve the numbers of a configuration', () => {
    const configuration = '{"id":12345678901234567890,"factor":1.0}';
    const departments = parseDepartments(`[{"name":"a","addresses":["10.0.0.1"],"configuration":${configuration}}]`);
    expect(JSON.stringify(departments.match(['10.0.0.1'])?.configuration)).toBe(configuration);
  });
});
