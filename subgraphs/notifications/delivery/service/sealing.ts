import { createHash } from 'node:crypto';
import { decrypt, deriveKey, encrypt } from '../../../../platform/encryption.js';
import type { SecretSeal } from '../../dependencies.js';

const plainPrefix = 'plain:';
const encryptedPrefix = 'aes-256-gcm:';

/** The secret of a target cannot be read. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';
}

/** @param encryptionKey `[notifications] encryption_key`; may be empty */
export function createSecretSeal(encryptionKey: string): SecretSeal {
  const key = encryptionKey === '' ? undefined : deriveKey(encryptionKey, 'rampart notification secrets');
  /** Identifies the key, so another one is recognized. */
  const fingerprint = key === undefined ? '' : createHash('sha256').update(key).digest('hex').slice(0, 16);
  return {
    seal: (secret) =>
      key === undefined
        ? plainPrefix + secret
        : `${encryptedPrefix}${fingerprint}:${encrypt(secret, key).toString('base64')}`,
    open(sealed) {
      if (sealed.startsWith(plainPrefix)) return sealed.slice(plainPrefix.length);
      const [by, written = ''] = sealed.slice(encryptedPrefix.length).split(':');
      if (key === undefined || by !== fingerprint) {
        throw new SealedSecretError(
          'the secret was encrypted with another key: restore [notifications] encryption_key, or rotate the secret',
        );
      }
      return decrypt(Buffer.from(written, 'base64'), key);
    },
  };
}
