import { DomainError } from '../platform/domain-error.js';
import { reasonOf } from './doctor/reason.js';

/** Whether the database cannot be reached or lacks resources. */
export function isStoreFailure(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'STORE_UNAVAILABLE';
}

/** The reason for a failure of the database, to append to its message; empty for other errors. */
export function databaseErrorSuffix(error: unknown): string {
  return isStoreFailure(error) && error.cause !== undefined ? `: ${reasonOf(error.cause)}` : '';
}
