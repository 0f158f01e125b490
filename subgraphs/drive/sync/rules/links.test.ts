import { expect, test } from 'vitest';
import { siteLookupPath } from './links.js';

test('a site is looked up segment by segment', () => {
  const site = { hostname: 'contoso.example', path: '/sites/field work/sites/north%' };
  expect(siteLookupPath(site)).toBe('/v1.0/sites/contoso.example:/sites/field%20work/sites/north%25');
});
