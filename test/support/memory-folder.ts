import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'rampart-tests-';
const bytesNeeded = 4 * 1024 ** 3;

/**
 * A folder in memory for all that a run of the tests writes, removed when the process ends; undefined where there is none, or not
 * enough of it. Databases are made and dropped by the hundred: on a disk, that is a third of the suite's processor time.
 */
export function folderInMemory(): string | undefined {
  if (process.env.TMPDIR?.startsWith(join(memory, prefix))) return process.env.TMPDIR;
  if (!canHold()) return undefined;
  removeLeftovers();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711); // The database's user passes through.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Linux only; containers often have 64 MB of it, or let nothing be executed there (the database's binaries are). */
function canHold(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === memory);
    if (mount === undefined || mount[3]?.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesNeeded;
  } catch {
    return false;
  }
}

/** What runs have left that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory).filter((found) => found.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue;
    rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // What kill throws: somebody else's is alive too.
  }
}
