import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is dead but its parent has not waited for it, as in containers without an init process. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // This system has no /proc.
  }
}

/** Start time of a process, in a form for comparisons only; empty if the system does not show it. */
export function startTimeOf(pid: number): string {
  try {
    // Field 22. Field 2, the name in parentheses, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.replace(/\W/g, '') ?? '';
  }
}

/** A unique tag of this process for file names: `<process id>-<process start>-<random>`. */
export function processTag(): string {
  return `${process.pid}-${startTimeOf(process.pid)}-${randomBytes(4).toString('hex')}`;
}

/**
 * Whether the process that created the tag is running. The start time in the tag distinguishes it from a later process
 * with the same id.
 */
export function isTagAlive(tag: string): boolean {
  const [pid = '', start] = tag.split('-');
  return isAlive(Number(pid)) && startTimeOf(Number(pid)) === start;
}

/** The command line of the process; empty if it has ended. */
export function commandLineOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // Arguments with spaces are split, because ps does not quote them.
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').trim().split(/\s+/);
  }
}

/** Whether the directory is the working directory of the process; undefined if the system does not show it. */
export function isWorkingDirectoryOf(pid: number, folder: string): boolean | undefined {
  try {
    return isSameFile(`/proc/${pid}/cwd`, folder);
  } catch {
    return undefined; // This system has no /proc, or the process belongs to another user.
  }
}

/**
 * Whether both paths resolve to the same file or directory.
 * @throws {Error} if one of them does not exist
 */
export function isSameFile(path: string, other: string): boolean {
  const [status, otherStatus] = [statSync(path), statSync(other)];
  return status.dev === otherStatus.dev && status.ino === otherStatus.ino;
}
