/** Encodes values as an opaque token. */
export function writeToken(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes the values of a token, without validating them; empty if the token is malformed or longer than `maxLength`
 * characters.
 */
export function tokenParts(token: string, maxLength: number): unknown[] {
  try {
    const parsed: unknown =
      token.length > maxLength ? null : JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
