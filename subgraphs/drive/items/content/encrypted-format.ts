import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StoredFile } from './content-files.js';
import { type EncryptionKey, type EncryptionKeys, keyIdBytes } from './encryption-keys.js';

// An encrypted file: a header, then the content in chunks. Each chunk is encrypted by AES-256-GCM with a random nonce
// and its number as associated data, and each file has its own keys, derived by HKDF-SHA-256 from the key of the key
// file and the salt of the header. The header ends with an HMAC of the SHA-256 and size of the content, which is
// written once they are known. Therefore, a chunk can be decrypted only at its position in its file, and a file is
// accepted only if it contains the whole content that its name identifies.

const algorithm = 'aes-256-gcm';
const magic = Buffer.from('RAMPENC1', 'latin1');
const saltBytes = 32;
const sealBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const saltOffset = magic.length + keyIdBytes;
const sealOffset = saltOffset + saltBytes;
export const headerBytes = sealOffset + sealBytes;
/** Number of content bytes in a chunk; a divisor of the size of written blocks. */
export const chunkBytes = 65_536;
export const encryptedChunkBytes = nonceBytes + chunkBytes + tagBytes;
/** Number of chunks to read at a time. */
const chunksPerBatch = 4;

/** Identifies content by its SHA-256 in hexadecimal and its size in bytes. */
export interface NamedContent {
  readonly sha256: string;
  readonly size: number;
}

/**
 * Reports that stored content cannot be read: its file is missing, was changed, truncated or swapped with another one,
 * or is encrypted with an unknown key.
 */
export class DamagedContentError extends Error {
  override readonly name = 'DamagedContentError';
}

/** Size in bytes of the encrypted file for content of `size` bytes. */
export function encryptedSize(size: number): number {
  return headerBytes + size + Math.ceil(size / chunkBytes) * (nonceBytes + tagBytes);
}

/** Size in bytes of the content in an encrypted file; undefined if an encrypted file cannot have this size. */
export function contentSize(fileSize: number): number | undefined {
  const chunks = Math.ceil((fileSize - headerBytes) / encryptedChunkBytes);
  const size = fileSize - headerBytes - chunks * (nonceBytes + tagBytes);
  return size >= 0 && encryptedSize(size) === fileSize ? size : undefined;
}

/** Encrypts and decrypts the chunks of a file. */
export class FileCipher {
  readonly #header: Buffer;
  readonly #chunkKey: Buffer;
  readonly #sealKey: Buffer;

