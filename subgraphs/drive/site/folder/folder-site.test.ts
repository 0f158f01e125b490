import { expect, test } from 'vitest';
import { siteNameOf } from './folder-site.js';

test.each([
  ['/sites/security', 'security'],
  ['/teams/field/north', 'field/north'],
])('the site %s is named %s', (path, name) => {
  expect(siteNameOf(path)).toBe(name);
});
