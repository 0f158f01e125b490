import { describe, expect, test } from 'vitest';
import { BrandHitKind } from '../vocabulary.js';
import { typosOf } from './typos.js';

function namesOf(kind: BrandHitKind, text: string): string[] {
  return [...typosOf(text, new Set([kind])).keys()].sort();
}

describe('the typing errors of a name', () => {
  test.each([
    [BrandHitKind.TRANSPOSITION, 'abc', ['acb', 'bac']],
    [BrandHitKind.TRANSPOSITION, 'aab', ['aba']],
    [BrandHitKind.REPETITION, 'abb', ['aabb', 'abbb']],
    [BrandHitKind.OMISSION, 'abc', ['ab', 'ac', 'bc']],
    [BrandHitKind.HYPHENATION, 'abc', ['a-bc', 'ab-c']],
    [BrandHitKind.VOWEL_SWAP, 'bat', ['bet', 'bit', 'bot', 'but']],
    [BrandHitKind.VOWEL_SWAP, 'b7', []],
    [BrandHitKind.REPLACEMENT, 'p', ['0', 'l', 'm', 'o']],
    [BrandHitKind.REPLACEMENT, 'ü', []],
    [BrandHitKind.INSERTION, 'p', ['0p', 'lp', 'mp', 'op', 'p0', 'pl', 'pm', 'po']],
    [BrandHitKind.BITSQUATTING, 'a', ['c', 'e', 'i', 'q']],
    [BrandHitKind.BITSQUATTING, '1', ['0', '3', '5', '9', 'q']],
  ])('of kind %s: %s', (kind, text, names) => {
    expect(namesOf(kind, text)).toEqual(names);
  });

  test('with an added character have it at the start or the end, and with an edit anywhere', () => {
    expect(namesOf(BrandHitKind.ADDITION, 'ab')).toHaveLength(2 * 36);
    const edits = namesOf(BrandHitKind.EDIT, 'ab');
    expect(edits).toEqual(expect.arrayContaining(['xb', 'ax', 'xab', 'axb', 'a-b']));
    expect(edits).not.toContain('ab');
    expect(edits.filter((name) => /^-|-$/.test(name))).toEqual([]);
  });

  test('are valid DNS labels: 1 to 63 characters, without a hyphen at the start or the end', () => {
    expect(namesOf(BrandHitKind.OMISSION, 'a')).toEqual([]);
    expect(namesOf(BrandHitKind.REPETITION, 'a'.repeat(62))).toEqual(['a'.repeat(63)]);
    expect(namesOf(BrandHitKind.REPETITION, 'a'.repeat(63))).toEqual([]);
    expect(namesOf(BrandHitKind.OMISSION, 'a-b')).toEqual(['ab']);
  });

  test('have the first kind that applies', () => {
    const kinds = new Set([BrandHitKind.EDIT, BrandHitKind.OMISSION, BrandHitKind.TRANSPOSITION]);
    const typos = typosOf('ab', kinds);
    expect([typos.get('ba'), typos.get('a'), typos.get('xb')]).toEqual([
      BrandHitKind.TRANSPOSITION,
      BrandHitKind.OMISSION,
      BrandHitKind.EDIT,
    ]);
  });
});
