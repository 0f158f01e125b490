import { describe, expect, test } from 'vitest';
import { toUnicodeName } from '../../names.js';
import { lookAlikeCandidates, lookAlikeKind, normalizeBrand } from './look-alikes.js';
import { skeletonOf } from './skeleton.js';

describe('confusable strings', () => {
  test.each([
    ['microsoft', 'rnicrosoft'],
    ['google', 'g00gle'],
    ['paypal', 'paypa1'],
    ['paypal', 'PaypaI'],
    ['twitter', 'tvvitter'],
    // The Cyrillic letters a, p, y, o, c, e, k, m, t, n.
    ['paypal', 'раураӏ'],
    ['cocoon', 'сосооп'],
    ['market', 'магкет'.replace('г', 'r')],
    // Greek, diacritics, strokes, dotless, ligatures, Armenian, full width.
    ['google', 'gοοgle'],
    ['amazon', 'ạmâzøn'],
    ['istanbul', 'ıstanbul'],
    ['aeon', 'æon'],
    ['house', 'հouse'],
    ['apple', 'ａｐｐｌｅ'],
  ])('%s and %s have the same skeleton', (one, other) => expect(skeletonOf(other)).toBe(skeletonOf(one)));

  test.each([
    ['google', 'goggle'],
    ['paypal', 'paypa'],
    ['a-b', 'ab'],
  ])('%s and %s have different skeletons', (one, other) => expect(skeletonOf(other)).not.toBe(skeletonOf(one)));
});

describe('look-alike candidates', () => {
  test.each([
    ['paypal', 'paypa1'],
    ['paypal', 'paypai'],
    ['google', 'g00g1e'],
    ['amazon', 'arnazon'],
    ['arnica', 'amica'],
    ['twitter', 'tvvitter'],
    ['paypal', 'paypall'],
    ['paypal', 'payal'],
    ['paypal', 'pay-pal'],
    ['paypal', 'paypak'],
    ['paypal', '1paypal'],
    ['paypal', 'paypalx'],
  ])('for the brand %s include %s', (brand, label) => expect([...lookAlikeCandidates(brand).labels]).toContain(label));

  test.each([
    ['paypal', 'paypal'],
    ['paypal', 'payapl'],
    ['paypal', '-paypal'],
    ['paypal', 'paypal-'],
    ['a', ''],
  ])('for the brand %s do not include %j', (brand, label) =>
    expect([...lookAlikeCandidates(brand).labels]).not.toContain(label),
  );

  test('include international labels with the skeleton of the brand or its variants', () => {
    const { skeletons } = lookAlikeCandidates('paypal');
    expect(skeletons).toContain(skeletonOf('раураl'));
    expect(skeletons).toContain(skeletonOf('раура'));
  });

  test('do not include an empty label for a brand of one letter', () => {
    expect(lookAlikeCandidates('a').skeletons).not.toContain('');
  });

  test('include the ASCII look-alikes of an international brand', () => {
    const { labels, skeletons } = lookAlikeCandidates(normalizeBrand('bücher'));
    expect([...labels]).toEqual(['bucher']);
    expect(skeletons).toEqual(['bucher']);
  });

  test('are limited to a few thousand for any number of confusable letters', () => {
    const { labels } = lookAlikeCandidates('o0l1ilmoomlilo0l1ilmoomlilol1');
    expect(labels.size).toBeLessThan(6000);
    expect(labels).toContain('00l1ilmoomlilo0l1ilmoomlilol1');
  });

  test('are classified as confusable or as an edit', () => {
    expect(lookAlikeKind('paypa1', 'paypal')).toBe('confusable');
    expect(lookAlikeKind('xn--pypal-4ve', 'paypal')).toBe('confusable');
    expect(lookAlikeKind('paypall', 'paypal')).toBe('edit');
  });
});

describe('a brand', () => {
  test.each([
    ['PayPal', 'paypal'],
    [' paypal ', 'paypal'],
    ['bücher', 'xn--bcher-kva'],
    ['XN--BCHER-KVA', 'xn--bcher-kva'],
    ['a', 'a'],
    ['a'.repeat(63), 'a'.repeat(63)],
  ])('%j is normalized to %s', (text, label) => expect(normalizeBrand(text)).toBe(label));

  test.each(['', ' ', 'a.b', 'a b', '-a', 'a-', 'a_b', '*', 'xn--a', 'a'.repeat(64), 'ä'.repeat(1000)])(
    '%j is invalid',
    (text) => {
      const rule = 'brand must be a single label of at most 63 characters without a zone';
      const message = `${rule}, not ${JSON.stringify(text.slice(0, 100))}`;
      expect(() => normalizeBrand(text)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', message }));
    },
  );
});

describe('a Unicode label', () => {
  test.each([
    ['xn--bcher-kva', 'bücher'],
    ['plain', 'plain'],
    ['xn--a', 'xn--a'],
    ['xn--', 'xn--'],
    ['_dmarc', '_dmarc'],
  ])('%s is %s', (label, unicodeName) => expect(toUnicodeName(label)).toBe(unicodeName));
});
