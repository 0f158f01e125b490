/** Error codes of bearer tokens (RFC 6750, section 3.1), keyed by the `code` and the `reason` of an error. */
const bearerErrors: Readonly<Record<string, string>> = {
  'UNAUTHENTICATED invalid_token': 'invalid_token',
  'FORBIDDEN no_role': 'insufficient_scope',
};

/**
 * The `WWW-Authenticate` header for an error: the realm and the RFC 6750 error code for a rejected access token, the
 * realm alone for any other UNAUTHENTICATED error; otherwise undefined.
 */
export function bearerChallenge(
  extensions: { readonly code?: unknown; readonly reason?: unknown } | undefined,
): string | undefined {
  const { code, reason } = extensions ?? {};
  const error = bearerErrors[`${String(code)} ${String(reason)}`];
  if (error !== undefined) return `Bearer realm="rampart", error="${error}"`;
  return code === 'UNAUTHENTICATED' ? 'Bearer realm="rampart"' : undefined;
}

/**
 * Whether the error rejects an access token and so has an RFC 6750 error code. For services that write their own
 * `WWW-Authenticate` header.
 */
export function isBearerError(extensions: { readonly code?: unknown; readonly reason?: unknown }): boolean {
  return `${String(extensions.code)} ${String(extensions.reason)}` in bearerErrors;
}
