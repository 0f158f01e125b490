import type { ContentFiles, ContentRange, StoredFile } from './content-files.js';
import { DamagedContentError, encryptedSize, FileCipher, type NamedContent } from './encrypted-format.js';
import type { EncryptionKeys } from './encryption-keys.js';
import type { VerifiedContents } from './verified-contents.js';

/** Stored content with the dependencies for reading it. */
interface StoredContent {
  readonly files: Pick<ContentFiles, 'open'>;
  readonly content: NamedContent;
  readonly keys: EncryptionKeys;
}

/**
 * Whether content is stored in a file of the expected size. With `verified`, all bytes of the file are also verified.
 * @throws {DamagedContentError} if the file is encrypted with an unknown key, or does not match the SHA-256
 */
export async function isStored(content: StoredContent & { verified?: VerifiedContents }): Promise<boolean> {
  const file = await content.files.open(content.content.sha256);
  if (file === undefined) return false;
  try {
    const cipher = await cipherOf(file, content);
    if (cipher === 'clear') await content.verified?.verify(file, content.content);
    else if (content.verified !== undefined) await cipher?.verify(file, content.content);
    return cipher !== undefined;
  } catch (error) {
    throw error instanceof DamagedContentError ? damagedError(content.content, error.message) : error;
  } finally {
    await file.close();
  }
}

/**
 * Reads the bytes of a range of stored content.
 * @throws {DamagedContentError} if the file is missing, was changed, or does not match the SHA-256
 */
export async function* readStored(
  options: StoredContent & { range: ContentRange; verified: VerifiedContents; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const { files, content, range, verified, signal } = options;
  const file = await files.open(content.sha256);
  if (file === undefined) throw damagedError(content, 'its file is missing');
  try {
    const cipher = await cipherOf(file, options);
    if (cipher === undefined) {
      const expected = `${content.size} bytes, or ${encryptedSize(content.size)} if it is encrypted`;
      throw new DamagedContentError(`its file has ${file.size} bytes instead of ${expected}`);
    }
    if (cipher === 'clear') yield* verified.read(file, { content, range, signal });
    else if (range.start <= range.end) yield* cipher.decrypt(file, { size: content.size, ...range });
  } catch (error) {
    throw error instanceof DamagedContentError ? damagedError(content, error.message) : error;
  } finally {
    await file.close();
  }
}

function damagedError({ sha256 }: NamedContent, reason: string): DamagedContentError {
  return new DamagedContentError(
    `the stored content ${sha256} cannot be read: ${reason}; restore data_dir/drive or the bucket from a backup`,
  );
}

/**
 * The cipher of an encrypted file, or `clear` for an unencrypted one, determined by the file size; undefined if the
 * size matches neither.
 */
async function cipherOf(file: StoredFile, { content, keys }: StoredContent) {
  const { size } = file;
  if (size === content.size) return 'clear';
  if (size !== encryptedSize(content.size)) return undefined;
  const cipher = await FileCipher.read(file, keys);
  if (!cipher.isSealOf(content)) throw new DamagedContentError('its file belongs to different content, or was changed');
  return cipher;
}
