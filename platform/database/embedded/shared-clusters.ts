import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { systemErrorCode } from '../../system-error.js';
import { isNamedBy, ownerOf, sharedFolder as standardFolder } from './cluster-folder.js';
import { ClusterUsers } from './cluster-users.js';
import { runningPostmaster } from './postmaster.js';
import { isTagAlive, processTag } from './processes.js';

/**
 * Use of a cluster. `in use`: a process is using it; `kept`: its data directory names it; `orphaned`: its data
 * directory was moved or removed, or names another cluster; `unknown`: its data directory was not recorded.
 */
type SharedClusterState = 'in use' | 'kept' | 'orphaned' | 'unknown';

/** A cluster of root below the shared directory, which belongs to a data directory elsewhere. */
export interface SharedCluster {
  readonly name: string;
  readonly folder: string;
  readonly state: SharedClusterState;
  /** Path of its data directory at the last start; undefined if it was not recorded. */
  readonly dataDirectory: string | undefined;
  readonly lastUsed: Date;
}

/** The clusters of root below the shared directory, by name. */
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
 * @throws {Error} if it is in use, or its data directory still names it
 */
export function removeSharedCluster(name: string, shared = standardFolder): void {
  finishRemovals(shared);
  const found = listSharedClusters(shared).find((cluster) => cluster.name === name);
  if (found === undefined)
    throw new Error(`no database is named ${name} in ${shared}; list the databases with rampart cleanup`);
  const { folder, state, dataDirectory } = found;
  if (state === 'in use') throw new Error(`the database ${name} is in use: ${describeStop(found)} first`);
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

/** Removes the clusters of data directories below a directory that was removed. For temporary directories. */
export function removeClustersBelow(folder: string, shared = standardFolder): void {
  if (process.getuid?.() !== 0) return; // The clusters there belong to root, and other users cannot read their metadata.
  const below = listSharedClusters(shared).filter(
    ({ state, dataDirectory }) => state === 'orphaned' && dataDirectory?.startsWith(folder + sep),
  );
  for (const { name } of below) removeSharedCluster(name, shared);
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
  if (new ClusterUsers(join(folder, 'users')).countOthers() > 0) return true;
  return runningPostmaster(join(folder, 'data')) !== undefined;
}

/** How to stop the use of a cluster. Its server can outlive the processes that used it, and its data directory. */
function describeStop({ folder, dataDirectory }: SharedCluster): string {
  const server = runningPostmaster(join(folder, 'data'));
  const isOrphan = server !== undefined && new ClusterUsers(join(folder, 'users')).countOthers() === 0;
  return isOrphan ? `stop its server (kill -INT ${server.pid})` : `stop the server of ${dataDirectory}`;
}

/**
 * Time when a process last started or stopped using the cluster. Each process creates a file in the directory `users`
 * and removes it, which changes the modification time of the directory. Without it, the modification time of the
 * cluster's directory.
 */
function lastUse(folder: string): Date {
  return statSync(join(folder, 'users'), { throwIfNoEntry: false })?.mtime ?? statSync(folder).mtime;
}

/** Completes interrupted removals. A cluster that is being removed has the tag of the removing process in its name. */
function finishRemovals(shared: string): void {
  for (const name of namesIn(shared)) {
    const [, tag] = name.split('.');
    if (tag !== undefined && !isTagAlive(tag)) rmSync(join(shared, name), { recursive: true, force: true });
  }
}

function namesIn(shared: string): string[] {
  return existsSync(shared) ? readdirSync(shared).sort() : [];
}
