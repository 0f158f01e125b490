import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Derives a key for `encrypt` from a secret with HKDF-SHA-256 (RFC 5869).
 * @param purpose separates the keys that are derived from one secret
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
}

/** Encrypts a string with AES-256-GCM. Returns the nonce, the tag and the ciphertext. */
export function encrypt(text: string, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts what `encrypt` returned.
 * @throws {Error} of Node.js if it was encrypted with another key, or changed
 */
export function decrypt(encrypted: Buffer, key: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return text.toString('utf8');
}
