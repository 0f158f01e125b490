import { describe, expect, test } from 'vitest';
import { changeFingerprint, readDeltaToken, writeDeltaToken } from './delta-token.js';

const daySeconds = 86_400;
const now = 1_000 * daySeconds;
const position = { after: 7, tombstonesAfter: 5, issuedAt: now, fingerprint: 'fingerprint' };
const known = { lastChange: 7, now };

function tokenOf(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The site's prefix in its tokens. */
const [prefix] = JSON.parse(Buffer.from(writeDeltaToken('site', position), 'base64url').toString());

describe('a delta token', () => {
  test.each([
    ['the last change', position],
    ['the last change without tombstones', { ...position, tombstonesAfter: 7 }],
    ['the start', { after: 0, tombstonesAfter: 0, issuedAt: now, fingerprint: 'fingerprint' }],
    ['a release that wrote no fingerprints', { ...position, fingerprint: null }],
    ['90 days ago', { ...position, issuedAt: now - 90 * daySeconds }],
  ])('contains the position of %s', (_, tokenPosition) => {
    expect(readDeltaToken('site', writeDeltaToken('site', tokenPosition), known)).toEqual(tokenPosition);
  });

  test('has a resolution of one second', () => {
    expect(readDeltaToken('site', writeDeltaToken('site', { ...position, issuedAt: now + 0.9 }), known)).toEqual(
      position,
    );
  });

  test.each([
    ['the prefix of another site', writeDeltaToken('other', position)],
    ['an empty string', ''],
    ['invalid JSON', Buffer.from('[').toString('base64url')],
    ['an object instead of a list', tokenOf({ after: 1 })],
    ['a missing part', tokenOf([prefix, 1, 1])],
    ['a negative number', tokenOf([prefix, -1, 1, now])],
    ['a string instead of a number', tokenOf([prefix, 1, '1', now])],
    ['a fraction', tokenOf([prefix, 1, 1, now + 0.5])],
    ['excessive length', tokenOf([prefix, 1, 1, now, 'x'.repeat(400)])],
  ])('with %s is rejected', (_, token) => {
    const error = {
      code: 'BAD_USER_INPUT',
      message: 'The delta token is invalid for this site; start a new delta query',
      details: { argument: 'token' },
    };
    expect(() => readDeltaToken('site', token, known)).toThrow(expect.objectContaining(error));
  });

  test.each([
    ['the number of a change that this database never stored', { ...position, after: 8 }],
    ['the number of a deletion that this database never stored', { ...position, tombstonesAfter: 8 }],
    ['an age of more than 90 days', { ...position, issuedAt: now - 90 * daySeconds - 1 }],
  ])('with %s has expired', (_, tokenPosition) => {
    const error = {
      code: 'GONE',
      message: 'The token has expired; start a new delta query',
      details: { reason: 'resync', siteId: 'site' },
    };
    expect(() => readDeltaToken('site', writeDeltaToken('site', tokenPosition), known)).toThrow(
      expect.objectContaining(error),
    );
  });
});

test('changes have different fingerprints if their numbers, items or times differ', () => {
  const change = { number: 7, itemId: 'a', atEpoch: 1_790_000_000.25 };
  const others = [
    undefined,
    { ...change, number: 6 },
    { ...change, itemId: 'b' },
    { ...change, atEpoch: 1_790_000_000 },
  ];
  expect(changeFingerprint({ ...change })).toBe(changeFingerprint(change));
  expect(new Set([change, ...others].map(changeFingerprint)).size).toBe(5);
});
