import { createHash } from 'node:crypto';
import { decrypt, deriveKey, encrypt } from '../../../../platform/encryption.js';

const plain = 'plain:';
const encrypted = 'aes-256-gcm:';

/** The secret of a target cannot be read. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';
}

/** Encrypts secrets of targets with `[notifications] encryption_key`; without it, they are stored as they are. */
export class SecretSeal {
  readonly #key: Buffer | undefined;
  /** Identifies the key, so another one is recognized. */
  readonly #fingerprint: string;

  constructor(encryptionKey: string) {
    this.#key = encryptionKey === '' ? undefined : deriveKey(encryptionKey, 'rampart notification secrets');
    this.#fingerprint =
      this.#key === undefined ? '' : createHash('sha256').update(this.#key).digest('hex').slice(0, 16);
  }

  seal(secret: string): string {
    if (this.#key === undefined) return plain + secret;
    return `${encrypted}${this.#fingerprint}:${encrypt(secret, this.#key).toString('base64')}`;
  }

  /** @throws {SealedSecretError} if it was encrypted with another key */
  open(sealed: string): string {
    if (sealed.startsWith(plain)) return sealed.slice(plain.length);
    const [fingerprint, written = ''] = sealed.slice(encrypted.length).split(':');
    if (this.#key === undefined || fingerprint !== this.#fingerprint) {
      throw new SealedSecretError(
        'the secret was encrypted with another key: restore [notifications] encryption_key, or rotate the secret',
      );
    }
    return decrypt(Buffer.from(written, 'base64'), this.#key);
  }
}
