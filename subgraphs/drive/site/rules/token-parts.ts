/** An opaque token with these parts. */
export function writeToken(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a token, unchecked; none for a text that is not a token, or has more than `maxLength` characters. */
export function tokenParts(token: string, maxLength: number): unknown[] {
  try {
    const read: unknown =
      token.length > maxLength ? null : JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
