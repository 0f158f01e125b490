import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tierLimits } from '../../accounts/rules/subscription.js';
import { normalizeZoneName, zoneFileName } from '../../names.js';
import { decodeChangeCursor, decodeStateCursor, encodePageCursor } from './page-cursor.js';
import { applyTier, capLimit, parseBounds, parseLimit, windowBetween } from './parameters.js';
import { parseSearch } from './pattern.js';
import { parseTimestamp } from './timestamp.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const dayMs = 86_400_000;
const hourMs = 3_600_000;

function badInput(message: string | RegExp) {
  return expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) });
}

function rejection(reason: string) {
  return expect.objectContaining({ code: 'FORBIDDEN', details: { reason } });
}

describe('a search', () => {
  test.each([
    [undefined, { kind: 'browse' }],
    [null, { kind: 'browse' }],
    ['', { kind: 'browse' }],
    ['*', { kind: 'browse' }],
    ['**', { kind: 'browse' }],
    ['Example', { kind: 'prefix', text: 'example' }],
    ['EXAMPLE.com', { kind: 'prefix', text: 'example.com' }],
    ['a-', { kind: 'prefix', text: 'a-' }],
    ['PayPal.', { kind: 'prefix', text: 'paypal.' }],
    ['a.b.', { kind: 'prefix', text: 'a.b.' }],
    [`${'a'.repeat(252)}.`, { kind: 'prefix', text: `${'a'.repeat(252)}.` }],
    ['xn--p1ai', { kind: 'prefix', text: 'xn--p1ai' }],
    ['0', { kind: 'prefix', text: '0' }],
    ['a'.repeat(253), { kind: 'prefix', text: 'a'.repeat(253) }],
    ['*BANK*', { kind: 'wildcard', text: '*bank*' }],
    ['a***b', { kind: 'wildcard', text: 'a*b' }],
    ['*-b', { kind: 'wildcard', text: '*-b' }],
    ['*.*', { kind: 'wildcard', text: '*.*' }],
  ])('accepts %j', (text, pattern) => expect(parseSearch(text)).toEqual(pattern));

  test.each([
    ['a_b', /allowed/],
    ['a b', /allowed/],
    [' ', /allowed/],
    ['a\n', /allowed/],
    ['bücher', /Punycode/],
    // Other case foldings map the Kelvin sign to k.
    ['\u212A', /allowed/],
    ['a%', /allowed/],
    ['a?', /allowed/],
    ['a\\', /allowed/],
    ['a\0', /allowed/],
    ['a..b', /empty/],
    ['.a', /empty/],
    ['a..', /empty/],
    ['.', /empty/],
    ['..', /empty/],
    ['a*.', /empty/],
    ['*.', /empty/],
    ['-.', /starts with/],
    [`${'a'.repeat(253)}.`, /longer/],
    ['*..*', /empty/],
    ['-a', /starts with/],
    ['a.-b', /starts with/],
    ['a'.repeat(254), /longer/],
  ])('rejects %j', (text, reason) => expect(() => parseSearch(text)).toThrow(badInput(reason)));
});

describe('a zone', () => {
  test.each([
    ['com', 'com'],
    ['COM.Zone', 'com'],
    ['zone.zone', 'zone'],
    ['zone', 'zone'],
    ['zone.zone.zone', 'zone.zone'],
    ['root.zone', 'root'],
    ['co.uk.zone', 'co.uk'],
    ['Com.', 'com'],
    ['com.zone.', 'com'],
    ['com..', 'com.'],
    ['.', '.'],
    ['*', null],
    ['*.zone', null],
    ['*.ZONE', null],
    ['%2A', null],
    ['%2a.zone', null],
    ['', ''],
    ['.zone', ''],
    // The Kelvin sign is not the letter k.
    ['\u212Aom', '\u212Aom'],
  ])('%j is normalized to %j', (text, name) => expect(normalizeZoneName(text)).toBe(name));

  test('is displayed with its suffix', () => expect(zoneFileName('com')).toBe('com.zone'));
});

