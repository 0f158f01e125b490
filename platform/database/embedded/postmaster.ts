import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemErrorCode } from '../../system-error.js';
import { commandLineOf, isAlive, isHidden, isWorkingDirectoryOf } from './processes.js';
import { SocketPath } from './socket-path.js';

/** A running PostgreSQL server, as described by the lock file of its data directory. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
  /** The socket directory of the server, as configured. */
  readonly socketFolder: string;
}

export const socketName = '.s.PGSQL.5432';

/** Process ids of servers that accept connections but that `/proc` hides, by data directory. */
const hiddenServers = new Map<string, number>();

/**
 * Returns the server that runs on a PostgreSQL data directory; undefined if there is none. Line 1 of the lock file is
 * the process id, line 5 the socket directory, line 8 the state.
 */
export function runningPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = linesOf(lockFileOf(dataFolder));
  const pid = processIdIn(lines);
  if (pid === undefined) return undefined;
  const isHiddenServer = hiddenServers.get(dataFolder) === pid && isHidden(pid);
  if (!isHiddenServer && !usesDataFolder(pid, dataFolder)) return undefined;
  return { pid, isReady: lines[7]?.trim() === 'ready', socketFolder: lines[4] ?? '' };
}

/** Connection errors of a socket without a server. */
const noServerCodes: readonly (string | undefined)[] = ['ENOENT', 'ECONNREFUSED'];
/** Connection errors of a server whose queue is full, or that a security module such as SELinux protects. */
const serverCodes: readonly (string | undefined)[] = ['EAGAIN', 'EACCES', 'EPERM'];
const listeningChecks = 100;
const listeningCheckMs = 50;

/**
 * Verifies that no server in another container uses the data directory. Process ids in `postmaster.pid` are valid only
 * in the container of the server, but its socket is reachable from every container that has the directory.
 * @throws {Error} if a server accepts connections that is not a process of this container
 */
export async function assertNotUsedElsewhere(cluster: { dataFolder: string; socketFolder: string }): Promise<void> {
  // Repeated, because the last processes of a killed server can have its socket open for seconds.
  for (let check = 1; check <= listeningChecks; check += 1) {
    if (!(await isListening(cluster.socketFolder))) return;
    rememberHiddenServer(cluster.dataFolder);
    if (runningPostmaster(cluster.dataFolder) !== undefined) return;
    await delay(listeningCheckMs);
  }
  throw new Error(
    `the database ${cluster.dataFolder} is used by a server in another container, which accepts connections at ${join(cluster.socketFolder, socketName)}: stop that container, run commands inside it, or set [server] data_dir (RAMPART_SERVER_DATA_DIR) to another directory`,
  );
}

/** Remembers the server that accepts connections if `/proc` hides it, because its working directory is unknown then. */
function rememberHiddenServer(dataFolder: string): void {
  const pid = processIdIn(linesOf(lockFileOf(dataFolder)));
  if (pid !== undefined && isHidden(pid)) hiddenServers.set(dataFolder, pid);
}

async function isListening(socketFolder: string): Promise<boolean> {
  const path = new SocketPath(socketFolder);
  try {
    const socket = connect(join(path.path, socketName));
    await once(socket, 'connect');
    socket.destroy();
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (noServerCodes.includes(code)) return false;
    if (serverCodes.includes(code)) return true;
    throw error;
  } finally {
    path.close();
  }
}

/**
 * Removes the lock files of a dead server if another process now has its id, for example after a power loss or in a
 * container, because PostgreSQL would not start. If in doubt, the files are not removed.
 */
export function removeStaleLockFiles(dataFolder: string, socketFolder: string): void {
  for (const file of [lockFileOf(dataFolder), join(socketFolder, `${socketName}.lock`)]) {
    const pid = processIdIn(linesOf(file));
    if (pid !== undefined && isAlive(pid) && isUnrelatedProcess(pid, dataFolder)) rmSync(file, { force: true });
  }
}

/**
 * Whether the process uses the data directory. Compares the working directory of the process, which remains correct if
 * the directory is moved; on systems that do not show the working directory, compares the command line.
 */
function usesDataFolder(pid: number, dataFolder: string): boolean {
  return (
    isAlive(pid) &&
    (isWorkingDirectoryOf(pid, dataFolder) ?? ` ${commandLineOf(pid).join(' ')} `.includes(` ${dataFolder} `))
  );
}

function isUnrelatedProcess(pid: number, dataFolder: string): boolean {
  const works = isWorkingDirectoryOf(pid, dataFolder);
  if (works !== undefined) return !works;
  const [program = ''] = commandLineOf(pid);
  // Empty if the program could not be read, for example without free file descriptors.
  return program !== '' && !basename(program).startsWith('postgres');
}

function lockFileOf(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid');
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function processIdIn(lines: readonly string[]): number | undefined {
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
