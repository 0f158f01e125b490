import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The directory of the compile cache, to which only users who may change the code may write. It is below the package
 * directory if the current user owns that, otherwise below the home directory; undefined if the user has none.
 */
export function compileCacheFolder(packageFolder: string): string | undefined {
  if (isOwnedByUser(packageFolder)) return join(packageFolder, 'node_modules', '.cache', 'compiled');
  try {
    return join(homedir(), '.cache', 'rampart');
  } catch {
    return undefined; // The user has no home directory: HOME is not set, and the user is not in the password database.
  }
}

function isOwnedByUser(folder: string): boolean {
  if (statSync(folder).uid !== process.getuid?.()) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
