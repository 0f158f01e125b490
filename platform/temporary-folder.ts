import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemErrorReason } from './system-error.js';

/**
 * Makes a folder of a unique name, for the user of this process only, where temporary files go.
 * @throws {Error} when nothing can be made there; says what to set
 */
export function temporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new Error(
      `the folder for temporary files, ${tmpdir()}, cannot be used (${systemErrorReason(error)}): set TMPDIR to a folder that can be written to`,
      { cause: error },
    );
  }
}
