import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'rampart-tests-';
const bytesNeeded = 4 * 1024 ** 3;

/**
 * A directory in memory for the files of a test run, removed when the process ends; undefined if it is unavailable or
 * too small. Hundreds of databases are created and dropped, which on a disk takes a third of the suite's CPU time.
 */
export function createMemoryFolder(): string | undefined {
  if (process.env.TMPDIR?.startsWith(join(memory, prefix))) return process.env.TMPDIR;
  if (!canHold()) return undefined;
  removeLeftovers();
  const folder = mkdtempSync(join(memory, `${prefix}${processes()}-${process.pid}-`));
  chmodSync(folder, 0o711); // The database's user must be able to enter the directory.
  process.on('exit', () => remove(folder));
  return folder;
}

/**
 * Whether the file system in memory is suitable; Linux only. Containers often limit it to 64 MB or mount it with
 * noexec, but the database's binaries must be executable there.
 */
function canHold(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === memory);
    if (mount === undefined || mount[3]?.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    // The capacity of the file system does not imply that the machine or container has enough free memory.
    return bavail * bsize >= bytesNeeded && process.availableMemory() >= 2 * bytesNeeded;
  } catch {
    return false;
  }
}

/**
 * Removes directories of killed runs of the same user. Containers can share this directory, with separate process ids.
 */
function removeLeftovers(): void {
  const ownPrefix = `${prefix}${processes()}-`;
  for (const name of readdirSync(memory).filter((entry) => entry.startsWith(ownPrefix))) {
    const folder = join(memory, name);
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    if (!isAlive(Number.parseInt(name.slice(ownPrefix.length), 10))) remove(folder);
  }
}

/** Id of the process namespace, which determines the visible processes. */
function processes(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
}

/** Directories that cannot be removed because they are in use are left to the next run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.log(`${folder} could not be removed: ${error}`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // EPERM means that the process exists and belongs to another user.
  }
}
