import { decrypt, deriveKey, encrypt } from '../../platform/encryption.js';

/** Encrypts a text with a key that only the holder of the secret of a session has. */
export function seal(text: string, secret: string): string {
  return encrypt(text, keyOf(secret)).toString('base64url');
}

/** The text; undefined when it was sealed with another secret. */
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
