import { DomainError } from '../domain-error.js';

/** Codes of connection failures in node and postgres.js. */
const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
]);

/**
 * SQLSTATEs of a server that is shutting down, starting, a standby (25006), out of connections, or not accessible
 * (PostgreSQL manual, appendix A).
 */
const unavailableStates = /^(08...|25006|57P0[1-5]|53300|28...|3D000)$/;
/** The messages for SQLSTATEs of a server that lacks resources (PostgreSQL manual, appendix A, class 53). */
const exhaustedResources: ReadonlyMap<string | undefined, string> = new Map([
  ['53100', 'The database has no free disk space'],
  ['53200', 'The database has no free memory'],
]);
const queryCanceled = '57014';
const [lockNotAvailable, deadlockDetected] = ['55P03', '40P01'];

/** Whether the error means that the database cannot be reached, regardless of the statement. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && (connectionFailures.has(code) || unavailableStates.test(code));
}

/** Whether the server lacks disk space or memory. */
export function isInsufficientResources(error: unknown): boolean {
  return exhaustedResources.has(errorCode(error));
}

/** Whether the statement was cancelled or timed out. */
export function isCanceled(error: unknown): boolean {
  return errorCode(error) === queryCanceled;
}

/** Whether a lock was not granted in time, or the transaction was ended to resolve a deadlock. */
export function isLockFailure(error: unknown): boolean {
  return isLockTimeout(error) || errorCode(error) === deadlockDetected;
}

/** Whether a lock was not granted within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === lockNotAvailable;
}

/** Whether a value exceeds a limit of PostgreSQL (program_limit_exceeded), such as the maximum size of a tsvector. */
export function isProgramLimit(error: unknown): boolean {
  return errorCode(error) === '54000';
}

/**
 * Translates a connection failure and a lack of disk space or memory to STORE_UNAVAILABLE, and a statement timeout to
 * TIMEOUT; returns other errors unchanged.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached', undefined, { cause: error });
  }
  const message = exhaustedResources.get(errorCode(error));
  if (message !== undefined) return new DomainError('STORE_UNAVAILABLE', message, undefined, { cause: error });
  if (isCanceled(error)) {
    return new DomainError('TIMEOUT', 'The request timed out', undefined, { cause: error });
  }
  return error;
}

/** The name of the constraint that a statement violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint_name' in error)) return undefined;
  return typeof error.constraint_name === 'string' ? error.constraint_name : undefined;
}

/** The SQLSTATE, or the code of Node.js or the driver; undefined for an error without one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
