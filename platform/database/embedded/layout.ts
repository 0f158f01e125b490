import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BinariesFolder, embeddedBinaries, hasPackagedLinks } from './binaries.js';
import { copyNames, provideBinariesCopy } from './binaries-copy.js';
import { clusterFolder, type SharedFolders, sharedFolders } from './cluster-folder.js';
import { isAbandoned } from './processes.js';
import { readOrCreateFile } from './read-or-create-file.js';
import { changeOwner, type ServerUser, serverUser } from './server-user.js';

export interface LayoutOptions {
  /** Data directory of Rampart; created if it does not exist. */
  readonly directory: string;
  /** PostgreSQL binaries to use; default: the embedded ones. */
  readonly binaries?: BinariesFolder | undefined;
  /**
   * Parent directories of the clusters that root runs for data directories that the server's user cannot access;
   * default: /var/lib/rampart-databases and, for existing clusters, /var/lib/rampart.
   */
  readonly sharedFolders?: SharedFolders;
}

/** Paths of a cluster, and the user who runs it. */
export interface Layout {
  /** Directory of the cluster, which contains the directories below. */
  readonly folder: string;
  readonly dataFolder: string;
  readonly usersFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly password: string;
  /** The user who runs PostgreSQL; undefined if it is the current user. */
  readonly user: ServerUser | undefined;
  /**
   * Returns the PostgreSQL binaries to run. Verifies them, and creates a copy if the server's user cannot access them.
   */
  findBinaries(): BinariesFolder;
}

/** Creates the directories of a cluster that do not exist. */
export function prepareLayout(options: LayoutOptions): Layout {
  const user = serverUser();
  const folder = clusterFolder({ sharedFolders, ...options, user });
  const usersFolder = join(folder, 'users');
  mkdirSync(usersFolder, { recursive: true });
  return {
    folder,
    dataFolder: join(folder, 'data'),
    usersFolder,
    socketFolder: createSocketFolder(join(folder, 'socket'), user),
    logFile: join(folder, 'postgresql.log'),
    password: readOrCreatePassword(folder),
    user,
    findBinaries() {
      if (options.binaries !== undefined) return options.binaries;
      const installed = embeddedBinaries();
      return user === undefined && hasPackagedLinks(installed) ? installed : provideBinariesCopy(installed, folder);
    },
  };
}

/** @throws {Error} if the file of the password is empty and the database exists */
function readOrCreatePassword(folder: string): string {
  const file = join(folder, 'password');
  const create = (): string => randomBytes(24).toString('base64url');
  const password = readOrCreateFile(file, create);
  if (password.trim() !== '') return password;
  if (existsSync(join(folder, 'data'))) {
    throw new Error(
      `${file} is empty, but must contain the password of the embedded database: restore the file from a copy of the data directory, or restore a backup of the instance into a new data directory (rampart restore FILE --data-dir DIR)`,
    );
  }
  rmSync(file, { force: true }); // No database has this password yet.
  return readOrCreateFile(file, create);
}

function createSocketFolder(folder: string, user: ServerUser | undefined): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = lstatSync(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!status.isDirectory() || (status.uid !== process.getuid?.() && status.uid !== owner)) {
    throw new Error(`${folder} belongs to user id ${status.uid}; remove it`);
  }
  chmodSync(folder, 0o700);
  changeOwner(user, folder);
  return folder;
}

/**
 * Removes copies of other binaries, and incomplete files of killed processes. Call it only as the sole user of a
 * cluster whose server is not running.
 */
export function removeUnused(layout: Layout, binaries: BinariesFolder): void {
  for (const name of readdirSync(layout.folder)) {
    const path = join(layout.folder, name);
    if (isUnused(path) && name !== basename(binaries)) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Whether an entry can be removed: it is a copy of binaries, or an incomplete file of a process that has ended. Names
 * of incomplete files end with the tag of the process that creates them.
 */
function isUnused(path: string): boolean {
  const name = basename(path);
  const [, tag] = name.split('.');
  if (tag !== undefined && !isAbandoned(tag, path)) return false;
  return copyNames.test(name) || /^(data|password)\./.test(name);
}
