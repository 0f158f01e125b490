import { describe, expect, test } from 'vitest';
import type { FailedRequest, Failure } from '../dialect.js';
import { zonesDialect } from './dialect.js';

function respond(failure: Failure, route?: { ignoresCredentials: boolean }) {
  // The dialect uses only the route of the request.
  const request = route && ({ route, variables: {} } as unknown as FailedRequest);
  const { status, headers, body } = zonesDialect.failure(failure, request);
  return { status, headers, ...JSON.parse(body) };
}

describe('an error response', () => {
  test.each<[code: Failure['code'], status: number]>([
    ['BAD_USER_INPUT', 400],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['GONE', 410],
    ['TIMEOUT', 504],
  ])('has the documented message: %s', (code, status) => {
    expect(respond({ code, message: 'Reason', details: { reason: 'feature_not_available' } })).toEqual({
      status,
      headers: undefined,
      detail: 'Reason',
    });
  });

  test('is the same for all invalid keys, and different for a missing key', () => {
    const failure: Failure = { code: 'UNAUTHENTICATED', message: 'The account is suspended' };
    const headers = { 'www-authenticate': 'Bearer' };
    const options = { status: 401, headers, detail: 'Invalid, missing or expired API key' };
    expect(respond(failure, { ignoresCredentials: false })).toEqual(options);
    expect(respond(failure)).toEqual(options);
    expect(respond(failure, { ignoresCredentials: true })).toEqual({ ...options, detail: failure.message });
  });

  test('has a detail object for an expired subscription', () => {
    const details = { reason: 'subscription_expired', renewUrl: 'https://feed.example/renew', code: 'FORBIDDEN' };
    expect(respond({ code: 'FORBIDDEN', message: 'It has expired', details })).toEqual({
      status: 403,
      headers: undefined,
      detail: { error: 'subscription_expired', message: 'It has expired', renew_url: 'https://feed.example/renew' },
    });
  });

  test.each([
    ['a quota', 'QUOTA_EXCEEDED', 'basic', 'basic'],
    ['the global rate limit', 'RATE_LIMITED', undefined, 'trial'],
  ] as const)('has a detail object if %s is exceeded', (_limit, code, tier, expectedTier) => {
    const resetsAt = '2026-03-08T12:00:00.000Z';
    const details = { ...(tier && { tier }), limit: 100, used: 100, resetsAt };
    expect(respond({ code, message: 'Used up', details })).toEqual({
      status: 429,
      headers: undefined,
      detail: { message: 'Used up', tier: expectedTier, limit: 100, used: 100, resets_at: resetsAt },
    });
  });

  test.each<[code: Failure['code'], reason: string, status: number]>([
    ['BAD_USER_INPUT', 'invalid_domain', 400],
    ['BAD_USER_INPUT', 'unsupported_tld', 400],
    ['FORBIDDEN', 'rdap_not_available', 403],
    ['NOT_FOUND', 'domain_not_found', 404],
    ['UPSTREAM_FAILED', 'rdap_upstream_error', 502],
    ['UPSTREAM_TIMEOUT', 'rdap_upstream_timeout', 504],
  ])('has a detail object with a code for a failed lookup: %s %s', (code, reason, status) => {
    const message = 'No dossier';
    expect(respond({ code, message, details: { reason } })).toEqual({
      status,
      headers: undefined,
      detail: { error: reason, code: reason, message },
    });
  });

  test.each([
    ['day', 'QUOTA_EXCEEDED', 'rdap_quota_exceeded'],
    ['minute', 'RATE_LIMITED', 'rdap_rate_limited'],
  ] as const)(
    'has a detail object with a code and the limit if the lookups for the %s are exhausted',
    (_period, code, reason) => {
      const resetsAt = '2026-03-02T00:00:00.000Z';
      const details = { reason, tier: 'basic', limit: 100, used: 100, resetsAt };
      expect(respond({ code, message: 'Used up', details })).toEqual({
        status: 429,
        headers: undefined,
        detail: {
          error: reason,
          code: reason,
          message: 'Used up',
          tier: 'basic',
          limit: 100,
          used: 100,
          resets_at: resetsAt,
        },
      });
    },
  );

  test('contains no internal details', () => {
    const message = 'connection to 10.0.0.7 rejected';
    for (const code of ['STORE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'] as const) {
      expect(respond({ code, message })).toMatchObject({
        status: 503,
        detail: 'The zone feed is not available at the moment',
      });
    }
    expect(respond({ code: 'INTERNAL_SERVER_ERROR', message })).toMatchObject({
      status: 500,
      detail: 'Internal Server Error',
    });
  });
});

test('requests without a route or an account have a detail string', () => {
  const { notFound, emptyResponse, bodyTooLarge, bodyUnreadable, methodNotAllowed } = zonesDialect;
  const responses = [notFound, emptyResponse, bodyTooLarge, bodyUnreadable, methodNotAllowed(['GET', 'POST'])];
  expect(responses.map((one) => [one?.status, JSON.parse(one?.body ?? ''), one?.headers])).toEqual([
    [404, { detail: 'Not Found' }, undefined],
    [403, { detail: 'This operation requires an API key of an account' }, undefined],
    [413, { detail: 'The body must not exceed 65536 bytes' }, undefined],
    [
      400,
      { detail: 'The body is incomplete, or its length does not match Content-Length: send the complete body' },
      undefined,
    ],
    [405, { detail: 'Method Not Allowed' }, { allow: 'GET, POST' }],
  ]);
});
