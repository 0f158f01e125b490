import { describe, expect, test } from 'vitest';
import { referralOf } from './referral.js';

const related = {
  rel: 'related',
  type: 'application/rdap+json',
  href: 'https://rdap.registrar.example/domain/EXAMPLE.COM',
};
const asked = { domain: 'example.com', source: 'https://rdap.registry.example/com/v1/domain/example.com' };

describe('the referral to the registrar', () => {
  test.each([
    ['as ICANN has it', related, 'https://rdap.registrar.example/domain/EXAMPLE.COM'],
    [
      'with a final dot',
      { ...related, href: 'https://r.example/domain/example.com.' },
      'https://r.example/domain/example.com.',
    ],
    ['with words in capitals', { ...related, rel: 'Related', type: 'Application/RDAP+json' }, related.href],
    ['to another domain', { ...related, href: 'https://r.example/domain/example.org' }, null],
    ['to a domain that ends the same', { ...related, href: 'https://r.example/domain/anexample.com' }, null],
    ['to an entity', { ...related, href: 'https://r.example/entity/292' }, null],
    ['over http', { ...related, href: 'http://r.example/domain/example.com' }, null],
    ['to a file', { ...related, href: 'file:///domain/example.com' }, null],
    ['back to where it came from', { ...related, href: asked.source }, null],
    ['relative', { ...related, href: '/domain/example.com' }, null],
    ['to a page', { ...related, type: 'text/html' }, null],
    ['without a type', { ...related, type: undefined }, null],
    ['to itself', { ...related, rel: 'self' }, null],
    ['without an address', { ...related, href: null }, null],
  ])('%s', (_, link, url) => {
    expect(referralOf({ links: [null, link] }, asked)).toBe(url);
  });

  test('is looked for among the links of the domain only', () => {
    const notices = [{ links: [related] }];
    expect(referralOf({ notices, entities: notices, links: 5 }, asked)).toBeNull();
  });

  test('may be the only link, without brackets', () => {
    expect(referralOf({ links: related }, asked)).toBe(related.href);
  });
});
