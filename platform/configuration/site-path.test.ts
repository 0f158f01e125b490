import { describe, expect, test } from 'vitest';
import { normalizeSitePath } from './site-path.js';

describe('site_path', () => {
  test.each([
    ['/sites/security', '/sites/security'],
    ['sites/security', '/sites/security'],
    ['security', '/sites/security'],
    ['/security', '/sites/security'],
    [' /sites/security/ ', '/sites/security'],
    ['//sites//security', '/sites/security'],
    ['/SITES/Security', '/sites/Security'],
    ['/teams/security', '/teams/security'],
    ['teams/security', '/teams/security'],
    ['Teams/Security/', '/teams/Security'],
    ['/personal/ada_contoso_example', '/personal/ada_contoso_example'],
    ['/sites/teams', '/sites/teams'],
    ['/sites/teams/north', '/sites/teams/north'],
    ['/sites/field/north', '/sites/field/north'],
    ['/teams/field/north', '/teams/field/north'],
    ['field/sites/north', '/sites/field/sites/north'],
    ['/sites/field%20work/b%C3%BCro', '/sites/field work/büro'],
    ['field work', '/sites/field work'],
    ['100%', '/sites/100%'],
    [`/sites/${'x'.repeat(393)}`, `/sites/${'x'.repeat(393)}`],
  ])('%j is normalized to %s', (input, path) => {
    expect(normalizeSitePath(input)).toBe(path);
  });

  test.each([
    ...['', '/', '/sites', 'sites', 'sites/', '/sites//', 'teams', '/teams/', '/sites/..', 'a/../b', './a', 'a//b'],
    ...['a?b', 'a#b', 'a:b', 'a\\b', 'a\0b', 'a\nb', 'a*b', 'a|b', '"a"', 'a%2F..%2Fb', 'a%00b'],
    ...['https://contoso.example/sites/security', 'contoso.example:/sites/security', `/sites/${'x'.repeat(394)}`],
  ])('rejects %j', (input) => {
    expect(() => normalizeSitePath(input)).toThrow('must be the path of a site, such as /sites/security');
  });
});
