import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from './system-error.js';

/** Error codes of file systems without hard links. */
const noHardLinkCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** Error codes of file systems that cannot flush directories. */
const noFolderFlushCodes = new Set([...noHardLinkCodes, 'EINVAL', 'EISDIR']);

interface Content {
  readonly text: string;
  readonly mode: number;
}

/** Writes a file atomically and flushes it to disk, so no process reads it incomplete, not even after a power loss. */
export function replaceFile(path: string, content: Content): void {
  withDraft(path, content, (draft) => renameSync(draft, path));
}

/**
 * Creates a file atomically and flushes it to disk. An existing file is left unchanged.
 * @returns whether it was created
 */
export function createFile(path: string, content: Content): boolean {
  return !existsSync(path) && withDraft(path, content, (draft) => moveIfAbsent(draft, path));
}

/**
 * Moves a complete file to a path on the same file system by a hard link, so a process that reads it never reads it
 * incomplete. An existing file is left unchanged. On a file system without hard links, the file is empty for a moment.
 * @returns whether the file was moved
 */
export function moveIfAbsent(draft: string, path: string): boolean {
  try {
    linkOrRename(draft, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

function linkOrRename(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!noHardLinkCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    closeSync(openSync(path, 'wx', 0o600)); // An empty file claims the name, and is replaced.
    try {
      renameSync(draft, path);
    } catch (renameError) {
      rmSync(path, { force: true });
      throw renameError;
    }
  }
}

function withDraft<Result>(path: string, { text, mode }: Content, publish: (draft: string) => Result): Result {
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeFileSync(draft, text, { mode, flag: 'wx', flush: true });
    const result = publish(draft);
    flushFolder(dirname(path));
    return result;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Flushes the names in a directory to disk, if its file system supports it, so they survive a power loss. */
function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!noFolderFlushCodes.has(systemErrorCode(error) ?? '')) throw error;
  } finally {
    closeSync(descriptor);
  }
}
