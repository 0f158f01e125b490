import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { QuickXorHash } from './quick-xor-hash.js';

/** The definition, bit by bit on one big integer. It shares no code with the implementation. */
function slowReference(content: Uint8Array): string {
  const ones = (1n << 160n) - 1n;
  let hash = 0n;
  let position = 0n;
  for (const byte of content) {
    const wide = BigInt(byte) << position;
    hash ^= (wide & ones) | (wide >> 160n);
    position = (position + 11n) % 160n;
  }
  hash ^= BigInt(content.length) << 96n;
  const bytes = Array.from({ length: 20 }, (_, index) => Number((hash >> BigInt(8 * index)) & 0xffn));
  return Buffer.from(bytes).toString('base64');
}

const knownHashes: readonly [content: string, hash: string][] = [
  ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ['Sg==', 'SgAAAAAAAAAAAAAAAQAAAAAAAAA='],
  ['/aNzzCFPS/A=', '/RjFHJgRgicsAR4ACAAAAAAAAAA='],
  ['i+UZyUGJKh+ISbk=', 'iyhHBpIRhESo4AOIQ0IuAAAAAAA='],
];

describe('quickXorHash', () => {
  test.each(knownHashes)('of %j is %s', (content, hash) => {
    expect(new QuickXorHash().update(Buffer.from(content, 'base64')).digest()).toBe(hash);
    expect(slowReference(Buffer.from(content, 'base64'))).toBe(hash);
  });

  test.each([1, 7, 159, 160, 161, 319, 320, 321, 1000, 4097, 70_001])(
    'of %d bytes equals the reference implementation',
    (size) => {
      const content = randomBytes(size);
      expect(new QuickXorHash().update(content).digest()).toBe(slowReference(content));
    },
  );

  test.each([0, 1, 2, 3])('does not depend on the alignment of the bytes in memory: offset %d', (offset) => {
    const content = randomBytes(1000);
    const placed = new Uint8Array(offset + content.length);
    placed.set(content, offset);
    expect(new QuickXorHash().update(placed.subarray(offset)).digest()).toBe(slowReference(content));
  });

  test('does not depend on the size of the chunks', () => {
    const content = randomBytes(20_000);
    const expected = slowReference(content);
    for (const step of [1, 3, 160, 163, 1024, 4099]) {
      const hash = new QuickXorHash();
      for (let start = 0; start < content.length; start += step) hash.update(content.subarray(start, start + step));
      expect(hash.digest(), `in chunks of ${step} bytes`).toBe(expected);
      expect(hash.length).toBe(content.length);
    }
  });
});
