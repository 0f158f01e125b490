import { expect, test } from 'vitest';
import { acceptsSubscriptionParts, incrementalFormat, negotiateMediaType, prefersHtml } from './media-types.js';

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
  expect(prefersHtml(accept)).toBe(expected);
});

test.each([
  [`multipart/mixed;deferSpec=20220824, ${json}`, 'deferSpec=20220824'],
  [`multipart/mixed; incrementalSpec="v0.2", ${json}`, 'incrementalSpec=v0.2'],
  [`${json}, multipart/mixed`, 'deferSpec=20220824'],
  [`multipart/mixed;boundary="graphql";subscriptionSpec=1.0, ${json}`, undefined],
  [`multipart/mixed;deferSpec=20190101, ${json}`, undefined],
  [`multipart/mixed;q=0, ${json}`, undefined],
  ['*/*', undefined],
  [undefined, undefined],
])('Accept %s selects parts in the format %s', (accept, expected) => {
  expect(incrementalFormat(accept)).toBe(expected);
});

test.each([
  [`multipart/mixed;boundary=graphql;subscriptionSpec=1.0, ${json}`, true],
  [`multipart/mixed;boundary="graphql";subscriptionSpec="1.0", ${json}`, true],
  [`multipart/mixed;subscriptionSpec=1.0;q=0, ${json}`, false],
  [`multipart/mixed;deferSpec=20220824, ${json}`, false],
  ['multipart/mixed', false],
  [undefined, false],
])('Accept %s allows subscriptions in parts: %s', (accept, expected) => {
  expect(acceptsSubscriptionParts(accept)).toBe(expected);
});
