import { randomUUID } from 'node:crypto';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../../../platform/system-error.js';
import { BlockWriter } from './block-writer.js';
import { contentSize, DamagedContent, FileCipher, headerBytes, keyIdOf } from './encrypted-format.js';
import type { EncryptionKeys } from './encryption-keys.js';
import { openPartFile } from './part-file.js';
import { readStored } from './stored-file.js';
import type { VerifiedContents } from './verified-contents.js';

/** What became of a stored content: encrypted now, or before with the current key. */
export type EncryptionOutcome = 'encrypted' | 'current' | 'damaged';

/** The SHA-256 of each stored content below this directory. */
export async function* storedContents(contents: string): AsyncGenerator<string> {
  for (const folder of (await readdir(contents).catch(() => [])).sort()) {
    for (const name of await readdir(join(contents, folder)).catch(() => [])) {
      if (/^[0-9a-f]{64}$/.test(name)) yield name;
    }
  }
}

/** Id of the key of a file; null if it is not encrypted, undefined if it is gone. */
export async function keyIdOfFile(path: string): Promise<string | null | undefined> {
  const file = await openUnlessGone(path);
  if (file === undefined) return undefined;
  try {
    const header = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(header, 0, headerBytes, 0);
    const { size } = await file.stat();
    return (contentSize(size) !== undefined && keyIdOf(header.subarray(0, bytesRead))) || null;
  } finally {
    await file.close();
  }
}

interface StoredFile {
  readonly sha256: string;
  readonly path: string;
  /** Directory for the new file, on the same file system. */
  readonly parts: string;
  readonly keys: EncryptionKeys;
  readonly verified: VerifiedContents;
}

/**
 * Replaces a file by one that is encrypted with the current key, unless it is. The content is verified while it is
 * read, so a damaged file stays as it is. Readers of the old file continue to read it.
 */
export async function encryptStored(stored: StoredFile): Promise<EncryptionOutcome> {
  const { sha256, path, parts, keys } = stored;
  const found = await sizeAndKey(stored);
  if (found === undefined || found.keyId === keys.current?.id) return 'current';
  const made = join(parts, `${sha256}.${randomUUID()}`);
  try {
    await writeEncrypted({ ...stored, size: found.size, made });
    await rename(made, path);
    return 'encrypted';
  } catch (error) {
    if (error instanceof DamagedContent) return 'damaged';
    throw error;
  } finally {
    await unlink(made).catch(() => undefined);
  }
}

/** Size of the content, and id of the key of the file if it is encrypted; undefined if it is gone. */
async function sizeAndKey({ sha256, path, keys }: StoredFile) {
  const file = await openUnlessGone(path);
  if (file === undefined) return undefined;
  try {
    const { size: fileSize } = await file.stat();
    const size = contentSize(fileSize);
    const cipher = await FileCipher.read(file, keys).catch(() => undefined);
    // Otherwise it is clear: any content may look like an encrypted file.
    const isEncrypted = size !== undefined && cipher?.isSealOf({ sha256, size }) === true;
    return isEncrypted ? { size, keyId: cipher.keyId } : { size: fileSize, keyId: undefined };
  } finally {
    await file.close();
  }
}

/** @throws {DamagedContent} if the file has another content */
async function writeEncrypted(options: StoredFile & { size: number; made: string }): Promise<void> {
  const { sha256, size, path, keys, verified, made } = options;
  const file = await openPartFile(made, keys);
  const writer = new BlockWriter({ file, position: 0, hash: () => undefined });
  const content = { sha256, size };
  const { signal } = new AbortController();
  try {
    const bytes = readStored({ path, content, range: { start: 0, end: size - 1 }, keys, verified, signal });
    for await (const chunk of bytes) await writer.append(chunk);
    await writer.flush();
    await file.complete(content);
  } finally {
    await writer.abandon();
    await file.close();
  }
}

async function openUnlessGone(path: string) {
  return await open(path, 'r').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
