import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemErrorCode } from './system-error.js';

/** Error codes of file systems without hard links. */
const noHardLinkCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

interface Content {
  readonly text: string;
  readonly mode: number;
}

/** Writes a file atomically, so no process reads it incomplete. */
export function replaceFile(path: string, content: Content): void {
  withDraft(path, content, (draft) => renameSync(draft, path));
}

/**
 * Creates a file atomically. An existing file is left unchanged.
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
    writeFileSync(draft, text, { mode, flag: 'wx' });
    return publish(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
