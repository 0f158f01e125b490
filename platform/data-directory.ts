import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode, systemErrorReason } from './system-error.js';

/**
 * Makes the data directory where it is not there yet.
 * @throws {Error} when it cannot be made or written to; says which setting to change
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `the data directory ${dataDir} cannot be used (${systemErrorReason(error)}): set [server] data_dir (RAMPART_SERVER_DATA_DIR) to a folder that this user may write to`,
      { cause: error },
    );
  }
}

/** With its parents. Node's own way hides why a read-only file system refuses, and never ends below /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
  }
}
