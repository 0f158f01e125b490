import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, type Finding, failed, ok, warning } from '../check.js';

export const dataDirectory: Check = {
  name: 'data directory',
  run({ configuration }) {
    const { dataDir } = configuration.server;
    const status = statusOf(dataDir);
    if (status === undefined) return assessParent(dataDir);
    if (!status.isDirectory()) {
      return failed(`${dataDir} is not a directory`, 'set [server] data_dir to a directory, or remove the file');
    }
    if (!mayWrite(dataDir)) return failed(`${dataDir} is not writable by this user`, runAsOwner(status));
    return assessOwner(dataDir, status);
  },
};

/** The nearest existing ancestor of a path. */
export function existingPart(path: string): string {
  return statusOf(path) === undefined && path !== dirname(path) ? existingPart(dirname(path)) : path;
}

function assessParent(dataDir: string): Finding {
  const parent = existingPart(dataDir);
  if (mayWrite(parent)) return ok(`${dataDir} does not exist yet; the first start creates it`);
  return failed(
    `${dataDir} does not exist, and this user cannot create it in ${parent}`,
    'create it for the user that runs Rampart, or set [server] data_dir',
  );
}

function assessOwner(dataDir: string, status: Stats): Finding {
  const own = process.getuid?.();
  if (own !== undefined && status.uid !== own) {
    return warning(`${dataDir} belongs to user ${status.uid}, but this is user ${own}`, runAsOwner(status));
  }
  if ((status.mode & 0o002) !== 0) return warning(`${dataDir} is writable by all users`, `chmod o-w ${dataDir}`);
  return ok(`${dataDir} is writable`);
}

function runAsOwner({ uid }: Stats): string {
  return `run Rampart as its owner (user ${uid}), or change the owner with chown -R`;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // Below a file, or in an inaccessible directory.
  }
}
