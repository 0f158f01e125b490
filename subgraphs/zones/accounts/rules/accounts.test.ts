import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AccountAction } from '../vocabulary.js';
import { actionOf, auditActionOf } from './audit-actions.js';
import { assertKeyDays, assertKeyName, keyExpiry } from './key-terms.js';
import { mayHaveArrived, nextAttempt } from './mail-retry.js';
import { assertRegistration, foldCase, isEmailAddress, isPassword, isUsername } from './registration.js';
import { nextStatus, type StatusChange } from './status-change.js';
import {
  createTrial,
  currentQuotaWindow,
  isActive,
  maxHistoryDays,
  nextSubscription,
  quotaWindow,
  secondsUntil,
  tierLimits,
} from './subscription.js';

const dayMs = 86_400_000;
const label63 = 'a'.repeat(63);

describe('a username', () => {
  test.each(['abc', 'A.b_c-9', '...', 'a'.repeat(64)])('may be %j', (text) => expect(isUsername(text)).toBe(true));
  test.each(['', 'ab', 'a'.repeat(65), 'a b', 'ä-b-c', 'abc\n', 'a/b', 'ab\0c', 'a@b'])('may not be %j', (text) =>
    expect(isUsername(text)).toBe(false),
  );
});

describe('an email address', () => {
  test.each([
    'a@b.example',
    "o'neil+tag@sub.b-c.example",
    'a.b@xn--bcher-kva.example',
    `${'a'.repeat(64)}@b.example`,
    `a@${label63}.example`,
    'a@1.b2',
    'a@b.2b',
    'first.last@b.example',
    `a@${`${label63}.`.repeat(3)}${'b'.repeat(52)}.example`,
    'a@b.1.example',
  ])('may be %j', (text) => expect(isEmailAddress(text)).toBe(true));
  test.each([
    '',
    'a',
    '@b.example',
    'a@',
    'a@localhost',
    'a@b..example',
    'a@.example',
    'a@b.example.',
    'a..b@c.example',
    '.a@b.example',
    'a b@c.example',
    '"a b"@c.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@b.example.10',
    'a@-b.example',
    'a@b_c.example',
    'ä@b.example',
    'a@bücher.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b@c.example',
    'a,b@c.example',
    '<a@b.example>',
    `${'a'.repeat(65)}@b.example`,
    `a@${'a'.repeat(64)}.example`,
    `a@${`${label63}.`.repeat(4)}example`,
  ])('may not be %j', (text) => expect(isEmailAddress(text)).toBe(false));
});

describe('a registration', () => {
  const right = { username: 'ada', email: 'ada@b.example' };

  test('accepts a username and an email address, which are compared case-insensitively', () => {
    expect(assertRegistration(right)).toBeUndefined();
    expect(foldCase('Ada@B.Example')).toBe('ada@b.example');
  });

  test.each([
    ['username', 'a!', 'username must have 3 to 64 letters, digits, dots, underscores or hyphens'],
    ['email', 'a', 'email must be an email address'],
  ])('rejects an invalid %s with an error that names the field', (field, value, message) => {
    const error = { code: 'BAD_USER_INPUT', message, details: { argument: field } };
    expect(() => assertRegistration({ ...right, [field]: value })).toThrow(expect.objectContaining(error));
  });
});

describe('an account action', () => {
  test.each(Object.values(AccountAction))('%s has a name in the audit log', (action) => {
    expect(actionOf(auditActionOf(action))).toBe(action);
  });

  test('is not found for an audit log action of another domain', () => {
    expect(() => actionOf('close.alert')).toThrow('close.alert is not an account action');
  });
});

describe('a password', () => {
  test.each([
    [11, false],
    [12, true],
    [256, true],
    [257, false],
  ])('may have %i characters: %s', (length, isValid) => {
    expect(isPassword('x'.repeat(length))).toBe(isValid);
    expect(isPassword('🔑'.repeat(length))).toBe(isValid);
  });

  test('may not contain an unpaired surrogate', () => expect(isPassword(`${'x'.repeat(20)}\ud800`)).toBe(false));
});

