import { expect, test } from 'vitest';
import { siteLookupPath } from './links.js';

test('encodes each segment of the path of a site', () => {
  const site = { hostname: 'contoso.example', path: '/sites/field work/sites/north%' };
  expect(siteLookupPath(site)).toBe('/v1.0/sites/contoso.example:/sites/field%20work/sites/north%25');
});
