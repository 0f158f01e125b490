import { describe, expect, test } from 'vitest';
import { ByteReader } from './byte-reader.js';
import { readDataTile, readLeaf } from './entries.js';

const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex');
const at = '0000018bcfe56800'; // 1,700,000,000,000 ms
const loggedAt = 1_700_000_000_000;
const certificate = '000003aabbcc';
const noExtensions = '0000';
const issuerKeyHash = '11'.repeat(32);
const precertificate = `${at}0001${issuerKeyHash}000002eeff0001dd`;

describe('an entry of RFC 6962', () => {
  test('contains a certificate', () => {
    const leaf = hex('0000', at, '0000', certificate, noExtensions);
    expect(readLeaf(leaf, hex())).toEqual({ loggedAt, certificate: hex('aabbcc') });
  });

  test('contains a precertificate in its extra data', () => {
    expect(readLeaf(hex('0000', precertificate), hex(certificate))).toEqual({ loggedAt, certificate: hex('aabbcc') });
  });

  test.each([
    ['of another version', hex('0100', at, '0000', certificate, noExtensions), /version 1, type 0/],
    ['of another leaf type', hex('0001', at, '0000', certificate, noExtensions), /version 0, type 1/],
    ['of another entry type', hex('0000', at, '0002', certificate, noExtensions), /entry type: 2/],
    ['with a truncated certificate', hex('0000', at, '0000', '000004aabbcc'), /ends unexpectedly/],
    ['without extensions', hex('0000', at, '0000', certificate), /ends unexpectedly/],
    ['with an unsafe time', hex('0000', '0020000000000000', '0000', certificate, noExtensions), /exceeds 2\^53 - 1/],
  ])('%s is rejected', (_, leaf, message) => {
    expect(() => readLeaf(leaf, hex())).toThrow(message);
  });
});

test('a data tile contains certificates and precertificates with the fingerprints of their chains', () => {
  const first = hex(at, '0000', certificate, noExtensions, '0020', '22'.repeat(32));
  const second = hex(precertificate, '000001ab', '0000');
  expect(readDataTile(Buffer.concat([first, second, first]))).toEqual([
    { loggedAt, certificate: hex('aabbcc') },
    { loggedAt, certificate: hex('ab') },
    { loggedAt, certificate: hex('aabbcc') },
  ]);
  expect(readDataTile(hex())).toEqual([]);
  expect(() => readDataTile(first.subarray(0, -1))).toThrow('The data ends unexpectedly');
});

test('integers are unsigned, in network byte order', () => {
  const reader = new ByteReader(new Uint8Array(hex('ff', '010203', '001fffffffffffff', 'ff')).subarray(1, 12));
  expect(reader.integer(3)).toBe(0x01_02_03);
  expect(reader.uint64()).toBe(Number.MAX_SAFE_INTEGER);
  expect(reader.isAtEnd).toBe(true);
  expect(() => reader.bytes(1)).toThrow(RangeError);
});
