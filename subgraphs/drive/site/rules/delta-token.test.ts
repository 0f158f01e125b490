import { describe, expect, test } from 'vitest';
import { readDeltaToken, writeDeltaToken } from './delta-token.js';

const day = 86_400;
const now = 1_000 * day;
const place = { after: 7, tombstonesAfter: 5, issuedAt: now };
const known = { lastChange: 7, now };

function tokenOf(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** What a token of this site begins with. */
const [mark] = JSON.parse(Buffer.from(writeDeltaToken('site', place), 'base64url').toString());

describe('a delta token', () => {
  test.each([
    ['the last change', place],
    ['the first', { after: 0, tombstonesAfter: 0, issuedAt: now }],
    ['90 days ago', { ...place, issuedAt: now - 90 * day }],
  ])('has the position of %s', (_, written) => {
    expect(readDeltaToken('site', writeDeltaToken('site', written), known)).toEqual(written);
  });

  test('has whole seconds', () => {
    expect(readDeltaToken('site', writeDeltaToken('site', { ...place, issuedAt: now + 0.9 }), known)).toEqual(place);
  });

  test.each([
    ['of another site', writeDeltaToken('other', place)],
    ['that is empty', ''],
    ['that is no JSON', Buffer.from('[').toString('base64url')],
    ['that is no list', tokenOf({ after: 1 })],
    ['that lacks a part', tokenOf([mark, 1, 1])],
    ['with a negative number', tokenOf([mark, -1, 1, now])],
    ['with a text', tokenOf([mark, 1, '1', now])],
    ['with a fraction', tokenOf([mark, 1, 1, now + 0.5])],
    ['that is too long', tokenOf([mark, 1, 1, now, 'x'.repeat(400)])],
  ])('%s is refused', (_, token) => {
    const error = {
      code: 'BAD_USER_INPUT',
      message: 'The token of the change query is not one of this site',
      details: { argument: 'token' },
    };
    expect(() => readDeltaToken('site', token, known)).toThrow(expect.objectContaining(error));
  });

  test.each([
    ['of a change that this database never had', { ...place, after: 8 }],
    ['of tombstones that it never had', { ...place, tombstonesAfter: 8 }],
    ['of more than 90 days ago', { ...place, issuedAt: now - 90 * day - 1 }],
  ])('%s is gone', (_, written) => {
    const error = {
      code: 'GONE',
      message: 'The changes since then are no longer known; list the site anew',
      details: { reason: 'resync', siteId: 'site' },
    };
    expect(() => readDeltaToken('site', writeDeltaToken('site', written), known)).toThrow(
      expect.objectContaining(error),
    );
  });
});
