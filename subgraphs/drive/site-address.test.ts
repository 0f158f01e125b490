import { describe, expect, test } from 'vitest';
import { maxCharacters } from '../../platform/input-limits.js';
import { isSameSite, parseSiteAddress, siteAddress, siteKey } from './site-address.js';

const hostname = 'contoso.example';
const path = '/sites/security';

describe('the address of a site', () => {
  test.each([
    [{ hostname: ' Contoso.Example ', path: 'security' }, {}],
    [{ hostname, path, library: null }, {}],
    [{ hostname, path, library: '  ' }, {}],
    [{ hostname, path, library: ' Case Files ' }, { library: 'Case Files' }],
    [{ hostname, path, library: 'x'.repeat(maxCharacters.name) }, { library: 'x'.repeat(maxCharacters.name) }],
    [{ hostname: 'localhost:8443', path }, { hostname: 'localhost:8443' }],
    [{ hostname: 'a', path }, { hostname: 'a' }],
    [{ hostname: `${'a'.repeat(255)}`, path }, { hostname: 'a'.repeat(255) }],
  ])('is normalized: %j', (input, expected) => {
    expect(parseSiteAddress(input)).toEqual({ hostname, sitePath: path, library: null, ...expected });
  });

  test.each([
    ...['', 'https://contoso.example', 'contoso.example/sites', 'a b', '-a', 'a-', 'a:', 'a:123456', 'user@a', '[::1]'],
    'a'.repeat(256),
  ])('is rejected with the host %j', (invalid) => {
    expect(() => parseSiteAddress({ hostname: invalid, path })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: `hostname must be the host of a document site, such as contoso.sharepoint.com, but is ${JSON.stringify(invalid.slice(0, 100))}`,
        details: { argument: 'hostname' },
      }),
    );
  });

  test.each([
    'a/b',
    'a\\b',
    'a:b',
    'a*',
    'a?',
    '"a"',
    '<a>',
    'a|b',
    'a\nb',
    'a\ud800',
    'x'.repeat(maxCharacters.name + 1),
  ])('is rejected with the library %j', (library) => {
    expect(() => parseSiteAddress({ hostname, path, library })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(/^library must be the name of a document library, 1–\d+ characters without/),
        details: { argument: 'library' },
      }),
    );
  });

  test.each(['https://contoso.example/sites/security', 'x'.repeat(3000)])('is rejected with the path %j', (invalid) => {
    expect(() => parseSiteAddress({ hostname, path: invalid })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(/^path must be the path of a site, such as \/sites\/security/),
        details: { argument: 'path' },
      }),
    );
  });
});

test.each([
  [null, path],
  ['Case Files', `${path}:Case Files`],
])('the library %j is appended to the path of a key, and parsed from it', (library, keyPath) => {
  const address = { hostname, sitePath: path, library };
  expect(siteKey(address)).toEqual({ hostname, path: keyPath });
  expect(siteAddress({ hostname, path: keyPath })).toEqual(address);
});

test.each([
  ['another case of the path', { hostname, path: '/sites/SECURITY' }, true],
  ['another path', { hostname, path: '/sites/legal' }, false],
  ['another host', { hostname: 'other.example', path }, false],
])('whether a key with %s identifies the same site: $2', (_, key, expected) => {
  expect(isSameSite({ hostname, path }, key)).toBe(expected);
});