describe('the name of a key', () => {
  test.each(['a', 'two words', 'a/b?c#d%20', '...', 'ключ', 'x'.repeat(100), '🔑'.repeat(100)])('may be %j', (name) =>
    expect(() => assertKeyName(name)).not.toThrow(),
  );
  const error = {
    code: 'BAD_USER_INPUT',
    message:
      'The name of an API key must have 1 to 100 characters without control characters, and must not be blank, . or ..',
    details: { argument: 'name' },
  };
  test.each(['', ' ', '.', '..', 'a\nb', 'a\0', 'x'.repeat(101), '🔑'.repeat(101), 'a\udc00', '\u0085x'])(
    'may not be %j',
    (name) => expect(() => assertKeyName(name)).toThrow(expect.objectContaining(error)),
  );
});

describe('the lifetime of a key', () => {
  test.each([1, 365, null, undefined])('may be %s days', (days) => expect(() => assertKeyDays(days)).not.toThrow());
  test.each([0, 366, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('may not be %s days', (days) => {
    const error = {
      code: 'BAD_USER_INPUT',
      message: `Invalid lifetime ${days}: the lifetime of an API key must be a whole number of days from 1 to 365`,
      details: { argument: 'expiresInDays' },
    };
    expect(() => assertKeyDays(days)).toThrow(expect.objectContaining(error));
  });
  test.each([
    ['trial', 7],
    ['basic', 365],
    ['enterprise', 365],
  ] as const)('in the tier %s is %i days by default', (tier, days) => {
    expect(keyExpiry({ tier, now: 5 })).toBe(5 + days * dayMs);
    expect(keyExpiry({ tier, days: 30, now: 5 })).toBe(5 + 30 * dayMs);
  });
});

describe('tier limits match section 8 of the specification', () => {
  test.each([
    ['trial', 100, 1000, 7, false, false, true],
    ['basic', 1000, 5000, 30, true, true, false],
    ['enterprise', 10_000, 10_000, 180, true, true, false],
  ] as const)('%s', (tier, queries, recordsPerQuery, historyDays, hasWildcardSearch, hasBrowsing, requiresStart) => {
    expect(tierLimits(tier)).toMatchObject({
      ...{ tier, queries, recordsPerQuery, historyDays, hasWildcardSearch, hasBrowsing, requiresStart },
    });
  });

  test('and include at most 180 days of history', () => expect(maxHistoryDays).toBe(180));
});

function windowOf(anchor: string, now: string, tier: 'trial' | 'basic' = 'basic', expires = '2100-01-01T00:00:00Z') {
  const terms = { tier, startedAt: Date.parse(anchor), expiresAt: Date.parse(expires) };
  const { startsAt, resetsAt } = quotaWindow(terms, Date.parse(now));
  return [new Date(startsAt).toISOString(), new Date(resetsAt).toISOString()];
}

describe('a quota window', () => {
  test.each([
    // anchor, now, start, end
    ['2026-01-31T10:00Z', '2026-01-31T10:00Z', '2026-01-31T10:00', '2026-02-28T10:00'],
    ['2026-01-31T10:00Z', '2026-02-28T09:59:59.999Z', '2026-01-31T10:00', '2026-02-28T10:00'],
    ['2026-01-31T10:00Z', '2026-02-28T10:00Z', '2026-02-28T10:00', '2026-03-31T10:00'],
    ['2026-01-31T10:00Z', '2026-03-31T09:59:59.999Z', '2026-02-28T10:00', '2026-03-31T10:00'],
    ['2026-01-31T10:00Z', '2026-03-31T10:00Z', '2026-03-31T10:00', '2026-04-30T10:00'],
    ['2026-01-31T10:00Z', '2028-02-29T10:00Z', '2028-02-29T10:00', '2028-03-31T10:00'],
    ['2024-02-29T00:00Z', '2025-02-28T00:00Z', '2025-02-28T00:00', '2025-03-29T00:00'],
    ['2026-12-15T23:59Z', '2027-01-15T23:58Z', '2026-12-15T23:59', '2027-01-15T23:59'],
    ['2026-12-15T23:59Z', '2027-01-15T23:59Z', '2027-01-15T23:59', '2027-02-15T23:59'],
    ['2026-05-01T00:00Z', '2026-04-30T23:59Z', '2026-05-01T00:00', '2026-06-01T00:00'],
  ])('anchored at %s that contains %s lasts from %s to %s', (anchor, now, start, end) => {
    expect(windowOf(anchor, now)).toEqual([`${start}:00.000Z`, `${end}:00.000Z`]);
  });

  test('lasts for the whole trial, even if the trial exceeds one month', () => {
    const [anchor, end] = ['2026-01-31T10:00:00.000Z', '2026-04-01T00:00:00.000Z'];
    for (const now of [anchor, '2026-03-15T00:00Z']) expect(windowOf(anchor, now, 'trial', end)).toEqual([anchor, end]);
  });

  test.each([
    ['basic', '2026-05-10T00:00', '2026-05-11T00:00'],
    ['basic', '2026-05-31T23:59', '2026-06-01T23:59'],
    ['basic', '2026-06-01T00:00', '2026-06-02T00:00'],
    ['basic', '2026-04-25T00:00', '2026-05-01T00:00'],
    ['trial', '2026-05-03T00:00', '2026-05-04T00:00'],
  ] as const)('of the tier %s at %s is replaced with a stored one that begins by %s', (tier, now, latest) => {
    const terms = { tier, startedAt: Date.parse('2026-05-01T00:00Z'), expiresAt: Date.parse('2027-05-01T00:00Z') };
    const window = currentQuotaWindow(terms, Date.parse(`${now}Z`));
    expect(window).toMatchObject(quotaWindow(terms, Date.parse(`${now}Z`)));
    expect(new Date(window.latestStartsAt).toISOString()).toBe(`${latest}:00.000Z`);
  });

  test('covers every time since the anchor without gaps', () => {
    const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [startedAt, now] = [Math.min(one, other), Math.max(one, other)];
        const terms = { tier: 'basic', startedAt, expiresAt: Number.MAX_SAFE_INTEGER } as const;
        const window = quotaWindow(terms, now);
        expect(window.startsAt <= now && now < window.resetsAt).toBe(true);
        expect(quotaWindow(terms, window.resetsAt).startsAt).toBe(window.resetsAt);
      }),
    );
  });
});

