import { expect, test } from 'vitest';
import { DomainError } from '../../../../platform/domain-error.js';
import { isRefusedLink } from './refused-links.js';

const failure = (details: Record<string, unknown>) => new DomainError('UPSTREAM_FAILED', 'failed', details);

test.each([[{ reason: 'rejected', status: 400 }], [{ reason: 'rejected', status: 404 }], [{ reason: 'foreign_link' }]])(
  '%j can be due to the link',
  (details) => {
    expect(isRefusedLink(failure(details))).toBe(true);
  },
);

test.each([
  [{ reason: 'rejected', status: 401 }],
  [{ reason: 'missing_permission', status: 403 }],
  [{ reason: 'throttled', status: 429 }],
  [{ reason: 'unavailable', status: 500 }],
  [{ reason: 'unreachable' }],
  [{ reason: 'endless_query' }],
  [{}],
])('%j is not due to the link', (details) => {
  expect(isRefusedLink(failure(details))).toBe(false);
});

test('an error of this process is not due to the link', () => {
  expect(isRefusedLink(new Error('failed'))).toBe(false);
});
