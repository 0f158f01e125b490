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

/** SQLSTATEs of a server that is going, coming, out of connections, or not ours (PostgreSQL manual, appendix A). */
const unavailableStates = /^(08...|57P0[1-5]|53300|28...|3D000)$/;
const queryCanceled = '57014';

/** True when the failure says that the database cannot be reached, whatever was asked of it. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && (connectionFailures.has(code) || unavailableStates.test(code));
}

/** A connection failure as STORE_UNAVAILABLE, a statement that ran out of time as TIMEOUT, everything else as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached', undefined, { cause: error });
  }
  if (errorCode(error) === queryCanceled) {
    return new DomainError('TIMEOUT', 'The request took too long', undefined, { cause: error });
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

/**
 * True for the one exception that the driver throws where nobody can catch it: a statement of a transaction, such as its
 * rollback, that is written after the connection broke (postgres.js, `nextWrite`). The transaction itself has failed by then.
 */
export function isLostWrite(error: { readonly name: string; readonly stack?: string | undefined }): boolean {
  return error.name === 'TypeError' && /^\s*at .*nextWrite .*\/postgres\//m.test(error.stack ?? '');
}

/**
 * True for the one rejection that the driver leaves to nobody: it asks for the types of arrays on each new connection, and the connection
 * broke meanwhile (postgres.js, `fetchArrayTypes`). The statement that the connection was made for is sent on another one.
 */
export function isLostTypeQuery(error: unknown): boolean {
  const query = typeof error === 'object' && error !== null && 'query' in error ? error.query : undefined;
  return typeof query === 'string' && query.includes('from pg_catalog.pg_type a');
}
