import { describe, expect, test } from 'vitest';
import { editDistance } from '../../names.js';
import { BrandHitKind, brandHitKinds, defaultBrandHitKinds } from '../vocabulary.js';
import { BrandMatcher, type WatchedBrand } from './brand-matcher.js';
import { lookAlikeStrings } from './look-alike-strings.js';
import { normalizeBrand } from './look-alikes.js';
import { SubstringFinder } from './substring-finder.js';

const zones = ['com', 'co.uk', 'shop'];

function watched(brand: Partial<WatchedBrand> = {}): WatchedBrand {
  return {
    name: 'acmebank',
    allowedNames: [],
    zones: null,
    kinds: defaultBrandHitKinds,
    maxDistance: 2,
    words: [],
    ...brand,
  };
}

function hitOf(domain: string, brand: Partial<WatchedBrand> = {}): string | undefined {
  const dot = domain.lastIndexOf('.');
  const label = domain
    .slice(0, dot)
    .split('.')
    .map((part) => normalizeBrand(part))
    .join('.');
  const name = { label, zone: domain.slice(dot + 1), suffix: domain.slice(dot) };
  const [match, ...others] = new BrandMatcher([watched(brand)], zones).match(name);
  expect(others).toEqual([]);
  return match === undefined ? undefined : `${match.kind} ${match.distance}`;
}

/** Domains with their kinds and distances, labeled by hand. */
const labeledNames: readonly (readonly [domain: string, hit: string, brand?: string])[] = [
  ['acmebank.shop', 'tld_swap 0'],
  ['acrnebank.com', 'homoglyph 2'],
  ['acmebamk.com', 'homoglyph 1'],
  ['acmedank.com', 'homoglyph 1'],
  ['асmеbank.com', 'homoglyph 3'],
  ['аcmеЬаnk.com', 'homoglyph 4'],
  ['äcmebank.com', 'homoglyph 1'],
  ['ácmebänk.com', 'homoglyph 2'],
  ['acmeb4nk.com', 'homoglyph 1'],
  ['paypa1.com', 'homoglyph 1', 'paypal'],
  ['рауpаl.com', 'homoglyph 4', 'paypal'],
  ['g00gle.com', 'homoglyph 2', 'google'],
  ['tvvitter.com', 'homoglyph 2', 'twitter'],
  ['bucher.com', 'homoglyph 1', 'bücher'],
  ['ambaenk.com', 'transposition 1', 'abmaenk'],
  ['acembank.com', 'transposition 1'],
  ['acmebbank.com', 'repetition 1'],
  ['acmebankk.com', 'repetition 1'],
  ['acmeban.com', 'omission 1'],
  ['cmebank.com', 'omission 1'],
  ['acme-bank.com', 'hyphenation 1'],
  ['ac-me-bank.com', 'hyphenation 2'],
  ['acmebenk.com', 'vowel_swap 1'],
  ['ocmebank.com', 'vowel_swap 1'],
  ['acmebsnk.com', 'replacement 1'],
  ['acmevank.com', 'replacement 1'],
  ['acmejank.com', 'bitsquatting 1'],
  ['acmebqnk.com', 'replacement 1'],
  ['acmerbank.com', 'insertion 1'],
  ['acmebanks.com', 'addition 1'],
  ['7acmebank.com', 'addition 1'],
  ['wwwacmebank.com', 'subdomain 3'],
  ['login-acmebank.com', 'subdomain 6'],
  ['www-login-acmebank.com', 'subdomain 10'],
  ['acmebankcom.com', 'subdomain 3'],
  ['acmebank-co-uk.com', 'subdomain 6'],
  ['acme.bank.com', 'subdomain 1'],
  ['acmebank.verify.com', 'tld_swap 0'],
  ['login.acmebamk.com', 'homoglyph 1'],
  ['acmebank-login.com', 'combosquat 6'],
  ['secureacmebankpayments.com', 'combosquat 14'],
  ['acmebank24.com', 'combosquat 2'],
  ['my-acmebank-online-2026.com', 'combosquat 15'],
  ['acrnebank-login.com', 'combosquat 8'],
  ['acmebank-1ogin.com', 'combosquat 6'],
  ['асmebank-login.com', 'combosquat 8'],
  ['acme-login.com', 'combosquat 5', 'acme-bank'],
  // A typing error and a character that looks alike.
  ['acmebamkk.com', 'repetition 2', 'acmebarnk'],
  ['paypa1l.com', 'repetition 1', 'paypa1'],
  ['mlcrosft.com', 'omission 2', 'microsoft'],
];

