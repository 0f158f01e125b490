import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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

/** The words with which the process was started, separated by NUL or blanks; empty when it is gone. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}
