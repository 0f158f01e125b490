import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Background } from './background.js';
import { clustersOf } from './clusters.js';
import { improbabilityBits, scoreOf } from './measure.js';
import { looksRandom } from './random-names.js';

const hosts = ['river', 'stone', 'amber', 'maple', 'orbit', 'pixel', 'cedar', 'lotus', 'delta', 'raven'];

function findClusters(group: readonly string[], others: readonly string[] = []) {
  const background = new Background();
  for (const name of [...group, ...others]) background.add(name);
  const work = clustersOf([...group].sort(), background);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value.map(({ kind, text, labels }) => `${kind} ${text} ${labels.length}`);
}

describe('clusters', () => {
  test.each([
    ['a number at the end', hosts.map((_, index) => `secure-login-${index + 5}`), 'numbered secure-login-{n} 10'],
    ['a number whose first digit is the same', hosts.map((_, index) => `update2${index}`), 'numbered update{n} 10'],
    ['a number between words', hosts.map((_, index) => `shop${index}-sale`), 'numbered shop{n}-sale 10'],
    ['a short stem', hosts.map((_, index) => `ab${index * 37}`), 'numbered ab{n} 10'],
    ['the beginning', hosts.map((word) => `northwind${word}`), 'shared northwind{*} 10'],
    ['the end', hosts.map((word) => `${word}-verify`), 'shared {*}-verify 10'],
    ['the middle', hosts.map((word) => `${word}contoso${word.slice(1)}`), 'shared {*}contoso{*} 10'],
    ['words in Unicode', hosts.map((word) => domainToASCII(`münchen-${word}`)), 'shared münchen-{*} 10'],
    ['digits', hosts.map((_, index) => String(88_123 + index * 977)), 'random {5 digits} 10'],
    [
      'random letters',
      ['qzkfjwmv', 'xkcdvbnq', 'wrtzpkfd', 'bvqxjzkm', 'hgfkqzwx', 'jkvbxqzp', 'zqwkfxbn'],
      'random {8 letters} 7',
    ],
    [
      'typing errors',
      ['fabrikm', 'fabrkam', 'fabikam', 'farikam', 'fbrikam', 'abrikam', 'fabrikxm'],
      'variants ~fabrikm 7',
    ],
  ])('contain names that share %s', (_, group, expected) => {
    const clusters = findClusters(group, hosts);
    expect(clusters.map((line) => line.replace(/~\w+/, '~fabrikm'))).toEqual([expected]);
  });

  test('do not include names whose common features are also frequent in other names', () => {
    const group = hosts.map((word) => `shop-${word}`);
    const others = Array.from({ length: 3000 }, (_, index) => `shop-${index}${hosts[index % 10]}`);
    expect(findClusters(group)).toEqual(['shared shop-{*} 10']);
    expect(findClusters(group, others)).toEqual([]);
  });

  test('are not formed from few or unrelated names', () => {
    expect(findClusters(['login-a', 'login-b', 'login-c', 'login-d'])).toEqual([]);
    expect(findClusters(hosts)).toEqual([]);
    expect(findClusters([])).toEqual([]);
  });

  test('contain the campaigns of a large group', () => {
    const word = (index: number) => `${hosts[index % 10]}${index.toString(36)}${hosts[(index * 7) % 10]}`;
    const group = [
      ...Array.from({ length: 20_000 }, (_, index) => word(index * 7919)),
      ...Array.from({ length: 60 }, (_, index) => `secure-login-${index}`),
    ];
    expect(findClusters([...new Set(group)])).toContain('numbered secure-login-{n} 60');
  });
});

describe('the score', () => {
  const figures = { size: 20, expectedSize: 0, similarity: 1, registrations: 20, usualRegistrations: null };

  test('is between 0 and 1, and grows with the number, the similarity and the improbability of the names', () => {
    expect(scoreOf(figures)).toBeCloseTo(0.8);
    expect(scoreOf({ ...figures, size: 200 })).toBeGreaterThan(0.9);
    expect(scoreOf({ ...figures, similarity: 0 })).toBeCloseTo(0.4);
    expect(scoreOf({ ...figures, expectedSize: 10 })).toBeCloseTo(0.4);
    expect(scoreOf({ ...figures, usualRegistrations: 20 })).toBeCloseTo(0.4);
    expect(scoreOf({ ...figures, usualRegistrations: 500, expectedSize: 30 })).toBe(0);
  });

  test('counts names as evidence only beyond the expected number', () => {
    expect(improbabilityBits(5, 5)).toBe(0);
    expect(improbabilityBits(10, 0.01)).toBeGreaterThan(80);
  });
});

test.each([
  ['x7k2q9wd', true],
  ['qzkfjwmv', true],
  ['a1b2c3d4', true],
  ['securelogin24', false],
  ['nightclubdance', false],
  ['northwind', false],
  ['12345678', false],
  ['my-shop-x7', false],
])('%s looks random: %s', (name, expected) => expect(looksRandom(name)).toBe(expected));
