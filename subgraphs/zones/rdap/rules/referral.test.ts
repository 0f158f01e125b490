import { describe, expect, test } from 'vitest';
import { referralOf } from './referral.js';

const related = {
  rel: 'related',
  type: 'application/rdap+json',
  href: 'https://rdap.registrar.example/domain/EXAMPLE.COM',
};
const requested = { domain: 'example.com', source: 'https://rdap.registry.example/com/v1/domain/example.com' };

describe('the referral to the registrar', () => {
  test.each([
    ['in the form required by ICANN', related, 'https://rdap.registrar.example/domain/EXAMPLE.COM'],
    [
      'with a trailing dot in the domain',
      { ...related, href: 'https://r.example/domain/example.com.' },
      'https://r.example/domain/example.com.',
    ],
    [
      'below a path',
      { ...related, href: 'https://r.example/v1/domain/example.com/' },
      'https://r.example/v1/domain/example.com/',
    ],
    ['with keywords in any case', { ...related, rel: 'Related', type: 'Application/RDAP+json' }, related.href],
    ['to another domain is rejected', { ...related, href: 'https://r.example/domain/example.org' }, null],
    [
      'to a domain with the same suffix is rejected',
      { ...related, href: 'https://r.example/domain/anexample.com' },
      null,
    ],
    ['to an entity is rejected', { ...related, href: 'https://r.example/entity/292' }, null],
    ['over http is rejected', { ...related, href: 'http://r.example/domain/example.com' }, null],
    ['to a file is rejected', { ...related, href: 'file:///domain/example.com' }, null],
    ['to its own source is rejected', { ...related, href: requested.source }, null],
    ['that is relative is rejected', { ...related, href: '/domain/example.com' }, null],
    ['to a web page is rejected', { ...related, type: 'text/html' }, null],
    ['without a media type is rejected', { ...related, type: undefined }, null],
    ['with rel=self is rejected', { ...related, rel: 'self' }, null],
    ['without a URL is rejected', { ...related, href: null }, null],
  ])('%s', (_, link, url) => {
    expect(referralOf({ links: [null, link] }, requested)).toBe(url);
  });

  test('is read only from the links of the domain itself', () => {
    const notices = [{ links: [related] }];
    expect(referralOf({ notices, entities: notices, links: 5 }, requested)).toBeNull();
  });

  test('may be a single link instead of an array', () => {
    expect(referralOf({ links: related }, requested)).toBe(related.href);
  });
});
