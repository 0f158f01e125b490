import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemErrorCode } from '../../system-error.js';
import { processTag } from './processes.js';

/** The text of a file that the first who asks writes; nobody ever finds it half-written. */
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

/** Writes the file as a whole or not at all. */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${processTag()}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
