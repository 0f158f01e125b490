import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** True while a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Dead, but not yet waited for by its parent, as happens in containers whose first process reaps nobody. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // No /proc on this system.
  }
}

/** When the process started, in a form that only compares; empty where the system does not tell. */
export function startOf(pid: number): string {
  try {
    // The 22nd field; the second, the name in parentheses, may hold blanks.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.replace(/\W/g, '') ?? '';
  }
}

/** A unique file name part of this process: `<process id>-<its start>-<random>`. */
export function processTag(): string {
  return `${process.pid}-${startOf(process.pid)}-${randomBytes(4).toString('hex')}`;
}

/** True while the process that made the tag runs. Its id alone may long belong to another process; with its start it does not. */
export function isTagAlive(tag: string): boolean {
  const [pid = '', start] = tag.split('-');
  return isAlive(Number(pid)) && startOf(Number(pid)) === start;
}

/** The words with which the process was started; empty when it is gone. */
export function commandLineOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // Words with blanks fall apart here; nothing else is to be had.
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').trim().split(/\s+/);
  }
}

/** True when the folder is the working directory of the process; undefined where the system does not tell. */
export function isWorkingDirectoryOf(pid: number, folder: string): boolean | undefined {
  try {
    return isSameFile(`/proc/${pid}/cwd`, folder);
  } catch {
    return undefined; // No /proc on this system, or not ours to look at.
  }
}

/**
 * True when both paths lead to one file or folder.
 * @throws {Error} when one of them leads nowhere
 */
export function isSameFile(path: string, other: string): boolean {
  const [one, two] = [statSync(path), statSync(other)];
  return one.dev === two.dev && one.ino === two.ino;
}
