import { expect, test } from 'vitest';
import { siteNameOf } from './folder-site.js';

test.each([
  ['/sites/security', 'security'],
  ['/teams/field/north', 'field/north'],
])('the site %s has the name %s', (path, name) => {
  expect(siteNameOf(path)).toBe(name);
});
