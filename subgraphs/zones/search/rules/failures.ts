import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import type { Quota } from '../../accounts/index.js';

/**
 * Error for a first page without matches. The page is counted as a query: specification, section 4, pagination rule 4.
 */
export function noDomainsFound(quota: Quota | null): DomainError {
  return new DomainError('NOT_FOUND', 'No domains found', {
    reason: 'no_domains',
    ...(quota === null ? {} : { quota: { limit: quota.limit, remaining: quota.remaining, resetsAt: quota.resetsAt } }),
  });
}

const failures: ReadonlySet<DomainErrorCode> = new Set([
  'STORE_UNAVAILABLE',
  'TIMEOUT',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
]);

/** Whether an error is a failure of the server; a query that fails because of it is not counted. */
export function isServerFailure(error: unknown): boolean {
  return !(error instanceof DomainError) || failures.has(error.code);
}
