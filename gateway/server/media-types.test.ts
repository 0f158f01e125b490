import { expect, test } from 'vitest';
import { negotiateMediaType, wantsPage } from './media-types.js';

const strict = 'application/graphql-response+json';
const json = 'application/json';

test.each([
  [undefined, json],
  ['*/*', json],
  ['application/*', json],
  [`${strict}, ${json}`, strict],
  [`${json}, ${strict}`, json],
  [`${json};q=0.5, ${strict}`, strict],
  [`${strict}; charset=utf-8, ${json}; charset=utf-8`, strict],
  [`${strict};q=0, */*`, json],
  ['text/html', undefined],
  [`${json};q=0`, undefined],
])('responds to Accept %s with %s', (accept, expected) => {
  expect(negotiateMediaType(accept)).toBe(expected);
});

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['*/*', false],
  [undefined, false],
  ['application/json, text/html;q=0.5', false],
])('Accept %s prefers HTML: %s', (accept, expected) => {
  expect(wantsPage(accept)).toBe(expected);
});