describe('a timestamp', () => {
  test.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['20261101', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T10', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:20', '2026-11-01T10:20:00.000Z'],
    ['2026-11-01t10:20:30z', '2026-11-01T10:20:30.000Z'],
    ['2026-11-01 10:20:30', '2026-11-01T10:20:30.000Z'],
    ['20261101T102030Z', '2026-11-01T10:20:30.000Z'],
    ['2026-11-01T10:20:30.5', '2026-11-01T10:20:30.500Z'],
    ['2026-11-01T10:20:30,123456Z', '2026-11-01T10:20:30.124Z'],
    ['2026-11-01T10:20:30.123000Z', '2026-11-01T10:20:30.123Z'],
    ['2026-11-01T10:20:30+02:00', '2026-11-01T08:20:30.000Z'],
    ['2026-11-01T10:20:30 02:00', '2026-11-01T08:20:30.000Z'],
    ['2026-11-01T10:20:30-0530', '2026-11-01T15:50:30.000Z'],
    ['2026-11-01T10:20:30+02', '2026-11-01T08:20:30.000Z'],
    ['2026-11-01T10:20:30+23:59', '2026-10-31T10:21:30.000Z'],
    ['2028-02-29T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
  ])('%j is parsed as %s', (text, expected) =>
    expect(new Date(parseTimestamp(text) ?? 0).toISOString()).toBe(expected),
  );

  test.each([
    '',
    'yesterday',
    '1790000000',
    '2026-02-29',
    '2026-04-31T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-11-01T24:00',
    '2026-11-01T10:60',
    '2026-11-01T10:20:60',
    '2026-11-01T10:20:30.',
    '2026-11-01T10:20:30+24:00',
    '2026-11-01T10:20:30+02:60',
    '2026-11-01T10:20:30  02:00',
    '2026-11-01Z',
    '2026-11-01T10:20:30Z ',
    '2026-11-01T10:20:30Z\n',
    '+02026-11-01',
  ])('%j is invalid', (text) => expect(parseTimestamp(text)).toBeNull());
});

describe('a window', () => {
  const input = (start: string | null, end: string | null) => windowBetween(parseBounds({ start, end, now }), now);

  test('is absent if both start and end are', () => expect(input(null, null)).toBeNull());
  test('ends now by default', () =>
    expect(input('2026-11-20T12:00:00Z', null)).toEqual({ start: now - dayMs, end: now }));
  test('has no start if only its end is specified', () =>
    expect(input(null, '2026-11-20')).toEqual({ start: null, end: now - 1.5 * dayMs }));
  test('may be ten days and one hour long', () => {
    expect(input('2026-11-01', '2026-11-11')).toEqual({ start: now - 20.5 * dayMs, end: now - 10.5 * dayMs });
    expect(input('2026-11-01', '2026-11-11T01:00Z')?.start).toBe(now - 20.5 * dayMs);
    expect(input('2026-11-11T11:00:00Z', null)?.start).toBe(now - 10 * dayMs - hourMs);
  });
  test('may end now', () => expect(input('2026-11-21', '2026-11-21T12:00:00Z')?.end).toBe(now));

  test.each([
    ['2026-11-01', '2026-11-11T01:00:00.001Z', /10 days/],
    ['2026-11-11T10:59:59.999Z', null, /10 days/],
    ['2026-11-02', '2026-11-01', /before end/],
    ['2026-11-02', '2026-11-02', /before end/],
    ['2026-11-21T12:00:00Z', null, /before end/],
    ['2026-11-21T12:00:00.001Z', null, /start must not be in the future/],
    ['2026-11-20', '2026-11-21T12:00:00.001Z', /end must not be in the future/],
    [null, '2027-01-01', /end must not be in the future/],
    ['', null, /start is not an ISO 8601/],
    ['2026-11-20', 'now', /end is not an ISO 8601/],
  ])('from %j to %j is rejected', (start, end, reason) => expect(() => input(start, end)).toThrow(badInput(reason)));
});

