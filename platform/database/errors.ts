import { DomainError } from '../domain-error.js';

/** Failures to reach the server, as node and postgres.js name them. */
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
 * SQLSTATEs of a server that is going, coming, a standby (25006: it takes no writes), out of connections, or not ours (PostgreSQL manual, appendix A).
 */
const unavailableStates = /^(08...|25006|57P0[1-5]|53300|28...|3D000)$/;
const queryCanceled = '57014';

/** True when the failure says that the database cannot be reached, whatever was asked of it. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && (connectionFailures.has(code) || unavailableStates.test(code));
}

/** True for a statement that was cancelled, or that ran out of time. */
export function isCanceled(error: unknown): boolean {
  return errorCode(error) === queryCanceled;
}

/** A connection failure as STORE_UNAVAILABLE, a statement that ran out of time as TIMEOUT, everything else as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached', undefined, { cause: error });
  }
  if (isCanceled(error)) {
    return new DomainError('TIMEOUT', 'The request timed out', undefined, { cause: error });
  }
  return error;
}

/** The name of the constraint that a statement violated. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint_name' in error)) return undefined;
  return typeof error.constraint_name === 'string' ? error.constraint_name : undefined;
}

function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
