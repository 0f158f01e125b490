import { createHash } from 'node:crypto';
import { decrypt, deriveKey, encrypt } from '../../../../platform/encryption.js';
import type { SecretSeal } from '../../dependencies.js';

const plainPrefix = 'plain:';
const encryptedPrefix = 'aes-256-gcm:';

/** The error for a secret of a target that is missing or cannot be decrypted. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';
}

/**
 * Creates the encryption of target secrets.
 * @param encryptionKey `[notifications] encryption_key`; if it is empty, secrets are stored unencrypted
 */
export function createSecretSeal(encryptionKey: string): SecretSeal {
  const key = encryptionKey === '' ? undefined : deriveKey(encryptionKey, 'rampart notification secrets');
  /** Fingerprint of the encryption key. It is stored with encrypted secrets to detect decryption with another key. */
  const fingerprint = key === undefined ? '' : createHash('sha256').update(key).digest('hex').slice(0, 16);
  return {
    seal: (secret) =>
      key === undefined
        ? plainPrefix + secret
        : `${encryptedPrefix}${fingerprint}:${encrypt(secret, key).toString('base64')}`,
    open(sealed) {
      if (sealed.startsWith(plainPrefix)) return sealed.slice(plainPrefix.length);
      const [by, sealedText = ''] = sealed.slice(encryptedPrefix.length).split(':');
      if (key === undefined || by !== fingerprint) {
        throw new SealedSecretError(
          'the secret was encrypted with another key: restore [notifications] encryption_key, or replace the secret (for Slack, the URL)',
        );
      }
      return decrypt(Buffer.from(sealedText, 'base64'), key);
    },
  };
}