describe('a tier', () => {
  const prefix = parseSearch('a');
  const wildcard = parseSearch('*a*');
  const browse = parseSearch('');
  const lastDay = { start: now - dayMs, end: now };

  test.each([
    ['trial', prefix, lastDay],
    ['trial', prefix, { start: now - 7 * dayMs - hourMs, end: now }],
    ['basic', wildcard, null],
    ['basic', browse, null],
    ['basic', prefix, { start: now - 30 * dayMs - hourMs, end: now - 25 * dayMs }],
    ['enterprise', browse, { start: now - 180 * dayMs - hourMs, end: now - 175 * dayMs }],
  ] as const)('%s permits %j in %j', (tier, pattern, window) =>
    expect(applyTier({ limits: tierLimits(tier), pattern, window, now })).toEqual(window),
  );

  test.each([
    ['trial', prefix, null, 'start_required'],
    ['trial', prefix, { start: null, end: now }, 'start_required'],
    ['trial', wildcard, lastDay, 'feature_not_available'],
    ['trial', browse, lastDay, 'feature_not_available'],
    ['trial', prefix, { start: now - 7 * dayMs - hourMs - 1, end: now }, 'data_window_exceeded'],
    ['basic', prefix, { start: now - 30 * dayMs - hourMs - 1, end: now - 25 * dayMs }, 'data_window_exceeded'],
    ['basic', prefix, { start: null, end: now - 30 * dayMs - hourMs }, 'data_window_exceeded'],
    ['enterprise', prefix, { start: now - 180 * dayMs - hourMs - 1, end: now - 175 * dayMs }, 'data_window_exceeded'],
  ] as const)('%s rejects %j in %j', (tier, pattern, window, reason) =>
    expect(() => applyTier({ limits: tierLimits(tier), pattern, window, now })).toThrow(rejection(reason)),
  );

  test('sets the default window to ten days, or to its history if that is shorter', () => {
    const from = (end: number) =>
      applyTier({ limits: tierLimits('basic'), pattern: prefix, window: { start: null, end }, now })?.start;
    expect(from(now)).toBe(now - 10 * dayMs);
    expect(from(now - 25 * dayMs)).toBe(now - 30 * dayMs - hourMs);
    expect(from(now - 30 * dayMs)).toBe(now - 30 * dayMs - hourMs);
    expect(from(now - 30 * dayMs - hourMs + 1)).toBe(now - 30 * dayMs - hourMs);
  });
});

describe('a limit', () => {
  test.each([
    [undefined, null],
    [null, null],
    [1, 1],
    [10_000, 10_000],
  ])('%j is parsed as %j', (limit, expected) => expect(parseLimit(limit)).toBe(expected));
  test.each([0, -1, 10_001, 1.5, Number.NaN])('%d is rejected', (limit) =>
    expect(() => parseLimit(limit)).toThrow(badInput('limit')),
  );

  test.each([
    ['trial', 'a', 1000],
    ['basic', 'a', 5000],
    ['enterprise', 'a', 10_000],
    ['enterprise', '*a', 5000],
    ['basic', '*a', 5000],
  ] as const)('%s with %j is reduced to %d', (tier, search, expected) => {
    const pattern = parseSearch(search);
    expect(capLimit(10_000, { limits: tierLimits(tier), pattern })).toBe(expected);
    expect(capLimit(7, { limits: tierLimits(tier), pattern })).toBe(7);
  });
});

