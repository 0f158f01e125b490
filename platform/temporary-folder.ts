import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemErrorReason } from './system-error.js';

/**
 * Creates a temporary directory with a unique name, accessible only to the user of this process.
 * @throws {Error} if it cannot be created; the message names the variable to set
 */
export function temporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new Error(
      `the temporary directory ${tmpdir()} is not usable (${systemErrorReason(error)}): set TMPDIR to a writable directory`,
      { cause: error },
    );
  }
}
