import { describe, expect, test } from 'vitest';
import { tierLimits } from '../../accounts/rules/subscription.js';
import { encodePageCursor } from './page-cursor.js';
import { applyTier, assertSameSearch, earliestReadable, readParameters, type SearchInput } from './parameters.js';
import { parseSearch, patternText } from './pattern.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const stateCursor = encodePageCursor({ domain: 'a.com', zone: 'com', data: null });
const changeCursor = encodePageCursor({ at: 0, ingest: 2 ** 31 - 1, label: 'a', data: 'ns.' });

const firstPage = {
  zone: 'com',
  pattern: { kind: 'browse' },
  bounds: { start: null, end: null },
  at: null,
  limit: null,
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
    ['a time', { at: '2026-11-21' }, { at: now - 43_200_000 }],
    ['a cursor', { pit: 'p', after: stateCursor }, { continuation: { pit: 'p', after: stateCursor } }],
    ['a cursor of changes', { pit: 'p', after: changeCursor }, { continuation: { pit: 'p', after: changeCursor } }],
  ])('accept %s', (_, input, differences) => {
    expect(readParameters({ zone: 'com.zone', ...input }, now)).toEqual({ ...firstPage, ...differences });
  });

  test('accept all zones', () => {
    expect(readParameters({ zone: '*' }, now)).toEqual({ ...firstPage, zone: null });
  });

  test.each<[Partial<SearchInput>, string]>([
    [
      { zone: '*', at: '2026-11-20' },
      'Invalid window: at requires one zone, because zones are imported at different times: specify a zone, or omit at',
    ],
    [{ at: '2026-11-20', start: '2026-11-19' }, 'Invalid window: at cannot be combined with start or end'],
    [{ at: '2026-11-20', end: '2026-11-21' }, 'Invalid window: at cannot be combined with start or end'],
    [{ at: '2026-11-22' }, 'Invalid window: at must not be in the future: 2026-11-22T00:00:00.000Z'],
    [
      { start: 'x'.repeat(60) },
      `Invalid window: start is not an ISO 8601 timestamp, such as 2026-11-01T12:00:00Z: ${'x'.repeat(50)}`,
    ],
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

describe('the state at a time', () => {
  const limits = tierLimits('basic');
  const earliest = earliestReadable(limits, now);
  const search = { limits, pattern: parseSearch('a'), window: null, now };

  test('is available in the history of the tier', () => {
    expect(applyTier({ ...search, at: earliest })).toBeNull();
  });

  test('is not available before the history of the tier', () => {
    const error = { code: 'FORBIDDEN', details: { reason: 'data_window_exceeded' } };
    expect(() => applyTier({ ...search, at: earliest - 1 })).toThrow(expect.objectContaining(error));
  });
});

describe('the parameters of a next page', () => {
  const bounds = { start: '2026-11-20', end: '2026-11-21' };
  const firstOf = (input: SearchInput) => {
    const { zone, pattern, bounds: times, at } = readParameters(input, now);
    return { zone, search: patternText(pattern), ...times, at, window: null, inactiveFrom: 0 };
  };

  test.each<[SearchInput, SearchInput]>([
    [{ zone: 'com', search: 'a*', ...bounds }, { zone: 'com.zone' }],
    [
      { zone: 'com', search: 'a*', ...bounds },
      { zone: 'COM', search: 'A**', ...bounds, limit: 5 },
    ],
    [{ zone: 'com', search: 'a', at: '2026-11-20' }, { zone: 'com' }],
    [
      { zone: 'com', search: 'a', at: '2026-11-20' },
      { zone: 'com', search: 'a', at: '20261120' },
    ],
    [
      { zone: '*', search: 'a' },
      { zone: '*.zone', search: 'a' },
    ],
    [{ zone: 'com' }, { zone: 'com', search: '*' }],
  ])('of the search %j may be %j', (first, next) => {
    expect(() => assertSameSearch(readParameters(next, now), firstOf(first))).not.toThrow();
  });

  test.each<[SearchInput, SearchInput, string]>([
    [{ zone: 'com', search: 'a' }, { zone: 'net', search: 'a' }, 'zone'],
    [{ zone: 'com', search: 'a' }, { zone: '*', search: 'a' }, 'zone'],
    [{ zone: 'com', search: 'a' }, { zone: 'com', search: 'a*' }, 'search'],
    [{ zone: 'com', search: '' }, { zone: 'com', search: 'a' }, 'search'],
    [{ zone: 'com', ...bounds }, { zone: 'com', ...bounds, start: '2026-11-19' }, 'start'],
    [{ zone: 'com', ...bounds }, { zone: 'com', ...bounds, end: '2026-11-21T01:00' }, 'end'],
    [{ zone: 'com' }, { zone: 'com', start: '2026-11-19' }, 'start'],
    [{ zone: 'com' }, { zone: 'com', end: '2026-11-19' }, 'end'],
    [{ zone: 'com', at: '2026-11-20' }, { zone: 'com', at: '2026-11-19' }, 'at'],
    [{ zone: 'com' }, { zone: 'com', at: '2026-11-19' }, 'at'],
  ])('of the search %j must not be %j', (first, next, name) => {
    const error = { code: 'BAD_USER_INPUT', message: `${name} differs from the first page; only limit may change` };
    expect(() => assertSameSearch(readParameters(next, now), firstOf(first))).toThrow(expect.objectContaining(error));
  });

  test('may change the parameter that the caller permits to change', () => {
    const parameters = readParameters({ zone: 'net' }, now);
    expect(() => assertSameSearch(parameters, firstOf({ zone: 'com' }), 'offset')).toThrow(
      'zone differs from the first page; only offset may change',
    );
  });
});
