import type { ContentFiles } from './content-files.js';
import { type ReplacedFile, readSizeAndKey, withTemporaryFile } from './encrypt-stored.js';
import { DamagedContentError } from './encrypted-format.js';
import { openFile } from './folder-files.js';
import { readStored } from './stored-file.js';

/** Outcome of moving stored content: moved, or damaged and therefore not moved. */
export type MoveOutcome = 'moved' | 'damaged';

/**
 * Moves the file of stored content to another storage. Its bytes are verified first, and the source is removed only
 * after the target has stored the file durably, so an interrupted move can be repeated.
 */
export async function moveStored(file: ReplacedFile & { readonly target: ContentFiles }): Promise<MoveOutcome> {
  const { sha256, files, target } = file;
  return await withTemporaryFile<MoveOutcome>(file, async (created) => {
    const path = await files.localCopy(sha256, created);
    const size = await verify(file, path);
    await target.put(sha256, path);
    const targetFile = await target.open(sha256, 1);
    await targetFile?.close();
    if (targetFile?.size !== size)
      throw new Error(
        `the content ${sha256} was stored with ${targetFile?.size ?? 0} of ${size} bytes; run the command again`,
      );
    await target.flush([sha256]);
    await files.remove(sha256, Number.POSITIVE_INFINITY);
    return 'moved';
  });
}

/**
 * Reads and verifies the whole file; returns the size of its content in bytes.
 * @throws {DamagedContentError} if the file does not match its SHA-256
 */
async function verify(storedFile: ReplacedFile, path: string): Promise<number> {
  const open = () => openFile(path);
  const file = await open();
  if (file === undefined) throw new DamagedContentError('its file is missing');
  const { size } = await readSizeAndKey(file, storedFile).finally(() => file.close());
  const content = { sha256: storedFile.sha256, size };
  const { signal } = new AbortController();
  const range = { start: 0, end: size - 1 };
  for await (const _ of readStored({ ...storedFile, files: { open }, content, range, signal })) {
    // Each part is verified while it is read.
  }
  return file.size;
}
