import { decrypt, deriveKey, encrypt } from '../../platform/encryption.js';

/** Encrypts text with a key that is derived from the secret of a session. */
export function seal(text: string, secret: string): string {
  return encrypt(text, keyOf(secret)).toString('base64url');
}

/** Decrypts text; undefined if it was encrypted with another secret. */
export function unseal(sealed: string, secret: string): string | undefined {
  try {
    return decrypt(Buffer.from(sealed, 'base64url'), keyOf(secret));
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return deriveKey(secret, 'rampart session');
}
