import { expect, test } from 'vitest';
import { DomainError } from '../../../../platform/domain-error.js';
import { isServerFailure, noDomainsFound } from './failures.js';

test.each([
  ['an unexpected error', new Error('no such column')],
  ['a lost database', new DomainError('STORE_UNAVAILABLE', '')],
  ['a timeout', new DomainError('TIMEOUT', '')],
  ['a failure upstream', new DomainError('UPSTREAM_FAILED', '')],
  ['a timeout upstream', new DomainError('UPSTREAM_TIMEOUT', '')],
])('%s is a failure of the server', (_, error) => expect(isServerFailure(error)).toBe(true));

test.each([
  ['a search without matches', noDomainsFound(null)],
  ['an invalid parameter', new DomainError('BAD_USER_INPUT', '')],
  ['an exhausted quota', new DomainError('QUOTA_EXCEEDED', '')],
])('%s is not a failure of the server', (_, error) => expect(isServerFailure(error)).toBe(false));

test('a search without matches is an error that reports the remaining quota', () => {
  const quota = {
    limit: 100,
    used: 3,
    remaining: 97,
    startsAt: new Date(1),
    resetsAt: new Date(2),
    resetsInSeconds: 1,
  };
  const error = { code: 'NOT_FOUND', message: 'No domains found' };
  expect(noDomainsFound(null)).toMatchObject({ ...error, details: { reason: 'no_domains' } });
  expect(noDomainsFound(quota).details).toEqual({
    reason: 'no_domains',
    quota: { limit: 100, remaining: 97, resetsAt: new Date(2) },
  });
});
