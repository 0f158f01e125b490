import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, type CheckResult, failure, ok, warning } from '../check.js';

export const dataDirectory: Check = {
  name: 'data directory',
  run({ configuration }) {
    const { dataDir } = configuration.server;
    const status = statsOf(dataDir);
    if (status === undefined) return assessParent(dataDir);
    if (!status.isDirectory()) {
      return failure(`${dataDir} is not a directory`, 'set [server] data_dir to a directory, or remove the file');
    }
    if (!canWrite(dataDir)) return failure(`${dataDir} is not writable by this user`, ownerAction(status));
    return assessOwner(dataDir, status);
  },
};

/** The nearest existing ancestor of a path. */
export function existingAncestor(path: string): string {
  return statsOf(path) === undefined && path !== dirname(path) ? existingAncestor(dirname(path)) : path;
}

function assessParent(dataDir: string): CheckResult {
  const parent = existingAncestor(dataDir);
  if (canWrite(parent)) return ok(`${dataDir} does not exist yet; the first start creates it`);
  return failure(
    `${dataDir} does not exist, and this user cannot create it in ${parent}`,
    'create it for the user that runs Rampart, or set [server] data_dir',
  );
}

function assessOwner(dataDir: string, status: Stats): CheckResult {
  const ownUid = process.getuid?.();
  if (ownUid !== undefined && status.uid !== ownUid) {
    return warning(
      `${dataDir} belongs to user ${status.uid}, but this process runs as user ${ownUid}`,
      ownerAction(status),
    );
  }
  if ((status.mode & 0o002) !== 0) return warning(`${dataDir} is writable by all users`, `chmod o-w ${dataDir}`);
  return ok(`${dataDir} is writable`);
}

function ownerAction({ uid }: Stats): string {
  return `run Rampart as the owner of the directory (user ${uid}), or change the owner with chown -R`;
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // Below a file, or in an inaccessible directory.
  }
}
