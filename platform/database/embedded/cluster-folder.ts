import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { quoted } from '../../quoted.js';
import { systemErrorReason } from '../../system-error.js';
import { replaceFile } from '../../write-file.js';
import { runningPostmaster } from './postmaster.js';
import { isSameFile } from './processes.js';
import { readOrCreateFile } from './read-or-create-file.js';
import { inaccessibleParent, type ServerUser } from './server-user.js';

/** Parent directories of clusters: new ones are created in the first; the others can contain existing ones. */
export type SharedFolders = readonly [string, ...string[]];

/**
 * Parent directories of the clusters that root runs for data directories that the server's user cannot access. Releases
 * before 0.2.0 used the second, which is also the data directory of the systemd service and of the container.
 */
export const sharedFolders: SharedFolders = ['/var/lib/rampart-databases', '/var/lib/rampart'];

/** File in a data directory that contains the name of the directory's cluster below the shared directory. */
const nameFile = 'place';
/** File in a cluster below the shared directory that contains the path of the data directory that uses the cluster. */
const ownerFile = 'data-directory';

export interface ClusterFolderOptions {
  /** The data directory, as configured. */
  readonly directory: string;
  /** The user who runs PostgreSQL; undefined if it is the current user. */
  readonly user: ServerUser | undefined;
  /** Parent directories of clusters that cannot be inside their data directory. */
  readonly sharedFolders: SharedFolders;
}

/**
 * Returns the directory of the PostgreSQL cluster that a data directory uses: the data directory itself or, if the
 * server's user cannot access it, a directory below the shared one. In the latter case, a file in the data directory
 * contains the name of the cluster, so the cluster remains in use if the data directory is moved.
 * @throws {Error} if the data belongs to another user or is missing, or if the data directory is a copy of another one
 */
export function clusterFolder(options: ClusterFolderOptions): string {
  mkdirSync(options.directory, { recursive: true });
  const directory = realpathSync(options.directory);
  assertOwnData(directory, options.user);
  if (options.user === undefined) return directory;
  const folder = folderOfRoot(directory, options.sharedFolders);
  chmodSync(folder, 0o755);
  return folder;
}

/** The name of the cluster that a data directory uses; undefined if there is none. */
function clusterNameIn(directory: string): string | undefined {
  const file = join(directory, nameFile);
  if (!existsSync(file)) return undefined;
  const name = readFileSync(file, 'utf8').trim();
  if (!/^[\w-]+$/.test(name))
    throw new Error(`${file} contains ${quoted(name)}, which is not the name of a database: restore the file`);
  return name;
}

/**
 * The Rampart data directory that uses, or last used, a cluster below the shared directory; undefined if it is not
 * recorded.
 */
export function ownerOf(cluster: string): string | undefined {
  const file = join(cluster, ownerFile);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : undefined;
}

function assertOwnData(directory: string, user: ServerUser | undefined): void {
  const data = dataFolderIn(directory);
  const expected = user?.uid ?? process.getuid?.();
  const otherPlace = 'or set [server] data_dir (RAMPART_SERVER_DATA_DIR) to another directory';
  if (user === undefined && existsSync(join(directory, nameFile))) {
    throw new Error(`${directory} belongs to root: start as root, ${otherPlace}`);
  }
  const owner = statSync(data, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === expected) return;
  const creator = user === undefined ? 'another user (root runs the database as nobody)' : 'a user other than root';
  throw new Error(
    `${data} belongs to user id ${owner} and was created by ${creator}: start as that user, ${otherPlace}`,
  );
}

function folderOfRoot(directory: string, shared: SharedFolders): string {
  const name = clusterNameIn(directory);
  const hasData = existsSync(dataFolderIn(directory));
  const inaccessibleFolder = inaccessibleParent(directory);
  if (inaccessibleFolder === undefined && (hasData || name === undefined)) return directory;
  const folder = findFolder(name ?? nameNewFolder(directory, shared[0]), shared);
  assertPresent(directory, folder);
  if (hasData && !existsSync(dataFolderIn(folder))) moveData({ directory, folder, closed: inaccessibleFolder });
  claim(directory, folder);
  return folder;
}