describe('a decision about an account', () => {
  const outcomes: Record<StatusChange, Record<string, string>> = {
    approve: { pending: 'approved', rejected: 'approved', suspended: 'approved' },
    reject: { pending: 'rejected' },
    suspend: { approved: 'suspended' },
  };
  const cases = (['approve', 'reject', 'suspend'] as const).flatMap((change) =>
    (['pending', 'approved', 'rejected', 'suspended'] as const).map((status) => [change, status] as const),
  );
  test.each(cases)('is permitted only from the specified statuses: %s from %s', (change, status) => {
    const expected = outcomes[change][status];
    if (expected !== undefined) expect(nextStatus(change, { username: 'a', status })).toBe(expected);
    else
      expect(() => nextStatus(change, { username: 'a', status })).toThrow(
        expect.objectContaining({ code: 'CONFLICT', details: { status } }),
      );
  });

  test.each([
    ['approve', 'approved', 'pending, rejected or suspended can be approved'],
    ['reject', 'suspended', 'pending can be rejected'],
    ['suspend', 'pending', 'approved can be suspended'],
  ] as const)('fails with an error that lists the permitted statuses: %s from %s', (change, status, rest) => {
    expect(() => nextStatus(change, { username: 'ada', status })).toThrow(
      `The account ada is ${status}: only accounts that are ${rest}`,
    );
  });
});

