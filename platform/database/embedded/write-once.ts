import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemErrorCode } from '../../system-error.js';
import { processTag } from './processes.js';

/** The content of a file that the first caller writes. Concurrent callers never see it incomplete. */
export function writeOnce(file: string, text: () => string): string {
  if (!existsSync(file)) {
    const unfinished = `${file}.${processTag()}`;
    writeFileSync(unfinished, text(), { mode: 0o600 });
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
  return readFileSync(file, 'utf8');
}

/** Writes the file atomically. */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${processTag()}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
