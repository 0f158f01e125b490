import { describe, expect, test } from 'vitest';
import { parseAddress, parseRange, RangeIndex } from './address.js';

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['::192.0.2.1', '::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::192.0.2.1%eth0', 'fe80::c000:201'],
    ['::', '::'],
  ])('%s has the canonical form %s', (input, text) => {
    expect(parseAddress(input)?.text).toBe(text);
  });

  test.each([
    '127.1',
    '0x7f.1',
    '2130706433',
    '010.0.0.1',
    '192.0.2.256',
    '192.0.2.1 ',
    '192.0.2.1/24',
    '1::2::3',
    '::ffff:192.0.2.300',
    '::192.0.2',
    'x::192.0.2.1',
    '::192.0.2.1x',
    '12345::',
    'localhost',
    '',
    `fe80::1%${'x'.repeat(200)}`,
  ])('cannot be parsed from %j', (input) => {
    expect(parseAddress(input)).toBeUndefined();
  });
});

describe('a range', () => {
  test.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3/32', '10.1.2.3'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8:1:2::/60', '2001:db8:1::/60'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ])('%s has the canonical form %s', (input, text) => {
    expect(parseRange(input)?.text).toBe(text);
  });

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10/8',
    '::ffff:10.0.0.0/95',
    '::/129',
  ])('cannot be parsed from %j', (input) => {
    expect(parseRange(input)).toBeUndefined();
  });
});

describe('the first range that contains an address', () => {
  const ranges = ['10.1.0.0/16', '10.0.0.0/8', '10.2.0.0/16', '2001:db8::/32', '0.0.0.0/0', '10.1.0.0/16'];

  function createIndex(): RangeIndex {
    const index = new RangeIndex();
    for (const [position, text] of ranges.entries()) {
      const range = parseRange(text);
      if (range !== undefined) index.add(range, position);
    }
    return index;
  }

  test.each([
    ['10.1.2.3', 0],
    ['10.1.255.255', 0],
    ['10.2.0.0', 1],
    ['11.0.0.0', 4],
    ['::ffff:10.2.0.0', 1],
    ['2001:db8:ffff::1', 3],
    ['2001:db9::1', undefined],
    ['::', undefined],
  ])('for %s has the position %s', (address, position) => {
    const parsed = parseAddress(address);
    expect(parsed && createIndex().find(parsed)).toBe(position);
  });

  test('is found among 100,000 ranges', () => {
    const index = new RangeIndex();
    for (let position = 0; position < 100_000; position += 1) {
      const range = parseRange(`10.${position >> 16}.${(position >> 8) & 255}.${position & 255}`);
      if (range !== undefined) index.add(range, position);
    }
    const [last, beyond] = ['10.1.134.159', '10.1.134.160'].map(parseAddress);
    expect(last && index.find(last)).toBe(99_999);
    expect(beyond && index.find(beyond)).toBeUndefined();
  });
});
