import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { commandLineOf, isAlive, isWorkingDirectoryOf } from './processes.js';

/** A running PostgreSQL server, as described by the lock file of its data directory. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
  /** The socket directory of the server, as configured. */
  readonly socketFolder: string;
}

export const socketName = '.s.PGSQL.5432';

/**
 * Returns the server that runs on a PostgreSQL data directory; undefined if there is none. Line 1 of the lock file is
 * the process id, line 5 the socket directory, line 8 the state.
 */
export function runningPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = linesOf(lockFileOf(dataFolder));
  const pid = processIdIn(lines);
  if (pid === undefined || !usesDataFolder(pid, dataFolder)) return undefined;
  return { pid, isReady: lines[7]?.trim() === 'ready', socketFolder: lines[4] ?? '' };
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
