import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { minPassphraseLength } from '../../configuration/index.js';
import { DamagedBackupError, PassphraseError } from '../errors.js';
import { type KeySource, tagBytes } from './format.js';

/**
 * Parameters of scrypt: each guess of a passphrase takes 128 MiB and half a second (OWASP Password Storage Cheat
 * Sheet).
 */
const cost = { cost: 1 << 17, blockSize: 8, parallelization: 1 } as const;
const keyBytes = 32;
const checkBytes = 16;
const saltBytes = 16;
const nonceBytes = 12;
const cipher = 'aes-256-gcm';

/** @throws {PassphraseError} if the passphrase is too short */
function assertPassphrase(passphrase: string): void {
  if (passphrase.length >= minPassphraseLength) return;
  throw new PassphraseError(
    `the passphrase has ${passphrase.length} characters, but the minimum is ${minPassphraseLength}`,
  );
}

/**
 * Creates the key of a backup: derived from the passphrase or, without one, a random key that the header contains.
 * @throws {PassphraseError} if the passphrase is too short
 */
export async function createKey(passphrase: string | undefined): Promise<{ source: KeySource; key: Buffer }> {
  if (passphrase === undefined) {
    const key = randomBytes(keyBytes);
    return { source: { kind: 'none', key: key.toString('base64') }, key };
  }
  assertPassphrase(passphrase);
  const salt = randomBytes(saltBytes);
  const { key, check } = await derive(passphrase, salt);
  const source = { kind: 'passphrase', scrypt: cost, salt: salt.toString('base64'), check } as const;
  return { source, key };
}

/**
 * Returns the key of a backup: derived from the first matching passphrase, or the key in the header.
 * @throws {PassphraseError} if there is no passphrase, or all are wrong
 * @throws {DamagedBackupError} if the parameters of the key derivation are not supported
 */
export async function recoverKey(source: KeySource, passphrases: readonly string[]): Promise<Buffer> {
  if (source.kind === 'none') return Buffer.from(source.key, 'base64');
  // Other parameters could exhaust the memory of the process.
  const { scrypt: storedCost } = source;
  const isSupported = Object.entries(cost).every(([name, value]) => storedCost[name as keyof typeof cost] === value);
  if (!isSupported) throw new DamagedBackupError('its key derivation parameters are not supported by this release');
  if (passphrases.length === 0) {
    throw new PassphraseError('the backup is encrypted: specify the file with its passphrase (--passphrase-file FILE)');
  }
  for (const passphrase of passphrases) {
    const { key, check } = await derive(passphrase, Buffer.from(source.salt, 'base64'));
    if (check === source.check) return key;
  }
  throw new PassphraseError('the passphrase is wrong: specify the one with which the backup was encrypted');
}

async function derive(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: string }> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    // Keyboards produce different code points for one character (RFC 8265, section 4.2.1).
    scrypt(passphrase.normalize('NFC'), salt, keyBytes + checkBytes, { ...cost, maxmem: 1 << 28 }, (error, derived) =>
      error === null ? resolve(derived) : reject(error),
    );
  });
  return { key: bytes.subarray(0, keyBytes), check: bytes.subarray(keyBytes).toString('base64') };
}

/** Seals or opens the frames of one backup, in order. */
export class FrameSeal {
  readonly #key: Buffer;
  readonly #headerDigest: Buffer;
  #number = 0;

  constructor(key: Buffer, headerDigest: Buffer) {
    this.#key = key;
    this.#headerDigest = headerDigest;
  }

  seal(parts: readonly Buffer[], isLast: boolean): Buffer[] {
    const sealing = createCipheriv(cipher, this.#key, this.#nonce(isLast)).setAAD(this.#headerDigest);
    const sealed = parts.map((part) => sealing.update(part));
    return [...sealed, sealing.final(), sealing.getAuthTag()];
  }

  /** @throws {DamagedBackupError} if the frame is not the one that was written at this position */
  open(frame: Buffer, isLast: boolean): Buffer {
    const number = this.#number;
    const end = frame.length - tagBytes;
    const opening = createDecipheriv(cipher, this.#key, this.#nonce(isLast), { authTagLength: tagBytes })
      .setAAD(this.#headerDigest)
      .setAuthTag(frame.subarray(end));
    try {
      const opened = opening.update(frame.subarray(0, end));
      opening.final();
      return opened;
    } catch {
      throw new DamagedBackupError(`frame ${number} is damaged or was modified`);
    }
  }

  #nonce(isLast: boolean): Buffer {
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUInt8(isLast ? 1 : 0, 0);
    nonce.writeBigUInt64BE(BigInt(this.#number), 4);
    this.#number++;
    return nonce;
  }
}
