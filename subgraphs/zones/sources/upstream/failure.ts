import { DomainError } from '../../../../platform/domain-error.js';

/** Error of a source: it cannot be reached, or its response is not usable. */
export function sourceFailure(
  message: string,
  options: { cause?: unknown; retryAfterSeconds?: number | null } = {},
): DomainError {
  const { cause, retryAfterSeconds = null } = options;
  const details = { reason: 'zone_source', ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) };
  return new DomainError('UPSTREAM_FAILED', message, details, { cause });
}
