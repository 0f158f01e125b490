import { describe, expect, test } from 'vitest';
import { patternOf } from './pattern.js';

describe('the pattern of names', () => {
  test.each<[string, string, string[], object]>([
    ['with a number', 'nshop#-sale#', ['shop1-sale2'], { kind: 'numbered', text: 'shop{n}-sale{n}', similarity: 1 }],
    [
      'that are variants of the name nearest to all others',
      'v',
      ['fabrikaam', 'fabrikam', 'fabrika', 'fabrikan'],
      { kind: 'variants', text: '~fabrikam', similarity: 1 - 3 / 4 / 8 },
    ],
    ['of equal length', 'rdigits 1', ['1234', '5678'], { kind: 'random', text: '{4 digits}', similarity: 1 }],
    [
      'of several lengths',
      'rletters 2',
      ['qzkfjwmvx', 'xkcdvbnq', 'wrtzpkfdbq'],
      { kind: 'random', text: '{8-10 letters}', similarity: 0.8 },
    ],
    [
      'with the same beginning',
      'swinter',
      ['winterhat', 'winterboots'],
      { kind: 'shared', text: 'winter{*}', similarity: (6 * 2) / 20 },
    ],
    [
      'with the same end',
      'winter',
      ['hat-winter', 'boots-winter'],
      { kind: 'shared', text: '{*}-winter', similarity: (7 * 2) / 22 },
    ],
    [
      'with a number at the beginning, whose last digit is the same',
      'swinter',
      ['17winter', '27winter'],
      { kind: 'numbered', text: '{n}winter', similarity: 1 },
    ],
    [
      'with several leading digits in common',
      'swinter',
      ['177winter', '277winter'],
      { kind: 'numbered', text: '{n}winter', similarity: 1 },
    ],
    [
      'with a number at the end, whose first digit is the same',
      'swinter',
      ['winter217', 'winter24'],
      { kind: 'numbered', text: 'winter{n}', similarity: 1 },
    ],
    [
      'with a number at the beginning and a constant one at the end',
      'swinter',
      ['1winter3', '2winter3'],
      { kind: 'numbered', text: '{n}winter3', similarity: 1 },
    ],
    [
      'with constant digits after another part',
      'swinter',
      ['hat7winter2', 'boots7winter2'],
      { kind: 'shared', text: '{*}7winter2', similarity: (8 * 2) / 24 },
    ],
    [
      'with a number and another part',
      'swinter',
      ['1winterhat', '2winterboots'],
      { kind: 'shared', text: '{n}winter{*}', similarity: (6 * 2) / 22 },
    ],
  ])('%s is derived from the feature %s and the names %j', (_, feature, names, expected) => {
    const { similarity, ...pattern } = patternOf(feature, names);
    expect({ ...pattern, similarity: similarity.toFixed(6) }).toEqual({
      ...expected,
      similarity: (expected as { similarity: number }).similarity.toFixed(6),
    });
  });

  test('contains the string that nine of ten names have in common', () => {
    const names = (count: number) => [
      ...Array.from({ length: count }, (_, index) => `winter-sale${'abcdefghij'[index]}`),
    ];
    expect(patternOf('swinter', [...names(9), 'winterhat']).text).toBe('winter-sale{*}');
    expect(patternOf('swinter', [...names(8), 'winterhat', 'winterboots']).text).toBe('winter{*}');
  });
});
