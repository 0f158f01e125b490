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
 * A folder in memory for all that a run of the tests writes, removed when the process ends; undefined where there is none, or not
 * enough of it. Databases are made and dropped by the hundred: on a disk, that is a third of the suite's processor time.
 */
export function folderInMemory(): string | undefined {
  if (process.env.TMPDIR?.startsWith(join(memory, prefix))) return process.env.TMPDIR;
  if (!canHold()) return undefined;
  removeLeftovers();
  const folder = mkdtempSync(join(memory, `${prefix}${processes()}-${process.pid}-`));
  chmodSync(folder, 0o711); // The database's user passes through.
  process.on('exit', () => remove(folder));
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
    // What the folder may hold is not what the machine, or the container, has left for it and for the tests.
    return bavail * bsize >= bytesNeeded && process.availableMemory() >= 2 * bytesNeeded;
  } catch {
    return false;
  }
}

/** What runs of the same user have left that were killed. Containers share this place and number their processes each on its own. */
function removeLeftovers(): void {
  const ours = `${prefix}${processes()}-`;
  for (const name of readdirSync(memory).filter((found) => found.startsWith(ours))) {
    const folder = join(memory, name);
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    if (!isAlive(Number.parseInt(name.slice(ours.length), 10))) remove(folder);
  }
}

/** Which processes can be seen from here: the number of their namespace. */
function processes(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
}

/** What cannot be removed, because something still writes there, is the next run's to remove. */
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
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // What kill throws: somebody else's is alive too.
  }
}
