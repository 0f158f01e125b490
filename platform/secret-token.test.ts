import { describe, expect, test } from 'vitest';
import { hashSecretToken, secretTokenKind } from './secret-token.js';

const kind = secretTokenKind('zf_live_');
const token = kind.create();

describe('a secret token', () => {
  test('has a prefix, 30 random characters and a checksum of 6 characters', () => {
    expect(token).toMatch(/^zf_live_[0-9A-Za-z]{36}$/);
    expect(kind.isForm(token)).toBe(true);
    expect(kind.visiblePrefix(token)).toBe(token.slice(0, 12));
    expect(hashSecretToken(token)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('uses all characters of the alphabet with equal probability', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 2000; index++) {
      for (const character of kind.create().slice(8, 38)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (2000 * 30) / 62;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: a fair generator exceeds 130 once in a million runs; a byte modulo 62 yields more than
    // 1000.
    expect(chiSquare).toBeLessThan(130);
  });

  test('is rejected if any character differs', () => {
    for (let position = 0; position < token.length; position++) {
      const other = token[position] === 'x' ? 'y' : 'x';
      expect(kind.isForm(token.slice(0, position) + other + token.slice(position + 1))).toBe(false);
    }
  });

  test.each(['', 'zf_live_', token.slice(0, -1), `${token}0`, ` ${token}`, `${token}\n`, token.replace('zf_', 'rpt')])(
    'is rejected: %j',
    (text) => expect(kind.isForm(text)).toBe(false),
  );
});
