import { describe, expect, test } from 'vitest';
import { tierLimits } from '../../accounts/rules/subscription.js';
import { encodePageCursor } from './page-cursor.js';
import { applyTier, parseSearch, patternText, readParameters, type SearchInput } from './parameters.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const stateCursor = encodePageCursor({ domain: 'a.com', zone: 'com', data: null });
const changeCursor = encodePageCursor({ at: 0, ingest: 2 ** 31 - 1, label: 'a', data: 'ns.' });

const firstPage = {
  zone: 'com',
  pattern: { kind: 'browse' },
  bounds: { start: null, end: null },
  at: null,
  limit: 1000,
  continuation: null,
};

describe('search parameters', () => {
  test.each<[string, Omit<SearchInput, 'zone'>, object]>([
    ['the zone only', {}, {}],
    ['null', { search: null, limit: null, start: null, end: null, after: null, pit: null }, {}],
    ['empty strings', { search: '', after: '', pit: '' }, {}],
    ['a search term and a size', { search: 'Bank', limit: 5 }, { pattern: { kind: 'prefix', text: 'bank' }, limit: 5 }],
    [
      'a window',
      { start: '2026-11-20', end: '2026-11-21' },
      { bounds: { start: now - 1.5 * 86_400_000, end: now - 43_200_000 } },
    ],
    ['a cursor', { pit: 'p', after: stateCursor }, { continuation: { pit: 'p', after: stateCursor } }],
    ['a cursor of changes', { pit: 'p', after: changeCursor }, { continuation: { pit: 'p', after: changeCursor } }],
  ])('accept %s', (_, input, differences) => {
    expect(readParameters({ zone: 'com.zone', ...input }, now)).toEqual({ ...firstPage, ...differences });
  });

  test.each<[Omit<SearchInput, 'zone'>, string]>([
    [{ pit: 'p' }, 'after and pit must be sent together'],
    [{ after: stateCursor }, 'after and pit must be sent together'],
    [{ pit: 'p', after: 'x' }, 'Invalid after: it is not the next_cursor of a page of this search'],
    [{ limit: 0 }, 'limit must be an integer from 1 to 10000'],
  ])('reject %j with the message %s', (input, message) => {
    const error = { code: 'BAD_USER_INPUT', message };
    expect(() => readParameters({ zone: 'com', ...input }, now)).toThrow(expect.objectContaining(error));
  });
});

test.each([
  ['', ''],
  ['*', ''],
  ['A**b', 'a*b'],
  ['Bank', 'bank'],
])('a session stores the search term %j as %j', (search, text) => {
  expect(patternText(parseSearch(search))).toBe(text);
});

test.each([
  ['*a', { start: now - 1, end: now }, 'Wildcard search is not available on the trial tier'],
  ['', { start: now - 1, end: now }, 'Browsing without a search term is not available on the trial tier'],
  ['a', null, 'Requests on the trial tier must include start'],
  ['a', { start: 0, end: now }, 'Data window exceeded: the trial tier includes 7 days of history'],
])('the trial tier rejects the search %j in the window %j with the message %s', (search, window, message) => {
  const rejected = () => applyTier({ limits: tierLimits('trial'), pattern: parseSearch(search), window, now });
  expect(rejected).toThrow(message);
});
