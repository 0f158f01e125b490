import { type FileHandle, open, unlink } from 'node:fs/promises';
import { writeAll } from '../../../../platform/write-all.js';
import { chunkBytes, encryptedChunkBytes, FileCipher, headerBytes, type NamedContent } from './encrypted-format.js';
import type { EncryptionKeys } from './encryption-keys.js';
import { FlushingFile } from './flushing-file.js';

/** The file of content that is being downloaded. Positions refer to the content, not to encrypted bytes. */
export interface PartFile {
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  /** Fills the block with bytes that earlier attempts received, from `position` on. Returns the number of bytes. */
  read(block: Buffer, position: number): Promise<number>;
  /** Marks the content as complete and flushes the file to disk. */
  complete(content: NamedContent): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file of a part. An encrypted file of an earlier attempt is replaced if it is complete, because it already
 * has its final name, or if it was encrypted with another key.
 */
export async function openPartFile(path: string, keys: EncryptionKeys): Promise<PartFile> {
  const created = await create(path, keys).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (created !== undefined) return created;
  // Not flag `a`, with which every write would append.
  const file = await open(path, 'r+');
  try {
    const resumed = keys.current === undefined ? unencryptedFile(file) : await resume(file, keys);
    if (resumed !== undefined) return resumed;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  await unlink(path);
  return await create(path, keys);
}

/** Creates the file; fails if it exists. */
async function create(path: string, keys: EncryptionKeys): Promise<PartFile> {
  const file = await open(path, 'wx+', 0o600);
  if (keys.current === undefined) return unencryptedFile(file);
  const cipher = FileCipher.create(keys.current);
  await file.write(cipher.headerOf(undefined), 0, headerBytes, 0);
  return encryptedFile(file, cipher, 0);
}

async function resume(file: FileHandle, keys: EncryptionKeys): Promise<PartFile | undefined> {
  const cipher = await FileCipher.read(file, keys).catch(() => undefined);
  if (cipher === undefined || cipher.isSealed || cipher.keyId !== keys.current?.id) return undefined;
  // Only whole chunks can be resumed. Truncating is safe: a file without a seal has no final name yet.
  const { size } = await file.stat();
  const chunks = Math.floor((size - headerBytes) / encryptedChunkBytes);
  await file.truncate(headerBytes + chunks * encryptedChunkBytes);
  return encryptedFile(file, cipher, chunks * chunkBytes);
}

function unencryptedFile(file: FileHandle): PartFile {
  const flushing = new FlushingFile(file);
  return {
    write: async (bytes, offset, length, position) => await flushing.write(bytes, offset, length, position),
    read: async (block, position) => (await file.read(block, 0, block.length, position)).bytesRead,
    complete: async () => await flushing.sync(),
    close: async () => await flushing.close(),
  };
}

function encryptedFile(file: FileHandle, cipher: FileCipher, length: number): PartFile {
  const flushing = new FlushingFile(file);
  return {
    async write(bytes, offset, count, position) {
      if (position % chunkBytes !== 0) throw new Error('an encrypted part must be written in whole chunks');
      const chunk = position / chunkBytes;
      const encrypted = cipher.encryptChunks(bytes.subarray(offset, offset + count), chunk);
      await writeAll(flushing, encrypted, headerBytes + chunk * encryptedChunkBytes);
      return { bytesWritten: count };
    },
    async read(block, position) {
      const end = Math.min(position + block.length, length) - 1;
      let offset = 0;
      for await (const bytes of cipher.decrypt(file, { size: length, start: position, end })) {
        block.set(bytes, offset);
        offset += bytes.length;
      }
      return offset;
    },
    async complete(content) {
      await writeAll(flushing, cipher.headerOf(content), 0);
      await flushing.sync();
    },
    close: async () => await flushing.close(),
  };
}
