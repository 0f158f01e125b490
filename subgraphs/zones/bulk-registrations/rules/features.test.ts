import { describe, expect, test } from 'vitest';
import { Background } from './background.js';
import { FeatureCounts } from './feature-counts.js';
import { featuresOf } from './features.js';

describe('the features', () => {
  test('of a name are its substrings of six characters, including marks for its start and its end', () => {
    expect([...featuresOf('northwind.shop')].filter((feature) => feature.startsWith('s'))).toEqual(
      [
        '^north',
        'northw',
        'orthwi',
        'rthwin',
        'thwind',
        'hwind.',
        'wind.s',
        'ind.sh',
        'nd.sho',
        'd.shop',
        '.shop$',
      ].map((part) => `s${part}`),
    );
  });

  test.each([
    ['four', []],
    ['abc-de', ['wabc']],
    ['shop24sale.ab', ['wshop', 'wsale', 'nshop#sale.ab']],
    ['ab12-3', ['nab#-#']],
    ['a1', []],
  ])('of %s without the substrings are %j', (name, expected) => {
    expect([...featuresOf(name)].filter((feature) => !feature.startsWith('s'))).toEqual(expected);
  });

  test('of a short name without numbers include the name, and the name without each of its characters', () => {
    const variants = (name: string) => [...featuresOf(name)].filter((feature) => feature.startsWith('v'));
    expect(variants('maple')).toEqual(['vmaple', 'vaple', 'vmple', 'vmale', 'vmape', 'vmapl']);
    for (const name of ['oaks', 'a'.repeat(17), 'maple24', 'ma-ple', 'ma.ple']) expect(variants(name)).toEqual([]);
    expect(variants('maple2')).toContain('vmaple');
    expect(variants('abcdefghijklmnop')).toHaveLength(17);
  });

  test.each([
    ['12345678', 'rdigits 2'],
    ['123456789', 'rdigits 2'],
    ['123', 'rdigits 0'],
    ['qzkfjwmv', 'rletters 2'],
    ['x7k2q9wd', 'rletters and digits 2'],
  ])('of the random name %s include %s', (name, feature) => {
    expect([...featuresOf(name)]).toContain(feature);
  });
});

describe('counts of features', () => {
  test('are exact for few features', () => {
    const counts = new FeatureCounts(1000);
    const features = Array.from({ length: 40 }, (_, index) => `feature${index}`);
    for (const [index, feature] of features.entries()) for (let added = 0; added <= index; added++) counts.add(feature);
    expect(features.map((feature) => counts.count(feature))).toEqual(features.map((_, index) => index + 1));
    expect(counts.count('another')).toBe(0);
  });

  test('are never too low for more features than the capacity', () => {
    const counts = new FeatureCounts(1);
    const features = Array.from({ length: 5000 }, (_, index) => `feature${index}`);
    for (const feature of features) counts.add(feature);
    for (const feature of features) expect(counts.count(feature)).toBeGreaterThanOrEqual(1);
  });
});

describe('the number of names expected to have a feature', () => {
  const background = new Background();
  for (let index = 0; index < 1000; index++) background.add(index < 100 ? `rare-${index}` : `name${index}`);

  test('depends on the number of all names, and grows with the frequency of the feature outside of the group', () => {
    expect(background.names).toBe(1000);
    expect(background.expected('wrare', { names: 0, withFeature: 0 })).toBe(0);
    expect(background.expected('wrare', { names: 100, withFeature: 0 })).toBeCloseTo((100 * (100 + 20 + 0.5)) / 1900);
    expect(background.expected('wrare', { names: 100, withFeature: 64 })).toBeCloseTo((100 * (36 + 12 + 0.5)) / 1900);
    expect(background.expected('wrare', { names: 100, withFeature: 100 })).toBeCloseTo((100 * 0.5) / 1900);
  });

  test('is estimated as for an unknown feature if the group is larger than the background', () => {
    expect(background.expected('wother', { names: 2000, withFeature: 5 })).toBeCloseTo((2000 * 0.5) / 1000);
  });
});
