import { describe, expect, test } from 'vitest';
import type { FailedRequest, Failure } from '../dialect.js';
import { driveDialect } from './dialect.js';

/** The response to the failure of a request, by default of a delta query. */
function respond(failure: Failure, path = '/v1.0/sites/{site_id}/drive/root/delta') {
  const variables = { site_id: 'host,a b,c', base_url: 'https://mirror.example' };
  const request = { requestId: 'r', route: { path }, variables } as unknown as FailedRequest;
  const { status, headers, body } = driveDialect.failure(failure, request);
  return { status, headers, ...JSON.parse(body) };
}

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('an error of the mirror', () => {
  test.each<[code: Failure['code'], status: number, name: string, headers?: object]>([
    ['BAD_USER_INPUT', 400, 'invalidRequest'],
    ['UNAUTHENTICATED', 401, 'InvalidAuthenticationToken', { 'www-authenticate': 'Bearer' }],
    ['FORBIDDEN', 403, 'accessDenied'],
    ['NOT_FOUND', 404, 'itemNotFound'],
    ['CONFLICT', 409, 'conflict'],
    ['GONE', 410, 'resyncRequired'],
    ['RATE_LIMITED', 429, 'activityLimitReached'],
    ['QUOTA_EXCEEDED', 429, 'activityLimitReached'],
    ['INTERNAL_SERVER_ERROR', 500, 'generalException'],
    ['UPSTREAM_FAILED', 502, 'generalException'],
    ['STORE_UNAVAILABLE', 503, 'serviceNotAvailable'],
    ['SERVICE_UNAVAILABLE', 503, 'serviceNotAvailable'],
    ['UPSTREAM_TIMEOUT', 504, 'generalException'],
    ['TIMEOUT', 504, 'generalException'],
  ])('%s is reported with the status %d %s', (code, status, name, headers = {}) => {
    expect(respond({ code, message: 'Reason' })).toEqual({
      status,
      headers,
      error: { code: name, message: 'Reason', innerError: { date, 'request-id': 'r' } },
    });
  });

  test('has the location of a new delta query', () => {
    const failure = { code: 'GONE', message: 'Reason', details: { reason: 'resync' } } as const;
    expect(respond(failure).headers).toEqual({
      location: 'https://mirror.example/v1.0/sites/host,a%20b,c/drive/root/delta',
    });
  });
});

test('an error of the notification receiver has neither a date nor a request id', () => {
  const failure = { code: 'FORBIDDEN', message: 'Reason' } as const;
  const expected = { status: 403, headers: {}, error: { code: 'accessDenied', message: 'Reason' } };
  expect(respond(failure, '/drive/notifications')).toEqual(expected);
});

test('an error without a route has neither a date nor a request id', () => {
  const { status, headers, body } = driveDialect.failure({ code: 'RATE_LIMITED', message: 'Reason' });
  expect([status, headers, JSON.parse(body)]).toEqual([
    429,
    {},
    { error: { code: 'activityLimitReached', message: 'Reason' } },
  ]);
});

test('requests without a route have errors in the format of Microsoft Graph', () => {
  const { notFound, bodyTooLarge, bodyUnreadable, methodNotAllowed } = driveDialect;
  const responses = [notFound, bodyTooLarge, bodyUnreadable, methodNotAllowed(['GET', 'POST'])];
  expect(responses.map(({ status, body, headers }) => [status, JSON.parse(body).error, headers])).toEqual([
    [404, { code: 'itemNotFound', message: 'The resource could not be found' }, undefined],
    [413, { code: 'invalidRequest', message: 'The body must not exceed 1048576 bytes' }, undefined],
    [
      400,
      {
        code: 'invalidRequest',
        message: 'The body is incomplete, or its length does not match Content-Length: send the complete body',
      },
      undefined,
    ],
    [405, { code: 'methodNotAllowed', message: 'Method not allowed' }, { allow: 'GET, POST' }],
  ]);
});

describe('an error of the token endpoint', () => {
  const common = { error_description: 'Reason', timestamp: date, trace_id: 'r', correlation_id: 'r' };

  test.each<[Failure['code'], Failure['details'], object]>([
    [
      'UNAUTHENTICATED',
      { oauthError: 'invalid_client', oauthCode: 7_000_215 },
      {
        status: 401,
        headers: { 'cache-control': 'no-store', 'www-authenticate': 'Basic realm="token"' },
        error: 'invalid_client',
        error_codes: [7_000_215],
      },
    ],
    [
      'RATE_LIMITED',
      undefined,
      {
        status: 429,
        headers: { 'cache-control': 'no-store' },
        error: 'temporarily_unavailable',
        error_codes: [90_033],
      },
    ],
    [
      'STORE_UNAVAILABLE',
      undefined,
      {
        status: 503,
        headers: { 'cache-control': 'no-store' },
        error: 'temporarily_unavailable',
        error_codes: [90_033],
      },
    ],
  ])('%s has the OAuth format', (code, details, expected) => {
    expect(respond({ code, message: 'Reason', details }, '/{tenant}/oauth2/v2.0/token')).toEqual({
      ...common,
      ...expected,
    });
  });
});