describe('a name', () => {
  const cases = labeledNames.map(([domain, hit, brand = 'acmebank']) => [domain, hit, brand] as const);
  test.each(cases)('%s is a hit: %s (%s)', (domain, hit, brand) => {
    expect(hitOf(domain, { name: normalizeBrand(brand) })).toBe(hit);
  });

  test.each([
    ['acmebonds.com'],
    ['acme.com'],
    ['bank.com'],
    ['acmebank-zebra.com'],
    ['unrelatedacmebankers.com'],
    ['acmexxbank.com'],
    ['knabemca.com'],
    ['acme.bamk.com'],
    ['caembank.com'],
    ['xn--a.com'],
    ['täxi.com'],
  ])('%s is not a hit', (domain) => expect(hitOf(domain.replace('xn--a', 'xna'))).toBeUndefined());

  test('is a hit only of a kind that the brand is watched for', () => {
    const kinds = (...names: BrandHitKind[]) => ({ kinds: names });
    expect(hitOf('acmebqnk.com', kinds(BrandHitKind.EDIT))).toBe('edit 1');
    expect(hitOf('acmebxnk.com', kinds(...defaultBrandHitKinds))).toBeUndefined();
    expect(hitOf('unrelatedacmebankers.com', kinds(...brandHitKinds))).toBe('contains 12');
    expect(hitOf('login-acmebank.com', kinds(BrandHitKind.COMBOSQUAT))).toBe('combosquat 6');
    expect(hitOf('acmebank.shop', kinds(BrandHitKind.HOMOGLYPH, BrandHitKind.HYPHENATION))).toBeUndefined();
  });

  test('is not a hit merely because it contains a brand of two characters', () => {
    const kinds = brandHitKinds;
    expect(hitOf('ac-login.com', { name: 'ac', kinds })).toBeUndefined();
    expect(hitOf('ace-login.com', { name: 'ace', kinds })).toBe('combosquat 6');
    expect(hitOf('aac.com', { name: 'ac', kinds })).toBe('repetition 1');
  });

  test('is not a hit at or below an allowed name, or in another zone', () => {
    const allowedNames = ['acmebank.com', 'acme-bank.shop'];
    expect(hitOf('acmebank.com', { allowedNames })).toBeUndefined();
    expect(hitOf('www.acmebank.com', { allowedNames })).toBeUndefined();
    expect(hitOf('acme-bank.shop', { allowedNames })).toBeUndefined();
    expect(hitOf('wwwacmebank.com', { allowedNames })).toBe('subdomain 3');
    expect(hitOf('acmebank.shop', { allowedNames })).toBe('tld_swap 0');
    expect(hitOf('acmebank.shop', { zones: ['com'] })).toBeUndefined();
    expect(hitOf('acmebank.com', { zones: ['com'] })).toBe('tld_swap 0');
  });

  test('is not a hit if its typing errors exceed the maximum distance', () => {
    expect(hitOf('ac-me-bank.com', { maxDistance: 1 })).toBeUndefined();
    expect(hitOf('acme-bank.com', { maxDistance: 1 })).toBe('hyphenation 1');
    expect(hitOf('mlcrosft.com', { name: 'microsoft', maxDistance: 1 })).toBeUndefined();
    expect(hitOf('acrnebank.com', { maxDistance: 1 })).toBe('homoglyph 2');
  });

  test('can imitate several brands', () => {
    const matcher = new BrandMatcher([watched(), watched({ name: 'acmebang' }), watched({ name: 'other' })], zones);
    const matches = matcher.match({ label: 'acmeban', zone: 'com', suffix: '.com' });
    expect(matches.map(({ brand, kind }) => [brand, kind])).toEqual([
      [0, 'omission'],
      [1, 'omission'],
    ]);
  });

  test('is not a hit merely because the previous name was one', () => {
    const matcher = new BrandMatcher([watched()], zones);
    const matchesOf = (label: string) => matcher.match({ label, zone: 'com', suffix: '.com' }).length;
    expect(['acmebamk', 'river', 'login.acmebamk', 'www.river'].map(matchesOf)).toEqual([1, 0, 1, 0]);
  });
});

test('look-alike strings have one or two replacements; one replacement can cover repeated letters', () => {
  const found = lookAlikeStrings('acmeoo');
  for (const text of ['4cmeoo', '4cm3oo', 'acme00', '4cme00', 'acme0o']) expect(found).toContain(text);
  for (const text of ['acmeoo', '4crn300']) expect(found).not.toContain(text);
  expect(lookAlikeStrings('o0l1ilmoomlilo0l1ilmoomlilol1').size).toBeLessThanOrEqual(5000);
});

test('the substring search finds the same occurrences as a separate search for each pattern', () => {
  const patterns = ['he', 'she', 'his', 'hers', 'b0b', 'lll'];
  const finder = new SubstringFinder(
    patterns.map((text, owner) => ({ text: text.replace('0', 'o').replace('i', 'l'), owner })),
  );
  for (const text of ['ushers', 'hhis-she', 'bob0b', '1il1', 'ähershe', '']) {
    const found: string[] = [];
    finder.find(text, (owner, start, end) => found.push(`${patterns[owner]} ${start} ${end}`));
    const folded = (each: string) => each.replaceAll('0', 'o').replaceAll(/[1i]/g, 'l');
    const expected = patterns.flatMap((pattern) =>
      Array.from(text, (_, start) => start).flatMap((start) =>
        folded(text).startsWith(folded(pattern), start) ? [`${pattern} ${start} ${start + pattern.length}`] : [],
      ),
    );
    expect(found.sort()).toEqual(expected.sort());
  }
});

test.each([
  ['acme', 'acme', 0],
  ['acme', 'acm', 1],
  ['acme', 'camé', 2],
  ['ca', 'abc', 3],
  ['', 'abc', 3],
])('the distance of %s and %s is %d', (one, other, distance) => expect(editDistance(one, other)).toBe(distance));
