import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Background } from './background.js';
import { clustersOf } from './clusters.js';
import { forEachCooperatively } from './cooperative-work.js';
import { logLikelihoodRatioBits, scoreOf } from './measure.js';
import { looksRandom } from './random-names.js';
import { variantGroups } from './variants.js';

const hosts = ['river', 'stone', 'amber', 'maple', 'orbit', 'pixel', 'cedar', 'lotus', 'delta', 'raven'];

function backgroundOf(names: readonly string[]): Background {
  const background = new Background();
  for (const name of names) background.add(name);
  return background;
}

function resultOf<Result>(work: Generator<void, Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

function findClusters(group: readonly string[], others: readonly string[] = []) {
  return resultOf(clustersOf([...group].sort(), backgroundOf([...group, ...others]))).map(
    ({ kind, text, labels }) => `${kind} ${text} ${labels.length}`,
  );
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

  test('have at least five names, and contain their labels in order', () => {
    const names = ['5', '4', '3', '2', '1'].map((digit) => domainToASCII(`münchen-login-${digit}`)).sort();
    const [cluster] = resultOf(clustersOf(names, backgroundOf(names)));
    expect(cluster).toMatchObject({ text: 'münchen-login-{n}', labels: names });
    expect(findClusters(names.slice(1))).toEqual([]);
  });

  test('are ordered by improbability, highest first', () => {
    const numbered = Array.from({ length: 20 }, (_, index) => `secure-login-${index}`);
    const found = ['shared northwind{*} 10', 'numbered secure-login-{n} 20'];
    const northwind = hosts.map((word) => `northwind${word}`);
    expect(findClusters([...northwind, ...numbered])).toEqual(found.toReversed());
    expect(findClusters([...northwind, ...numbered.slice(0, 6)])[0]).toBe(found[0]);
  });

  test('are not formed from few or unrelated names', () => {
    expect(findClusters(['login-a', 'login-b', 'login-c', 'login-d'])).toEqual([]);
    expect(findClusters(hosts)).toEqual([]);
    expect(findClusters([])).toEqual([]);
  });

  test('include a campaign within a large group', () => {
    const word = (index: number) => `${hosts[index % 10]}${index.toString(36)}${hosts[(index * 7) % 10]}`;
    const group = [
      ...Array.from({ length: 20_000 }, (_, index) => word(index * 7919)),
      ...Array.from({ length: 60 }, (_, index) => `secure-login-${index}`),
    ];
    expect(findClusters([...new Set(group)])).toContain('numbered secure-login-{n} 60');
  });
});

describe('the score', () => {
  const metrics = { size: 20, expectedSize: 0, similarity: 1, registrations: 20, usualRegistrations: null };

  test('is between 0 and 1, and grows with the number, the similarity and the improbability of the names', () => {
    expect(scoreOf(metrics)).toBeCloseTo(0.8);
    expect(scoreOf({ ...metrics, size: 200 })).toBeGreaterThan(0.9);
    expect(scoreOf({ ...metrics, similarity: 0 })).toBeCloseTo(0.4);
    expect(scoreOf({ ...metrics, expectedSize: 10 })).toBeCloseTo(0.4);
    expect(scoreOf({ ...metrics, usualRegistrations: 20 })).toBeCloseTo(0.4);
    expect(scoreOf({ ...metrics, usualRegistrations: 10 })).toBeCloseTo(0.6);
    expect(scoreOf({ ...metrics, usualRegistrations: 500, expectedSize: 30 })).toBe(0);
  });

  test('counts names as evidence only beyond the expected number', () => {
    expect(logLikelihoodRatioBits(5, 5)).toBe(0);
    expect(logLikelihoodRatioBits(5, 10)).toBe(0);
    // 10 bits for twice the expected number, less 5 / ln 2.
    expect(logLikelihoodRatioBits(10, 5)).toBeCloseTo(10 - 5 / Math.LN2);
    expect(logLikelihoodRatioBits(10, 0.01)).toBeGreaterThan(80);
  });
});

test('names are grouped by chains of typing errors, the largest group first', () => {
  const names = ['contoso', 'fabrikam', 'river', 'fabrikan', 'contosso', 'fabrika'];
  const groups = resultOf(variantGroups(names, [...names.keys()], backgroundOf(names)));
  expect(groups.map(({ members }) => members)).toEqual([[1, 3, 5], [0, 4], [2]]);
  // The only common feature of the second group is `contoso`.
  expect(groups[1]?.expected).toBeCloseTo((6 * 0.5) / 1000);
  expect(groups[2]?.expected).toBe(0);
});

test('work on many items yields after every 500 of them', () => {
  const items = Array.from({ length: 1200 }, (_, index) => `item ${index}`);
  const collected: [string, number][] = [];
  const steps = [...forEachCooperatively(items, (item, index) => collected.push([item, index]))];
  expect(steps).toHaveLength(2);
  expect(collected).toEqual(items.map((item, index) => [item, index]));
});

test.each([
  ['x7k2q9w', true],
  ['x7k2q9', false],
  ['7xk2q9wd', true],
  // One pair of a letter and a digit does not count, nor do doubled consonants.
  ['bananaxd2', false],
  ['2dbananax', false],
  ['doggyeggs', false],
  ['x7k2q9wd', true],
  ['qzkfjwmv', true],
  ['a1b2c3d4', true],
  ['securelogin24', false],
  ['nightclubdance', false],
  ['northwind', false],
  ['12345678', false],
  ['my-shop-x7', false],
])('%s looks random: %s', (name, expected) => expect(looksRandom(name)).toBe(expected));
