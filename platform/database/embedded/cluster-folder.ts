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
import { systemErrorReason } from '../../system-error.js';
import { runningPostmaster } from './postmaster.js';
import { isSameFile } from './processes.js';
import { closedParent, type ServerUser } from './server-user.js';
import { replaceFile, writeOnce } from './write-once.js';

/** Where clusters of root are whose data directory the server's user cannot reach. */
export const sharedFolder = '/var/lib/rampart';

/** In a data directory: the name of its cluster below the shared folder. */
const nameFile = 'place';
/** In a cluster below the shared folder: the path of the data directory that names it. */
const ownerFile = 'data-directory';

export interface ClusterFolderOptions {
  /** Where the data was asked for. */
  readonly directory: string;
  /** Who runs the server where that is not ourselves. */
  readonly user: ServerUser | undefined;
  /** Where clusters are that cannot be in their directory. */
  readonly sharedFolder: string;
}

/**
 * The folder of a directory's cluster: the directory itself, or a folder below the shared one that the directory names, where the
 * server's user cannot pass through the parents of the directory. It stays the same when the directory is moved.
 * @throws {Error} when the data belongs to somebody else, is missing, or is that of a directory that this one is a copy of
 */
export function clusterFolder(options: ClusterFolderOptions): string {
  mkdirSync(options.directory, { recursive: true });
  const directory = realpathSync(options.directory);
  assertOwnData(directory, options.user);
  if (options.user === undefined) return directory;
  const folder = folderOfRoot(directory, options.sharedFolder);
  chmodSync(folder, 0o755);
  return folder;
}

/** The name of the cluster that stands for this directory; undefined when none does. */
function clusterNameIn(directory: string): string | undefined {
  const file = join(directory, nameFile);
  if (!existsSync(file)) return undefined;
  const name = readFileSync(file, 'utf8').trim();
  if (!/^[\w-]+$/.test(name)) throw new Error(`${file} does not name a database: ${JSON.stringify(name)}`);
  return name;
}

/** The data directory that a cluster below the shared folder belongs to, or belonged to; undefined when it was never written down. */
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
  const maker = user === undefined ? 'another user (root runs the database as nobody)' : 'a user other than root';
  throw new Error(`${data} belongs to user id ${owner} and was created by ${maker}: start as that user, ${otherPlace}`);
}

function folderOfRoot(directory: string, shared: string): string {
  const name = clusterNameIn(directory);
  const hasData = existsSync(dataFolderIn(directory));
  const closed = closedParent(directory);
  if (closed === undefined && (hasData || name === undefined)) return directory;
  const folder = join(shared, name ?? nameNewFolder(directory, shared));
  assertPresent(directory, folder);
  if (hasData && !existsSync(dataFolderIn(folder))) moveData({ directory, folder, closed });
  claim(directory, folder);
  return folder;
}

/** Makes a folder and names it in the directory; of several processes at once, one does. */
function nameNewFolder(directory: string, shared: string): string {
  const name = randomBytes(12).toString('hex');
  const folder = join(shared, name);
  makeSharedFolder(directory, shared);
  mkdirSync(folder);
  writeOwner(directory, folder);
  const chosen = writeOnce(join(directory, nameFile), () => name);
  if (chosen !== name) rmSync(folder, { recursive: true });
  return chosen;
}

function makeSharedFolder(directory: string, shared: string): void {
  try {
    mkdirSync(shared, { recursive: true });
    if ((statSync(shared).mode & 0o005) !== 0o005) chmodSync(shared, 0o755);
  } catch (error) {
    const closed = closedParent(directory);
    throw new Error(
      `root runs PostgreSQL as the user nobody, who cannot access ${closed}, and ${shared} cannot be used instead (${systemErrorReason(error)}): set [server] data_dir (RAMPART_SERVER_DATA_DIR) to a directory that all users can traverse, or start as another user`,
      { cause: error },
    );
  }
}

function assertPresent(directory: string, folder: string): void {
  if (existsSync(folder)) return;
  throw new Error(
    `${join(directory, nameFile)} names the database ${folder}, which does not exist: restore it, or remove ${directory} to start with an empty database`,
  );
}

/** For a directory that came below a closed one with its data. Cut short, the next start goes on with it. */
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
    if (existsSync(dataFolderIn(folder))) return; // Another process was faster.
    throw new Error(
      `the user nobody, who runs PostgreSQL for root, can no longer access ${closed}, and ${data} cannot be moved to ${folder} (${systemErrorReason(error)}): make it traversable (chmod o+x ${closed}), or move the data directory`,
      { cause: error },
    );
  }
}

/** Writes down where the directory is now. A copy of a directory would share its data: that is refused. */
function claim(directory: string, folder: string): void {
  const owner = ownerOf(folder);
  if (owner === directory) return;
  if (owner !== undefined && isNamedBy(owner, folder) && !isSameFile(owner, directory)) {
    throw new Error(
      `${directory} is a copy of ${owner}, and both use the database in ${folder}: start that instance, or remove ${directory} to start with an empty database`,
    );
  }
  writeOwner(directory, folder);
}

/** True when the directory is there and names this cluster. */
export function isNamedBy(directory: string, cluster: string): boolean {
  const file = join(directory, nameFile);
  return existsSync(file) && readFileSync(file, 'utf8').trim() === basename(cluster);
}

function writeOwner(directory: string, folder: string): void {
  replaceFile(join(folder, ownerFile), `${directory}\n`);
}

function dataFolderIn(folder: string): string {
  return join(folder, 'data');
}
