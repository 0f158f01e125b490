import { DomainError } from '../../../platform/domain-error.js';

/** Error in the messages of the peer of a DNS exchange. */
export function dnsFailure(message: string): DomainError {
  return new DomainError('UPSTREAM_FAILED', message, { reason: 'zone_source' });
}

export function malformedError(): DomainError {
  return dnsFailure('the peer sends a malformed DNS message');
}
