import { expect, test } from 'vitest';
import type { Failure } from '../dialect.js';
import { licensesDialect } from './dialect.js';

test.each<[code: Failure['code'], status: number, message?: string]>([
  ['BAD_USER_INPUT', 400],
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['CONFLICT', 409],
  ['GONE', 410],
  ['RATE_LIMITED', 429, 'Too many requests'],
  ['QUOTA_EXCEEDED', 429, 'Too many requests'],
  ['INTERNAL_SERVER_ERROR', 500, 'Internal Server Error'],
  ['UPSTREAM_FAILED', 502],
  ['STORE_UNAVAILABLE', 503],
  ['SERVICE_UNAVAILABLE', 503],
  ['UPSTREAM_TIMEOUT', 504],
  ['TIMEOUT', 504],
])('%s is reported with the status %d', (code, status, message = 'Reason') => {
  const { body, ...response } = licensesDialect.failure({ code, message: 'Reason' });
  expect([response, JSON.parse(body)]).toEqual([{ status }, { message }]);
});

test('every error without a route has a message', () => {
  const { notFound, bodyTooLarge, bodyUnreadable, methodNotAllowed } = licensesDialect;
  const responses = [notFound, bodyTooLarge, bodyUnreadable, methodNotAllowed(['GET', 'POST'])];
  expect(responses.map(({ status, body, headers }) => [status, JSON.parse(body), headers])).toEqual([
    [404, { message: 'Not Found' }, undefined],
    [413, { message: 'Content Too Large' }, undefined],
    [400, { message: 'Invalid JSON' }, undefined],
    [405, { message: 'Method Not Allowed' }, { allow: 'GET, POST' }],
  ]);
});

test('a missing enrolment secret is reported with the authentication scheme', () => {
  const failure = { code: 'UNAUTHENTICATED', message: 'Reason', details: { authenticate: 'Bearer' } } as const;
  expect(licensesDialect.failure(failure).headers).toEqual({ 'www-authenticate': 'Bearer' });
});
