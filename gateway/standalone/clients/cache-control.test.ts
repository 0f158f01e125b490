import { expect, test } from 'vitest';
import { strictestCacheControl } from './cache-control.js';

test.each<[(string | undefined)[], string]>([
  [[], 'no-store'],
  [['max-age=60'], 'max-age=60'],
  [['max-age=60', undefined], 'no-store'],
  [['max-age=60', ''], 'no-store'],
  [['max-age=60', ' '], 'no-store'],
  [['unknown', 'unknown'], 'no-store'],
  [['max-age=60', 'No-Store'], 'no-store'],
  [['public, max-age=60', 'private, max-age=90'], 'private, max-age=60'],
  [['public, max-age=60', 'public, max-age=10'], 'public, max-age=10'],
  [['public, max-age=60', 'max-age=10'], 'max-age=10'],
  [['max-age=60, must-revalidate', 'max-age=60'], 'must-revalidate, max-age=60'],
  [['max-age=60', 'public'], 'max-age=0'],
  [['s-maxage=600, max-age=10', 'max-age=60'], 'max-age=10, s-maxage=60'],
  [['max-age=60, stale-while-revalidate=30', 'max-age=60'], 'max-age=60'],
  [['max-age=nonsense', 'max-age=60'], 'max-age=0'],
  [['max-age', 'max-age=60'], 'max-age=0'],
  [['max-age="30"', 'private="set-cookie", max-age=60'], 'private, max-age=30'],
  [['public, private, max-age=9'], 'private, max-age=9'],
  [
    ['no-cache, proxy-revalidate, no-transform', 'must-understand, max-age=60'],
    'no-cache, proxy-revalidate, no-transform, must-understand, max-age=0',
  ],
  [
    ['stale-while-revalidate=9, stale-if-error=5', 'stale-while-revalidate=6, stale-if-error=7'],
    'stale-while-revalidate=6, stale-if-error=5',
  ],
  [['immutable, max-age=9', 'immutable, max-age=8'], 'immutable, max-age=8'],
])('the headers %j together allow %s', (headers, expected) => {
  expect(strictestCacheControl(headers)).toBe(expected);
});
