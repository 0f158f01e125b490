import { describe, expect, test } from 'vitest';
import { unicodeLabel } from '../../names.js';
import { lookAlikeCandidates, lookAlikeKind, parseBrand } from './look-alikes.js';
import { skeletonOf } from './skeleton.js';

describe('texts that look alike have one skeleton', () => {
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
  ])('%s and %s', (one, other) => expect(skeletonOf(other)).toBe(skeletonOf(one)));

  test.each([
    ['google', 'goggle'],
    ['paypal', 'paypa'],
    ['a-b', 'ab'],
  ])('but not %s and %s', (one, other) => expect(skeletonOf(other)).not.toBe(skeletonOf(one)));
});

describe('what is looked for of a brand', () => {
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
  ])('%s: %s', (brand, label) => expect([...lookAlikeCandidates(brand).labels]).toContain(label));

  test.each([
    ['paypal', 'paypal'],
    ['paypal', 'payapl'],
    ['paypal', '-paypal'],
    ['paypal', 'paypal-'],
    ['a', ''],
  ])('of %s not %j', (brand, label) => expect([...lookAlikeCandidates(brand).labels]).not.toContain(label));

  test('international labels by the skeleton of the brand and of its edits', () => {
    const { skeletons } = lookAlikeCandidates('paypal');
    expect(skeletons).toContain(skeletonOf('раураl'));
    expect(skeletons).toContain(skeletonOf('раура'));
  });

  test('of one letter no empty label', () => {
    expect(lookAlikeCandidates('a').skeletons).not.toContain('');
  });

  test('what an international brand looks like', () => {
    const { labels, skeletons } = lookAlikeCandidates(parseBrand('bücher'));
    expect([...labels]).toEqual(['bucher']);
    expect(skeletons).toEqual(['bucher']);
  });

  test('no more than a few thousand texts, however many letters can be exchanged', () => {
    const { labels } = lookAlikeCandidates('o0l1ilmoomlilo0l1ilmoomlilol1');
    expect(labels.size).toBeLessThan(6000);
    expect(labels).toContain('00l1ilmoomlilo0l1ilmoomlilol1');
  });

  test('why a label was found', () => {
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
  ])('%j is %s', (text, label) => expect(parseBrand(text)).toBe(label));

  test.each(['', ' ', 'a.b', 'a b', '-a', 'a-', 'a_b', '*', 'xn--a', 'a'.repeat(64), 'ä'.repeat(1000)])(
    '%j is none',
    (text) => {
      const message = 'brand must be a single label of at most 63 characters, without its zone';
      expect(() => parseBrand(text)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', message }));
    },
  );
});

describe('a label in Unicode', () => {
  test.each([
    ['xn--bcher-kva', 'bücher'],
    ['plain', 'plain'],
    ['xn--a', 'xn--a'],
    ['xn--', 'xn--'],
    ['_dmarc', '_dmarc'],
  ])('%s is %s', (label, shown) => expect(unicodeLabel(label)).toBe(shown));
});
