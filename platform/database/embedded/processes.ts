import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { hourMs } from '../../durations.js';
import { once } from '../../once.js';

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

/**
 * Whether `/proc` hides a running process of this user. A systemd unit with `PrivateUsers` and `ProtectProc` hides
 * those outside the unit.
 */
export function isHidden(pid: number): boolean {
  if (!existsSync('/proc/self/stat') || existsSync(`/proc/${pid}/stat`)) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
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

/**
 * A unique tag of this process for file names: `<process id>-<process start>-<random>-<PID namespace>`. The last part
 * is missing on systems without PID namespaces, and in tags of releases before 0.2.0.
 */
export function processTag(): string {
  const tag = `${process.pid}-${startTimeOf(process.pid)}-${randomBytes(4).toString('hex')}`;
  const namespace = ownNamespace();
  return namespace === undefined ? tag : `${tag}-${namespace}`;
}

/**
 * Whether the process that created the tag is running in this PID namespace. The start time in the tag distinguishes it
 * from a later process with the same id, unless the system hides that process.
 */
export function isTagAlive(tag: string): boolean {
  if (isForeignTag(tag)) return false;
  const [pid = '', start] = tag.split('-');
  return isHidden(Number(pid)) || (isAlive(Number(pid)) && startTimeOf(Number(pid)) === start);
}

/** Whether the tag was created in another PID namespace (container or machine), whose processes are invisible here. */
export function isForeignTag(tag: string): boolean {
  const [, , , namespace] = tag.split('-');
  return namespace !== undefined && namespace !== ownNamespace();
}

/**
 * Whether a file, whose name contains this tag, can be removed. Processes of other containers may be starting, so their
 * files are abandoned an hour after their last change at the earliest. Call it only if no server of another container
 * uses the cluster.
 */
export function isAbandoned(tag: string, file: string): boolean {
  if (!isForeignTag(tag)) return !isTagAlive(tag);
  const modifiedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - modifiedAt > hourMs;
}

/**
 * Identifies the PID namespace, within which process ids are unique, on all machines; undefined if the system has none.
 * Without the host name, which can change while processes run.
 */
const ownNamespace = once((): string | undefined => {
  try {
    const identity = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')}${readlinkSync('/proc/self/ns/pid')}`;
    return createHash('sha256').update(identity).digest('hex').slice(0, 12);
  } catch {
    return undefined;
  }
});

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
