import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { systemErrorCode } from '../../system-error.js';
import { isNamedBy, ownerOf, sharedFolders as standardFolders } from './cluster-folder.js';
import { ClusterProcesses } from './cluster-processes.js';
import { runningPostmaster } from './postmaster.js';
import { isTagAlive, processTag } from './processes.js';

/**
 * State of a cluster below the shared directory. `in use`: a process is using it; `kept`: its data directory refers to
 * it; `orphaned`: its data directory was moved or removed, or refers to another cluster; `unknown`: its data directory
 * was not recorded.
 */
type SharedClusterState = 'in use' | 'kept' | 'orphaned' | 'unknown';

/** A PostgreSQL cluster in a shared directory, for an instance of root whose data directory is elsewhere. */
export interface SharedCluster {
  readonly name: string;
  readonly folder: string;
  readonly state: SharedClusterState;
  /** Path of the data directory that used the cluster at the last start; undefined if it was not recorded. */
  readonly dataDirectory: string | undefined;
  readonly lastUsed: Date;
}

/** Names of clusters. The first release used 16 digits. A shared directory can also contain other files. */
const clusterNames = /^[0-9a-f]{16,24}$/;
/** Names of clusters that are being removed: the name of the cluster, and the tag of the removing process. */
const removalNames = /^[0-9a-f]{16,24}\.(\d+-.+)$/;

/** Lists the clusters below the shared directories, sorted by name. */
export function listSharedClusters(shared: readonly string[] = standardFolders): SharedCluster[] {
  return shared
    .flatMap(pathsIn)
    .filter((folder) => clusterNames.test(basename(folder)))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .map((folder) => describe(folder))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Size of the files of a cluster in bytes; undefined if the current user cannot read them. */
export function sizeOfCluster(folder: string): number | undefined {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const sizes = files.map(
      ({ parentPath, name }) => lstatSync(join(parentPath, name), { throwIfNoEntry: false })?.size,
    );
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  } catch (error) {
    if (['EACCES', 'ENOENT'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * Removes a cluster with all its data. The next call completes an interrupted removal.
 * @throws {Error} if it is in use, or its data directory still refers to it
 */
export function removeSharedCluster(name: string, shared: readonly string[] = standardFolders): void {
  finishRemovals(shared);
  const cluster = listSharedClusters(shared).find((candidate) => candidate.name === name);
  if (cluster === undefined)
    throw new Error(`no database is named ${name} in ${shared.join(' or ')}; list the databases with rampart cleanup`);
  const { folder, state, dataDirectory } = cluster;
  if (state === 'in use') throw new Error(`the database ${name} is in use: ${describeStop(cluster)} first`);
  if (state === 'kept') {
    throw new Error(
      `the database ${name} belongs to ${dataDirectory}: remove that directory first if its data is no longer needed`,
    );
  }
  const removed = `${folder}.${processTag()}`;
  renameSync(folder, removed);
  if (isInUse(removed)) {
    renameSync(removed, folder);
    throw new Error(`the database ${name} is in use again and was not removed`);
  }
  rmSync(removed, { recursive: true, force: true });
}

/** Removes the clusters whose data directories were below a directory that was removed. For temporary directories. */
export function removeClustersBelow(folder: string, shared: readonly string[] = standardFolders): void {
  if (process.getuid?.() !== 0) return; // The clusters there belong to root, and other users cannot read their metadata.
  const clustersBelow = listSharedClusters(shared).filter(
    ({ state, dataDirectory }) => state === 'orphaned' && dataDirectory?.startsWith(folder + sep),
  );
  for (const { name } of clustersBelow) removeSharedCluster(name, shared);
}

function describe(folder: string): SharedCluster {
  const dataDirectory = ownerOf(folder);
  return {
    name: basename(folder),
    folder,
    dataDirectory,
    state: stateOf(folder, dataDirectory),
    lastUsed: lastUse(folder),
  };
}

function stateOf(folder: string, dataDirectory: string | undefined): SharedClusterState {
  if (isInUse(folder)) return 'in use';
  if (dataDirectory === undefined) return 'unknown';
  return isNamedBy(dataDirectory, folder) ? 'kept' : 'orphaned';
}

function isInUse(folder: string): boolean {
  if (new ClusterProcesses(join(folder, 'users')).countOthers() > 0) return true;
  return runningPostmaster(join(folder, 'data')) !== undefined;
}

/**
 * How to stop a cluster that is in use. The server can outlive the processes that used the cluster, and the data
 * directory.
 */
function describeStop({ folder, dataDirectory }: SharedCluster): string {
  const server = runningPostmaster(join(folder, 'data'));
  const isOrphan = server !== undefined && new ClusterProcesses(join(folder, 'users')).countOthers() === 0;
  return isOrphan ? `stop its server (kill -INT ${server.pid})` : `stop the server of ${dataDirectory ?? folder}`;
}

/**
 * The time when a process last started or stopped using the cluster: the modification time of the directory `users`, in
 * which each process creates and removes a file. If that does not exist, the modification time of the cluster's
 * directory.
 */
function lastUse(folder: string): Date {
  return statSync(join(folder, 'users'), { throwIfNoEntry: false })?.mtime ?? statSync(folder).mtime;
}

/** Completes interrupted removals. */
function finishRemovals(shared: readonly string[]): void {
  for (const path of shared.flatMap(pathsIn)) {
    const [, tag] = removalNames.exec(basename(path)) ?? [];
    if (tag !== undefined && !isTagAlive(tag)) rmSync(path, { recursive: true, force: true });
  }
}

function pathsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
