/** Errors of bearer tokens (RFC 6750, section 3.1) by the code and the `reason` of an error. */
const bearerErrors: Readonly<Record<string, string>> = {
  'UNAUTHENTICATED invalid_token': 'invalid_token',
  'FORBIDDEN no_role': 'insufficient_scope',
};

/**
 * The `WWW-Authenticate` header for an error: with the error of an access token, the realm alone for other missing or
 * invalid credentials; undefined for errors that credentials do not cause.
 */
export function bearerChallenge(
  extensions: { readonly code?: unknown; readonly reason?: unknown } | undefined,
): string | undefined {
  const { code, reason } = extensions ?? {};
  const error = bearerErrors[`${String(code)} ${String(reason)}`];
  if (error !== undefined) return `Bearer realm="rampart", error="${error}"`;
  return code === 'UNAUTHENTICATED' ? 'Bearer realm="rampart"' : undefined;
}

/** Whether the error is one of access tokens, for services with a `WWW-Authenticate` header of their own. */
export function isBearerError(extensions: { readonly code?: unknown; readonly reason?: unknown }): boolean {
  return `${String(extensions.code)} ${String(extensions.reason)}` in bearerErrors;
}
