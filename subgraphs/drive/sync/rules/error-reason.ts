import { DomainError } from '../../../../platform/domain-error.js';

/** Whether an error is a DomainError with one of these reasons. */
export function hasReason(error: unknown, reasons: readonly string[]): error is DomainError {
  return error instanceof DomainError && reasons.includes(String(error.details?.reason));
}