  private constructor(key: EncryptionKey, header: Buffer) {
    const salt = header.subarray(saltOffset, sealOffset);
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key.secret, salt, purpose, 32));
    this.#header = header;
    this.#chunkKey = derive('rampart content chunks');
    this.#sealKey = derive('rampart content seal');
  }

  /** Creates the cipher for a new file. */
  static create(key: EncryptionKey): FileCipher {
    const id = Buffer.from(key.id, 'hex');
    return new FileCipher(key, Buffer.concat([magic, id, randomBytes(saltBytes), Buffer.alloc(sealBytes)]));
  }

  /**
   * Creates the cipher for an existing file from its header.
   * @throws {DamagedContentError} if the file has no valid header, or its key is unknown
   */
  static async read(file: Pick<StoredFile, 'read'>, keys: EncryptionKeys): Promise<FileCipher> {
    const header = await readExactly(file, { position: 0, length: headerBytes });
    const id = keyIdOf(header);
    if (id === undefined) throw new DamagedContentError('its file does not begin with the header of an encrypted file');
    const key = keys.find(id);
    if (key !== undefined) return new FileCipher(key, header);
    throw new DamagedContentError(`it is encrypted with the key ${id}, which is not in [drive] encryption_key_file`);
  }

  get keyId(): string {
    return this.#header.toString('hex', magic.length, saltOffset);
  }

  /** Whether the header has a seal: the content was written completely. */
  get isSealed(): boolean {
    return this.#header.subarray(sealOffset).some((byte) => byte !== 0);
  }

  isSealOf(content: NamedContent): boolean {
    return timingSafeEqual(this.#header.subarray(sealOffset), this.#sealOf(content));
  }

  /** The file header, with a seal for completely written content; without a seal if `content` is undefined. */
  headerOf(content: NamedContent | undefined): Buffer {
    const seal = content === undefined ? Buffer.alloc(sealBytes) : this.#sealOf(content);
    return Buffer.concat([this.#header.subarray(0, sealOffset), seal]);
  }

  encryptChunks(bytes: Uint8Array, firstChunk: number): Buffer {
    const parts: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, this.#chunkKey, nonce);
      cipher.setAAD(numberOf(firstChunk + start / chunkBytes));
      const encrypted = cipher.update(bytes.subarray(start, start + chunkBytes));
      parts.push(nonce, encrypted, cipher.final(), cipher.getAuthTag());
    }
    return Buffer.concat(parts);
  }

  /** Decrypts the bytes `start` to `end` (inclusive) of content of `size` bytes. */
  async *decrypt(file: Pick<StoredFile, 'read'>, part: { size: number; start: number; end: number }) {
    const { size, start, end } = part;
    for (let chunk = Math.floor(start / chunkBytes); chunk * chunkBytes <= end; chunk += chunksPerBatch) {
      const chunks = await this.readChunks(file, { size, first: chunk });
      const offset = chunk * chunkBytes;
      yield chunks.subarray(Math.max(0, start - offset), end + 1 - offset);
    }
  }

  /**
   * Verifies all chunks of the content.
   * @throws {DamagedContentError} if one of them is damaged or missing
   */
  async verify(file: Pick<StoredFile, 'read'>, { size }: NamedContent): Promise<void> {
    for await (const _ of this.decrypt(file, { size, start: 0, end: size - 1 })) {
      // Each chunk is verified while it is decrypted.
    }
  }

  /** Reads and decrypts up to `chunksPerBatch` chunks, from chunk `first` on, of content of `size` bytes. */
  async readChunks(file: Pick<StoredFile, 'read'>, { size, first }: { size: number; first: number }): Promise<Buffer> {
    const fileEnd = encryptedSize(size);
    const position = headerBytes + first * encryptedChunkBytes;
    const length = Math.min(chunksPerBatch * encryptedChunkBytes, fileEnd - position);
    const encrypted = await readExactly(file, { position, length });
    const decrypted: Buffer[] = [];
    for (let start = 0, chunk = first; start < length; start += encryptedChunkBytes, chunk++) {
      decrypted.push(this.#decryptChunk(encrypted.subarray(start, start + encryptedChunkBytes), chunk));
    }
    return Buffer.concat(decrypted);
  }

  #decryptChunk(encrypted: Buffer, chunk: number): Buffer {
    const nonce = encrypted.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, this.#chunkKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(numberOf(chunk));
    decipher.setAuthTag(encrypted.subarray(-tagBytes));
    const bytes = decipher.update(encrypted.subarray(nonceBytes, -tagBytes));
    try {
      decipher.final();
    } catch {
      throw new DamagedContentError(`its encrypted chunk at byte ${chunk * chunkBytes} of the content is damaged`);
    }
    return bytes;
  }

  #sealOf({ sha256, size }: NamedContent): Buffer {
    const hmac = createHmac('sha256', this.#sealKey).update(this.#header.subarray(0, sealOffset));
    return hmac.update(numberOf(size)).update(sha256, 'hex').digest();
  }
}

/** The key id in the header of an encrypted file; undefined if the bytes are not such a header. */
export function keyIdOf(header: Buffer): string | undefined {
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic)) return undefined;
  return header.toString('hex', magic.length, saltOffset);
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

async function readExactly(
  file: Pick<StoredFile, 'read'>,
  { position, length }: { position: number; length: number },
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let offset = 0; offset < length; ) {
    const { bytesRead } = await file.read(bytes, offset, length - offset, position + offset);
    if (bytesRead === 0) throw new DamagedContentError(`its file ends early, after ${position + offset} bytes`);
    offset += bytesRead;
  }
  return bytes;
}
