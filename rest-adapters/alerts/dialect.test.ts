import { expect, test } from 'vitest';
import { parameter } from '../../test/rest/support/parameters.js';
import type { FailedRequest, Failure } from '../dialect.js';
import { alertsDialect } from './dialect.js';

test.each<[code: Failure['code'], status: number, detail: string, headers?: object]>([
  ['UNAUTHENTICATED', 401, 'Not authenticated', { 'www-authenticate': 'Bearer' }],
  ['FORBIDDEN', 403, 'Reason'],
  ['NOT_FOUND', 404, 'Reason'],
  ['CONFLICT', 409, 'Reason'],
  ['GONE', 410, 'Reason'],
  ['RATE_LIMITED', 429, 'Reason'],
  ['QUOTA_EXCEEDED', 429, 'Reason'],
  ['INTERNAL_SERVER_ERROR', 500, 'Internal Server Error'],
  ['UPSTREAM_FAILED', 502, 'Reason'],
  ['STORE_UNAVAILABLE', 503, 'Alert store not attached'],
  ['SERVICE_UNAVAILABLE', 503, 'Alert store not attached'],
  ['UPSTREAM_TIMEOUT', 504, 'Reason'],
  ['TIMEOUT', 504, 'Reason'],
])('%s is reported with the status %d', (code, status, detail, headers) => {
  const { body, ...response } = alertsDialect.failure({ code, message: 'Reason' });
  expect([response, JSON.parse(body)]).toEqual([{ status, ...(headers && { headers }) }, { detail }]);
});

test('an invalid actor of a verdict is reported at its REST location', () => {
  const parameters = [parameter({ name: 'analyst', location: 'body' })];
  const request = { route: { parameters }, variables: { analyst: 'x' }, requestId: 'r' } as unknown as FailedRequest;
  const failure = { code: 'BAD_USER_INPUT', message: 'actor is invalid', details: { argument: 'actor' } } as const;
  const { body } = alertsDialect.failure(failure, request);
  expect(JSON.parse(body).detail).toMatchObject([
    { loc: ['body', 'analyst'], msg: 'Value error, analyst is invalid', input: 'x' },
  ]);
});

test('an invalid request without a route is reported with the location of the body', () => {
  const { status, body } = alertsDialect.failure({ code: 'BAD_USER_INPUT', message: 'Reason' });
  const issue = { type: 'value_error', loc: ['body'], msg: 'Value error, Reason', input: null, ctx: { error: {} } };
  expect([status, JSON.parse(body)]).toEqual([422, { detail: [issue] }]);
});

test('requests without a route have errors in the format of FastAPI', () => {
  const { notFound, bodyTooLarge, bodyUnreadable, methodNotAllowed } = alertsDialect;
  const responses = [notFound, bodyTooLarge, bodyUnreadable, methodNotAllowed(['GET', 'PATCH'])];
  expect(responses.map(({ status, body, headers }) => [status, JSON.parse(body), headers])).toEqual([
    [404, { detail: 'Not Found' }, undefined],
    [413, { detail: 'Content Too Large' }, undefined],
    [400, { detail: 'There was an error parsing the body' }, undefined],
    [405, { detail: 'Method Not Allowed' }, { allow: 'GET, PATCH' }],
  ]);
});

test.each<[argument: string, variables: object, issue: object]>([
  ['notes', { notes: 'text' }, { loc: ['body', 'notes'], msg: 'Value error, notes is invalid', input: 'text' }],
  [
    'actor',
    { resolved_by: 5 },
    { loc: ['body', 'resolved_by'], msg: 'Value error, resolvedBy is invalid', input: null },
  ],
  ['tenantId', {}, { loc: ['query', 'tenant_id'], msg: 'Value error, tenantId is invalid', input: null }],
  ['other', {}, { loc: ['body'], msg: 'Value error, other is invalid', input: null }],
])('an invalid %s is reported as an issue with status 422 and its REST location', (argument, variables, issue) => {
  const parameters = [
    parameter({ name: 'tenant_id' }),
    ...['notes', 'resolved_by'].map((name) => parameter({ name, location: 'body' })),
  ];
  const request = { route: { parameters }, variables, requestId: 'r' } as unknown as FailedRequest;
  const failure = { code: 'BAD_USER_INPUT', message: `${argument} is invalid`, details: { argument } } as const;
  const { status, body } = alertsDialect.failure(failure, request);
  expect([status, JSON.parse(body)]).toEqual([
    422,
    { detail: [{ type: 'value_error', ...issue, ctx: { error: {} } }] },
  ]);
});
