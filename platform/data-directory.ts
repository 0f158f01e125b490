import { accessSync, constants } from 'node:fs';
import { createFolder } from './create-folder.js';
import { systemErrorReason } from './system-error.js';

/**
 * Creates the data directory if it does not exist.
 * @throws {Error} if it cannot be created or written to; the message names the setting to change
 */
export function createDataDirectory(dataDir: string): void {
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `the data directory ${dataDir} cannot be used (${systemErrorReason(error)}): set [server] data_dir (RAMPART_SERVER_DATA_DIR) to a directory that this user can write to`,
      { cause: error },
    );
  }
}