describe('a subscription', () => {
  const now = Date.parse('2026-06-01T00:00Z');
  const current = { tier: 'basic', startedAt: now - 40 * dayMs, expiresAt: now + dayMs } as const;

  test('starts as a trial of seven days', () => {
    expect(createTrial(now)).toEqual({ tier: 'trial', startedAt: now, expiresAt: now + 7 * dayMs });
  });

  test('keeps its start when it is renewed', () => {
    const next = nextSubscription({ current, tier: 'basic', expiresAt: now + 90 * dayMs, now });
    expect(next).toEqual({ tier: 'basic', startedAt: current.startedAt, expiresAt: now + 90 * dayMs });
  });

  test.each([
    ['another tier', { ...current, tier: 'trial' as const }],
    ['an expired subscription', { ...current, expiresAt: now }],
    ['no subscription', null],
  ])('starts now after %s', (_, before) => {
    expect(nextSubscription({ current: before, tier: 'basic', expiresAt: null, now })).toEqual({
      tier: 'basic',
      startedAt: now,
      expiresAt: now + 365 * dayMs,
    });
  });

  test('can end immediately', () => {
    const next = nextSubscription({ current, tier: 'basic', expiresAt: now - 50 * dayMs, now });
    expect(isActive(next, now)).toBe(false);
    expect(next.startedAt).toBeLessThanOrEqual(next.expiresAt);
  });

  test.each([now + 36_525 * dayMs, now - 36_525 * dayMs])('can end at %s', (expiresAt) => {
    expect(nextSubscription({ current, tier: 'basic', expiresAt, now })).toMatchObject({ expiresAt });
  });

  test.each([Number.NaN, now + 36_526 * dayMs, now - 36_526 * dayMs])('cannot end at %s', (expiresAt) => {
    const error = {
      code: 'BAD_USER_INPUT',
      message: 'The end of the subscription must be within 100 years of the current time',
      details: { argument: 'expires' },
    };
    expect(() => nextSubscription({ current, tier: 'basic', expiresAt, now })).toThrow(expect.objectContaining(error));
  });

  test('is active until its end, exclusive', () => {
    expect(isActive({ expiresAt: 10 }, 9)).toBe(true);
    expect(isActive({ expiresAt: 10 }, 10)).toBe(false);
    expect(isActive(null, 0)).toBe(false);
  });
});

describe('the failure of an email', () => {
  test('does not exclude delivery if the connection closes before the reply', () => {
    expect(mayHaveArrived({ replyCode: null, command: 'CONN', hadConnection: true })).toBe(true);
    expect(mayHaveArrived({ replyCode: null, command: 'CONN', hadConnection: false })).toBe(false);
    expect(mayHaveArrived({ replyCode: 451, command: 'DATA', hadConnection: true })).toBe(false);
  });

  test('leads to retries with increasing delays for five days', () => {
    const createdAt = 1000 * dayMs;
    const minutes = [1, 2, 3, 8, 9, 10, 40].map(
      (attempts) => ((nextAttempt({ attempts, createdAt, now: createdAt }) ?? 0) - createdAt) / 60_000,
    );
    expect(minutes).toEqual([1, 2, 4, 128, 240, 240, 240]);
    const end = createdAt + 5 * dayMs;
    expect(nextAttempt({ attempts: 40, createdAt, now: end - 1 })).toBe(end - 1 + 240 * 60_000);
    expect(nextAttempt({ attempts: 40, createdAt, now: end })).toBeNull();
  });
});

test.each([
  [2000, 2],
  [2001, 3],
  [0, 1],
  [-5000, 1],
])('a time in %d ms is %d whole seconds away', (milliseconds, seconds) => {
  expect(secondsUntil(10_000 + milliseconds, 10_000)).toBe(seconds);
});
