import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemErrorCode } from './system-error.js';

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
  return withDraft(path, content, (draft) => {
    try {
      linkSync(draft, path);
      return true;
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      return false;
    }
  });
}

function withDraft<Result>(path: string, { text, mode }: Content, publish: (draft: string) => Result): Result {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, text, { mode, flag: 'wx' });
    return publish(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
