import { DomainError } from '../../../../platform/domain-error.js';
import { hasReason } from './error-reason.js';

/** Statuses with which document sites refuse links that they no longer serve, such as after a library was migrated. */
const refusalStatuses: readonly unknown[] = [400, 404];

/**
 * Whether an error of a delta query can be due to the link at which the query started, which would fail again in each
 * later sync: the site refused the link, or responded with a link to another server. A listing of the whole site needs
 * no earlier link.
 */
export function isRefusedLink(error: unknown): boolean {
  if (!(error instanceof DomainError)) return false;
  const { reason, status } = error.details ?? {};
  if (reason === 'rejected') return refusalStatuses.includes(status);
  return reason === 'foreign_link';
}

/** Whether the site kept responding to a request with 5xx, which is usually temporary. */
export function isUnavailable(error: unknown): boolean {
  return hasReason(error, ['unavailable']);
}

/** Whether the responses to a full listing make no sense, so it must not be continued. */
export function isBrokenListing(error: unknown): boolean {
  return hasReason(error, ['endless_query', 'malformed_response']);
}