function findFolder(name: string, shared: SharedFolders): string {
  return shared.map((parent) => join(parent, name)).find((folder) => existsSync(folder)) ?? join(shared[0], name);
}

/**
 * Creates a directory for a new cluster below the shared one, and records its name in the data directory. If several
 * processes do this concurrently, all use the directory of the first.
 */
function nameNewFolder(directory: string, shared: string): string {
  const name = randomBytes(12).toString('hex');
  const folder = join(shared, name);
  createSharedFolder(directory, shared);
  mkdirSync(folder);
  writeOwner(directory, folder);
  const folderName = readOrCreateFile(join(directory, nameFile), () => name);
  if (folderName !== name) rmSync(folder, { recursive: true });
  return folderName;
}

function createSharedFolder(directory: string, shared: string): void {
  try {
    mkdirSync(shared, { recursive: true });
    if ((statSync(shared).mode & 0o005) !== 0o005) chmodSync(shared, 0o755);
  } catch (error) {
    const inaccessibleFolder = inaccessibleParent(directory);
    throw new Error(
      `root runs PostgreSQL as the user nobody, who cannot access ${inaccessibleFolder}, and ${shared} cannot be used instead (${systemErrorReason(error)}): set [server] data_dir (RAMPART_SERVER_DATA_DIR) to a directory that all users can traverse, or start as another user`,
      { cause: error },
    );
  }
}

function assertPresent(directory: string, folder: string): void {
  if (existsSync(folder)) return;
  throw new Error(
    `${join(directory, nameFile)} refers to the database ${folder}, which does not exist: restore it, or remove ${directory} to start with an empty database`,
  );
}

/**
 * Moves a cluster from its data directory to the shared directory, because the data directory was moved to a path that
 * the server's user cannot access. If this is interrupted, the next start completes it.
 */
function moveData({
  directory,
  folder,
  closed,
}: {
  directory: string;
  folder: string;
  closed: string | undefined;
}): void {
  const data = dataFolderIn(directory);
  const running = runningPostmaster(data);
  if (running !== undefined) {
    throw new Error(
      `${directory} was moved while PostgreSQL (process ${running.pid}) was running on it: stop that instance first`,
    );
  }
  try {
    const password = join(directory, 'password');
    if (existsSync(password)) copyFileSync(password, join(folder, 'password'));
    renameSync(data, dataFolderIn(folder));
  } catch (error) {
    if (existsSync(dataFolderIn(folder))) return; // Another process has moved the data.
    throw new Error(
      `the user nobody, who runs PostgreSQL for root, can no longer access ${closed}, and ${data} cannot be moved to ${folder} (${systemErrorReason(error)}): run chmod o+x ${closed}, or move the data directory to a path that all users can traverse`,
      { cause: error },
    );
  }
}

/**
 * Records in a cluster the path of the data directory that uses it. Rejects a copy of that data directory, because both
 * would share one cluster.
 */
function claim(directory: string, folder: string): void {
  const owner = ownerOf(folder);
  if (owner === directory) return;
  if (owner !== undefined && isNamedBy(owner, folder) && !isSameFile(owner, directory)) {
    throw new Error(
      `${directory} is a copy of ${owner}, and both use the database in ${folder}: start the instance of ${owner}, or remove ${directory} to start with an empty database`,
    );
  }
  writeOwner(directory, folder);
}

/** Whether the data directory exists and refers to this cluster. */
export function isNamedBy(directory: string, cluster: string): boolean {
  const file = join(directory, nameFile);
  return existsSync(file) && readFileSync(file, 'utf8').trim() === basename(cluster);
}

function writeOwner(directory: string, folder: string): void {
  replaceFile(join(folder, ownerFile), { text: `${directory}\n`, mode: 0o600 });
}

function dataFolderIn(folder: string): string {
  return join(folder, 'data');
}
