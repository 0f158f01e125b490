import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BlockWriter } from './block-writer.js';
import type { ContentFiles, StoredFile } from './content-files.js';
import {
  contentSize,
  DamagedContentError,
  FileCipher,
  headerBytes,
  keyIdOf,
  type NamedContent,
} from './encrypted-format.js';
import type { EncryptionKeys } from './encryption-keys.js';
import { openPartFile } from './part-file.js';
import { readStored } from './stored-file.js';
import type { VerifiedContents } from './verified-contents.js';

/** Outcome of encrypting stored content: now encrypted, already encrypted with the current key, or damaged. */
export type EncryptionOutcome = 'encrypted' | 'current' | 'damaged';

/** Id of the key that encrypts a file; null if the file is not encrypted, undefined if it no longer exists. */
export async function keyIdOfFile(files: ContentFiles, sha256: string): Promise<string | null | undefined> {
  const file = await files.open(sha256, headerBytes);
  if (file === undefined) return undefined;
  try {
    const header = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(header, 0, headerBytes, 0);
    return (contentSize(file.size) !== undefined && keyIdOf(header.subarray(0, bytesRead))) || null;
  } finally {
    await file.close();
  }
}

/** Stored content with the dependencies for replacing its file. */
export interface ReplacedFile {
  readonly sha256: string;
  readonly files: ContentFiles;
  /** Directory for temporary files, on the same file system as the stored files. */
  readonly parts: string;
  readonly keys: EncryptionKeys;
  readonly verified: VerifiedContents;
}

/**
 * Replaces a file by one encrypted with the current key, unless it already is. The content is verified while it is
 * read, so a damaged file is not replaced. Readers of the old file can continue, except in a bucket.
 */
export async function encryptStored(replacedFile: ReplacedFile): Promise<EncryptionOutcome> {
  const { sha256, files, keys } = replacedFile;
  const file = await files.open(sha256);
  const found = file && (await readSizeAndKey(file, replacedFile).finally(() => file.close()));
  if (found === undefined || found.keyId === keys.current?.id) return 'current';
  return await withTemporaryFile<EncryptionOutcome>(replacedFile, async (created) => {
    await writeEncrypted({ ...replacedFile, content: { sha256, size: found.size }, created });
    await files.put(sha256, created);
    await files.flush([sha256]); // Otherwise, the old file could be back after a power loss.
    return 'encrypted';
  });
}

/**
 * Runs `work` with the path of a temporary file that it may create, and removes the file afterwards if it remains.
 * Returns `damaged` if `work` throws `DamagedContentError`.
 */
export async function withTemporaryFile<Outcome>(
  { sha256, parts }: ReplacedFile,
  work: (path: string) => Promise<Outcome>,
): Promise<Outcome | 'damaged'> {
  const path = join(parts, `${sha256}.${randomUUID()}`);
  try {
    return await work(path);
  } catch (error) {
    if (error instanceof DamagedContentError) return 'damaged';
    throw error;
  } finally {
    await unlink(path).catch(() => undefined);
  }
}

/** Size of the content in a file in bytes, and id of its key if it is encrypted. */
export async function readSizeAndKey(
  file: StoredFile,
  { sha256, keys }: Pick<ReplacedFile, 'sha256' | 'keys'>,
): Promise<{ size: number; keyId: string | undefined }> {
  const size = contentSize(file.size);
  const cipher = await FileCipher.read(file, keys).catch((error: unknown) => {
    if (!(error instanceof DamagedContentError)) throw error;
  });
  // The header alone proves nothing: unencrypted content may begin with the same bytes.
  const isEncrypted = size !== undefined && cipher?.isSealOf({ sha256, size }) === true;
  return isEncrypted ? { size, keyId: cipher.keyId } : { size: file.size, keyId: undefined };
}

/**
 * Writes the content of a stored file to a new file, encrypted with the current key.
 * @throws {DamagedContentError} if the stored file does not match its SHA-256
 */
async function writeEncrypted(options: ReplacedFile & { content: NamedContent; created: string }): Promise<void> {
  const { content, created, keys } = options;
  const file = await openPartFile(created, keys);
  const writer = new BlockWriter({ file, position: 0, hash: () => undefined });
  const { signal } = new AbortController();
  try {
    const bytes = readStored({ ...options, range: { start: 0, end: content.size - 1 }, signal });
    for await (const chunk of bytes) await writer.append(chunk);
    await writer.flush();
    await file.complete(content);
  } finally {
    await writer.abandon();
    await file.close();
  }
}
