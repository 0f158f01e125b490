import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { systemErrorCode } from '../../system-error.js';
import { isNamedBy, ownerOf, sharedFolder as standardFolder } from './cluster-folder.js';
import { ClusterProcesses } from './cluster-processes.js';
import { runningPostmaster } from './postmaster.js';
import { isTagAlive, processTag } from './processes.js';

/**
 * State of a cluster below the shared directory. `in use`: a process is using it; `kept`: its data directory refers to
 * it; `orphaned`: its data directory was moved or removed, or refers to another cluster; `unknown`: its data directory
 * was not recorded.
 */
type SharedClusterState = 'in use' | 'kept' | 'orphaned' | 'unknown';

/** A PostgreSQL cluster in the shared directory, for an instance of root whose data directory is elsewhere. */
export interface SharedCluster {
  readonly name: string;
  readonly folder: string;
  readonly state: SharedClusterState;
  /** Path of the data directory that used the cluster at the last start; undefined if it was not recorded. */
  readonly dataDirectory: string | undefined;
  readonly lastUsed: Date;
}

/** Lists the clusters below the shared directory, sorted by name. */
export function listSharedClusters(shared = standardFolder): SharedCluster[] {
  return namesIn(shared)
    .filter((name) => !name.includes('.') && statSync(join(shared, name)).isDirectory())
    .map((name) => describe(join(shared, name), name));
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
export function removeSharedCluster(name: string, shared = standardFolder): void {
  finishRemovals(shared);
  const cluster = listSharedClusters(shared).find((candidate) => candidate.name === name);
  if (cluster === undefined)
    throw new Error(`no database is named ${name} in ${shared}; list the databases with rampart cleanup`);
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
export function removeClustersBelow(folder: string, shared = standardFolder): void {
  if (process.getuid?.() !== 0) return; // The clusters there belong to root, and other users cannot read their metadata.
  const clustersBelow = listSharedClusters(shared).filter(
    ({ state, dataDirectory }) => state === 'orphaned' && dataDirectory?.startsWith(folder + sep),
  );
  for (const { name } of clustersBelow) removeSharedCluster(name, shared);
}

function describe(folder: string, name: string): SharedCluster {
  const dataDirectory = ownerOf(folder);
  return { name, folder, dataDirectory, state: stateOf(folder, dataDirectory), lastUsed: lastUse(folder) };
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

/**
 * Completes interrupted removals. The name of a cluster that is being removed contains the tag of the removing process.
 */
function finishRemovals(shared: string): void {
  for (const name of namesIn(shared)) {
    const [, tag] = name.split('.');
    if (tag !== undefined && !isTagAlive(tag)) rmSync(join(shared, name), { recursive: true, force: true });
  }
}

function namesIn(shared: string): string[] {
  return existsSync(shared) ? readdirSync(shared).sort() : [];
}
