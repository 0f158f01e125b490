import { errors } from 'jose';

/** Codes of errors while reading the keys of an issuer. They do not mean that the token is invalid. */
const keyReadErrors: ReadonlySet<string> = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID']);

/** Whether a JSON Web Token is invalid, as opposed to the keys of its issuer being unavailable. */
export function isTokenError(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && !keyReadErrors.has(error.code);
}
