import { DomainError } from '../../../platform/domain-error.js';

/** Error for a DNS peer that does not follow the protocol or rejects a query. */
export function dnsFailure(message: string): DomainError {
  return new DomainError('UPSTREAM_FAILED', message, { reason: 'zone_source' });
}

export function malformedError(): DomainError {
  return dnsFailure('the peer sent a malformed DNS message');
}
