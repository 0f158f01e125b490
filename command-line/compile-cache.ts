import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for compiled code. Only who may change the code may write there: it is beside the code where that is ours, and
 * below our home directory where the package was installed by another user or is read-only. Undefined where there is neither.
 */
export function compileCacheFolder(packageFolder: string): string | undefined {
  if (isOurs(packageFolder)) return join(packageFolder, 'node_modules', '.cache', 'compiled');
  try {
    return join(homedir(), '.cache', 'rampart');
  } catch {
    return undefined; // No home directory: neither HOME nor an entry for the user.
  }
}

function isOurs(folder: string): boolean {
  if (statSync(folder).uid !== process.getuid?.()) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
