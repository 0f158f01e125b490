import { describe, expect, test } from 'vitest';
import { normalizedSitePath, siteLookupPath } from './site-path.js';

describe('the path of a site', () => {
  test.each([
    ['/sites/security', '/sites/security'],
    ['sites/security', '/sites/security'],
    ['security', '/sites/security'],
    [' /sites/security/ ', '/sites/security'],
    ['/SITES/Security', '/sites/Security'],
    ['field/sites/north', '/sites/field/sites/north'],
    ['/sites/field/north', '/sites/field/north'],
  ])('%j is %s', (written, path) => {
    expect(normalizedSitePath(written)).toBe(path);
  });

  test.each(['', '/', '/sites/', '/sites/..', 'a/../b', 'a//b', 'a?b', 'a#b', 'a:b', 'a\\b', 'a\0b'])(
    '%j names no site',
    (written) => {
      expect(() => normalizedSitePath(written)).toThrow('site_path must name a site');
    },
  );

  test('is looked up segment by segment', () => {
    const site = { hostname: 'contoso.example', path: '/sites/field work/sites/north%' };
    expect(siteLookupPath(site)).toBe('/v1.0/sites/contoso.example:/sites/field%20work/sites/north%25');
  });
});
