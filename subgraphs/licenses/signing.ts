import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DomainError } from '../../platform/domain-error.js';
import { systemErrorReason } from '../../platform/system-error.js';

/**
 * Signs a text with the Ed25519 private key in a PEM file.
 * @returns the 64 bytes of the signature
 * @throws {DomainError} BAD_USER_INPUT if the file does not exist or does not contain such a key
 */
export function signWithFile(keyFile: string, text: string): Buffer {
  if (keyFile === '') {
    throw new DomainError('BAD_USER_INPUT', 'There is no signing key: set [licenses] signing_key_file');
  }
  return sign(null, Buffer.from(text), readKey(keyFile));
}

/** Whether a signature by {@link signWithFile} is valid for a text and a public key in PEM format. */
export function verifyDetached(text: string, signature: Buffer, publicKey: string): boolean {
  try {
    return verify(null, Buffer.from(text), createPublicKey(publicKey), signature);
  } catch {
    return false;
  }
}

function readKey(keyFile: string): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(keyFile, 'utf8');
  } catch (error) {
    throw new DomainError('BAD_USER_INPUT', `The signing key ${keyFile} cannot be read: ${systemErrorReason(error)}`);
  }
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below.
  }
  throw new DomainError('BAD_USER_INPUT', `The signing key ${keyFile} is not an Ed25519 private key in PEM format`);
}
