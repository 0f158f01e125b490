import { readFileSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { flushPath } from '../platform/flush-path.js';
import { isUuid } from '../platform/input-limits.js';
import { systemErrorCode } from '../platform/system-error.js';
import { writeAll } from '../platform/write-all.js';
import { findReplaced, wrapWriteErrors } from './backup/output-file.js';
import { CommandFailure } from './failure.js';

/** A file that an export continues after an interruption. */
export interface ResumableFile {
  /** Id of the export that began the file; null for a new file. */
  readonly id: string | null;
  /** Number of bytes written so far. */
  readonly offset: number;
  /** Records the id of the export, before the first byte is written. */
  begin(id: string): Promise<void>;
  write(part: Uint8Array): Promise<void>;
  /** Completes the file. */
  commit(): Promise<void>;
  /** Closes the file. The written bytes remain, so the export can be resumed. */
  discard(): Promise<void>;
}

/**
 * Opens the file of an export. It is written as FILE.part, readable only by its owner, with the id of the export in
 * FILE.part.export, and renamed to FILE when it is complete.
 * @throws {CommandFailure} if the file exists and `force` is not set
 */
export async function openResumableFile(file: string, force: boolean): Promise<ResumableFile> {
  const path = resolve(file);
  findReplaced(file, force);
  const draft = `${path}.part`;
  const note = `${draft}.export`;
  const id = force ? null : parseId(note);
  const offset = id === null ? 0 : (statSync(draft, { throwIfNoEntry: false })?.size ?? 0);
  const handle = await openDraft(draft, { isNew: offset === 0, file });
  let position = offset;
  return {
    id,
    offset,
    async begin(exportId) {
      if (exportId === id) return;
      await wrapWriteErrors(file, async () => {
        await writeFile(`${note}.new`, exportId, { mode: 0o600, flush: true });
        await rename(`${note}.new`, note);
      });
    },
    async write(part) {
      await wrapWriteErrors(file, () => writeAll(handle, part, position));
      position += part.length;
    },
    async commit() {
      await wrapWriteErrors(file, () => handle.sync());
      const isOwn = await hasName(handle, draft);
      await handle.close();
      if (!isOwn) throw new CommandFailure(`${file} was not written, because another command began to write it`);
      await wrapWriteErrors(file, () => rename(draft, path));
      await rm(note, { force: true });
      await flushPath(dirname(path));
    },
    discard: () => handle.close(),
  };
}

/**
 * Opens the draft. A new draft never shares its file with another command that is still writing: that command fails
 * when it completes its file.
 * @throws {CommandFailure} if another command creates the draft at the same time
 */
async function openDraft(draft: string, { isNew, file }: { isNew: boolean; file: string }): Promise<FileHandle> {
  if (!isNew) return await open(draft, 'r+');
  await rm(draft, { force: true });
  return await open(draft, 'wx', 0o600).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    throw new CommandFailure(`another command is writing ${file}: wait until it ends, or specify another file`);
  });
}

/** Whether an open file still has this name. */
async function hasName(handle: FileHandle, path: string): Promise<boolean> {
  const [own, named] = [await handle.stat(), await stat(path).catch(() => undefined)];
  return own.dev === named?.dev && own.ino === named.ino;
}

function parseId(note: string): string | null {
  const isThere = statSync(note, { throwIfNoEntry: false })?.isFile() ?? false;
  const id = isThere ? readFileSync(note, 'utf8').trim() : '';
  return isUuid(id) ? id : null;
}
