import { hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemErrorReason } from '../../../../platform/system-error.js';

const keyBytes = 32;
export const keyIdBytes = 8;

/** A key that encrypts contents. */
export interface EncryptionKey {
  /** Id in hexadecimal, derived from the key; part of the header of each encrypted file. */
  readonly id: string;
  readonly secret: Buffer;
}

/** The keys of `[drive] encryption_key_file`. */
export interface EncryptionKeys {
  /** The key that encrypts new contents; undefined without a key file. */
  readonly current: EncryptionKey | undefined;
  /** The key with this id; undefined if it is not in the key file. */
  find(id: string): EncryptionKey | undefined;
}

/**
 * Reads a key file: each line has a 32-byte key in base64 or hexadecimal. The first key encrypts new contents; all keys
 * decrypt. Lines that begin with `#` are comments.
 * @param path empty: no keys
 * @throws {Error} if the file cannot be read, or is not a key file; the error message contains no part of a key
 */
export function readEncryptionKeys(path: string): EncryptionKeys {
  const keys = path === '' ? [] : readKeys(path);
  return { current: keys[0], find: (id) => keys.find((key) => key.id === id) };
}

function readKeys(path: string): EncryptionKey[] {
  const lines = readText(path).split(/\r?\n/);
  const keys = lines.flatMap((line, index) => {
    const keyText = line.trim();
    return keyText === '' || keyText.startsWith('#') ? [] : [parseKey(keyText, `line ${index + 1} of ${path}`)];
  });
  if (keys.length === 0) throw new Error(`[drive] encryption_key_file: ${path} contains no key; ${advice}`);
  return keys;
}

const advice = 'create one with: openssl rand -base64 32';

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`[drive] encryption_key_file: ${path} cannot be read (${systemErrorReason(error)})`);
  }
}

function parseKey(text: string, location: string): EncryptionKey {
  const isHexadecimal = /^[0-9a-f]{64}$/i.test(text);
  if (!isHexadecimal && !/^[A-Za-z0-9+/]{43}=$/.test(text)) {
    throw new Error(
      `[drive] encryption_key_file: ${location} is not a key of ${keyBytes} bytes in base64 or hexadecimal; ${advice}`,
    );
  }
  const secret = Buffer.from(text, isHexadecimal ? 'hex' : 'base64');
  const id = Buffer.from(hkdfSync('sha256', secret, '', 'rampart content key id', keyIdBytes)).toString('hex');
  return { id, secret };
}
