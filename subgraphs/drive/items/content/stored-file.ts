import { type FileHandle, open } from 'node:fs/promises';
import { DamagedContent, encryptedSize, FileCipher, type NamedContent } from './encrypted-format.js';
import type { EncryptionKeys } from './encryption-keys.js';

const readBytes = 1 << 18;

/** Whether a file has this content: by its size, and if it is encrypted, also by its key and seal. */
export async function isStored(path: string, content: NamedContent, keys: EncryptionKeys): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    return (await kindOf(file, content, keys)) !== undefined;
  } catch (error) {
    if (error instanceof DamagedContent) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * The bytes of a stored content from `start` to `end`, inclusive. Fails if the file is missing or has another size, or
 * if it is encrypted and anything about it was changed.
 */
export async function* readStored(options: {
  path: string;
  content: NamedContent;
  range: { start: number; end: number };
  keys: EncryptionKeys;
}): AsyncGenerator<Buffer> {
  const { path, content, range, keys } = options;
  const file = await open(path, 'r');
  try {
    const cipher = await kindOf(file, content, keys);
    if (cipher === undefined) throw new DamagedContent('its file has another size');
    if (range.end < range.start) return;
    if (cipher !== 'clear') yield* cipher.decrypt(file, { size: content.size, ...range });
    else {
      // The stream allocates this much memory at once, even for a small file.
      const highWaterMark = Math.min(readBytes, range.end - range.start + 1);
      yield* file.createReadStream({ ...range, highWaterMark, autoClose: false });
    }
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    throw new DamagedContent(`the stored content ${content.sha256} cannot be read: ${error.message}`);
  } finally {
    await file.close();
  }
}

/** The cipher of the file of a content, which no clear file is as large as; undefined if it is another one. */
async function kindOf(file: FileHandle, content: NamedContent, keys: EncryptionKeys) {
  const { size } = await file.stat();
  if (size === content.size) return 'clear';
  if (size !== encryptedSize(content.size)) return undefined;
  const cipher = await FileCipher.read(file, keys);
  if (!cipher.isSealOf(content)) throw new DamagedContent('its file is that of another content, or was changed');
  return cipher;
}
