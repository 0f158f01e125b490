import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;
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
    this.#key =
      encryptionKey === ''
        ? undefined
        : Buffer.from(hkdfSync('sha256', encryptionKey, '', 'rampart notification secrets', 32));
    this.#fingerprint =
      this.#key === undefined ? '' : createHash('sha256').update(this.#key).digest('hex').slice(0, 16);
  }

  seal(secret: string): string {
    if (this.#key === undefined) return plain + secret;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    return `${encrypted}${this.#fingerprint}:${bytes}`;
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
    const bytes = Buffer.from(written, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  }
}