describe('a cursor', () => {
  const statePosition = { domain: 'ÿ~a-b.com', zone: 'com', data: 'ns1.example.' };
  const changePosition = { at: now, ingest: 7, label: 'a', data: null };
  const firstPosition = { ...changePosition, at: 0, ingest: 2 ** 31 - 1 };

  test('decodes to the encoded position', () => {
    expect(decodeStateCursor(encodePageCursor(statePosition))).toEqual(statePosition);
    expect(decodeChangeCursor(encodePageCursor(changePosition))).toEqual(changePosition);
    expect(decodeChangeCursor(encodePageCursor(firstPosition))).toEqual(firstPosition);
  });

  test('of the longest names, with all bytes escaped, decodes to its position in any variant of base64', () => {
    // In wire format, a name of 255 bytes has at most 251 bytes in its labels.
    const longest = '\\255'.repeat(250);
    const state = { domain: longest, zone: 'xn--vermgensberatung-pwb', data: longest };
    const change = { at: Number.MAX_SAFE_INTEGER, ingest: 2 ** 31 - 1, label: longest, data: longest };
    const standard = Buffer.from(encodePageCursor(state), 'base64url').toString('base64');
    expect(decodeStateCursor(encodePageCursor(state))).toEqual(state);
    expect(decodeStateCursor(encodeURIComponent(standard))).toEqual(state);
    expect(decodeChangeCursor(encodePageCursor(change))).toEqual(change);
  });

  test('is read in standard base64, with and without padding, percent-encoded, and with spaces instead of plus signs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (domain, zone) => {
        fc.pre(!`${domain}${zone}`.includes('\0'));
        const position = { domain, zone, data: null };
        const standard = Buffer.from(encodePageCursor(position), 'base64url').toString('base64');
        expect(decodeStateCursor(standard)).toEqual(position);
        expect(decodeStateCursor(standard.replaceAll('+', ' '))).toEqual(position);
        expect(decodeStateCursor(encodeURIComponent(standard))).toEqual(position);
        expect(decodeStateCursor(standard.replaceAll('=', ''))).toEqual(position);
        expect(encodePageCursor(position)).toMatch(/^[\w-]*$/);
      }),
    );
    const letters = encodePageCursor({ domain: '?>?>~~~', zone: '', data: null });
    expect([letters.includes('-'), letters.includes('_')]).toEqual([true, true]);
  });

  test.each([
    '',
    'x',
    '!!!!',
    Buffer.from('{}').toString('base64url'),
    Buffer.from('null').toString('base64url'),
    Buffer.from('["a","b"]').toString('base64url'),
    Buffer.from('["a","b",1]').toString('base64url'),
    Buffer.from('["a\\u0000","b",null]').toString('base64url'),
    Buffer.from('["\\ud800","b",null]').toString('base64url'),
    Buffer.from('["a","b",null,1]').toString('base64url'),
    Buffer.from('["a", "b", null]').toString('base64url'),
    Buffer.from('["a","b",null]\n').toString('base64url'),
    Buffer.from([...Buffer.from('["'), 0xff, ...Buffer.from('","b",null]')]).toString('base64url'),
    'WyJhIiwiYiIsbnVsbF0===',
    'WyJhIiwiYiIsbnVsbF1',
    'WyJhIiwiYiIsbnVsbF0%',
    'WyJhIiwiYiIsbnVsbF0%zz',
    encodePageCursor(changePosition),
    encodePageCursor({ ...statePosition, domain: 'a'.repeat(4000) }),
  ])('rejects %j for the current state', (cursor) =>
    expect(() => decodeStateCursor(cursor)).toThrow(badInput('after')),
  );

  test.each([
    encodePageCursor(statePosition),
    encodePageCursor({ ...changePosition, ingest: 2 ** 31 }),
    encodePageCursor({ ...changePosition, at: -1 }),
    encodePageCursor({ ...changePosition, at: 1.5 }),
    Buffer.from('[1,7,"a",null,1]').toString('base64url'),
  ])('rejects %j for a change-set', (cursor) => expect(() => decodeChangeCursor(cursor)).toThrow(badInput('after')));
});
