import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, startTimeOf } from '../../platform/database/index.js';
import { realPath } from './database-name.js';

/** The record of a running server, with which commands find it. Contains no secrets. */
export interface RunningInstance {
  readonly kind: 'server' | 'demo';
  readonly pid: number;
  readonly workingDirectory: string;
  /** Path of the settings file of the instance; null if it has none. */
  readonly settingsFile: string | null;
  readonly dataDirectory: string;
  /** The database of the instance; see NamedDatabase. */
  readonly database: { readonly identity: string; readonly name: string };
  readonly addresses: readonly { readonly name: string; readonly url: string }[];
  /** URLs at which the instance listens. They may differ from its public URLs. */
  readonly listening: readonly string[];
}

interface StoredRecord extends RunningInstance {
  /** Start time of the process. Distinguishes the process from a later one with the same id. */
  readonly start: string;
  /**
   * Id of the machine on which the process runs. With a shared file system, it can be another machine, whose processes
   * are not visible.
   */
  readonly machine: string;
}

const maxRecordBytes = 65_536;
const maxRecords = 1000;
const ownerOnlyMode = 0o700;

/**
 * Records this process as a running instance: in a directory of the user, for commands in the same working directory,
 * and in the data directory, for commands with `--data-dir`.
 * @returns a function that removes the record
 * @throws {Error} if neither directory is writable
 */
export function recordInstance(instance: Omit<RunningInstance, 'pid'>): () => void {
  const start = startTimeOf(process.pid);
  const record: StoredRecord = { ...instance, pid: process.pid, start, machine: machineId() };
  const records = foldersFor(instance.dataDirectory).flatMap((folder) => {
    try {
      return [writeRecord(folder, record)];
    } catch {
      return []; // The other directory is sufficient.
    }
  });
  if (records.length === 0) {
    const folders = foldersFor(instance.dataDirectory).join(' or ');
    throw new Error(`the record of the running instance cannot be written to ${folders}`);
  }
  return () => {
    for (const path of records) rmSync(path, { force: true });
  };
}

/**
 * Finds the instances with a running process, started in any working directory.
 * @param dataDirectory data directory to search, in addition to the user's directory
 */
export function findRunningInstances(dataDirectory: string): RunningInstance[] {
  const records = foldersFor(dataDirectory).flatMap(readRecords);
  return [...new Map(records.map((record) => [record.pid, record])).values()];
}

function foldersFor(dataDirectory: string): string[] {
  return [userFolder(), join(dataDirectory, 'instances')];
}

/**
 * The user's directory for records of running instances. Other users must not be able to write to it, because the
 * records determine where commands write.
 */
function userFolder(): string {
  return join(tmpdir(), `rampart-instances-${process.getuid?.() ?? 'user'}`);
}

function writeRecord(folder: string, record: StoredRecord): string {
  // Not recursive, so this does not create a data directory.
  if (!existsSync(folder)) mkdirSync(folder, { mode: ownerOnlyMode });
  // The permissions of an existing folder are not changed: in TMPDIR, it can be a symbolic link of another user.
  if (!isTrusted(folder)) throw new Error(`${folder} is not a directory that only this user can write to`);
  const path = join(folder, `${record.pid}-${record.start}.json`);
  writeFileSync(`${path}.part`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${path}.part`, path);
  return path;
}

function readRecords(folder: string): RunningInstance[] {
  return listTrustedFiles(folder)
    .filter((name) => /^\d+-\w*\.json$/.test(name))
    .slice(0, maxRecords)
    .flatMap((name) => readRecord(join(folder, name)));
}

/** File names in a directory; empty if it does not exist, or others can write to it. */
function listTrustedFiles(folder: string): string[] {
  try {
    return isTrusted(folder) ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function readRecord(path: string): RunningInstance[] {
  try {
    if (lstatSync(path).size > maxRecordBytes) return [];
    const record: StoredRecord = JSON.parse(readFileSync(path, 'utf8')); // writeRecord wrote it in a trusted directory.
    if (record.machine !== machineId()) return [];
    if (isAlive(record.pid) && startTimeOf(record.pid) === record.start) return [record];
    rmSync(path, { force: true }); // Left behind by a killed process.
  } catch {
    // Removed in the meantime, or written by another version.
  }
  return [];
}

/**
 * Whether only the current user can write to a directory. Root may use the data directory of another user, including
 * its records.
 */
function isTrusted(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true) return false;
  const ownUid = process.getuid?.();
  if (ownUid === undefined) return true;
  const isOwn = status.uid === ownUid || (ownUid === 0 && folder !== userFolder());
  return isOwn && (status.mode & 0o022) === 0;
}

/** Id of the machine or container within which process ids are unique. */
function machineId(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // This system has no /proc.
  }
}

/** Whether an instance was started in this working directory. */
export function isStartedIn(instance: RunningInstance, workingDirectory: string): boolean {
  return realPath(instance.workingDirectory) === realPath(workingDirectory);
}

/** Whether an instance uses this data directory. */
export function usesDataDirectory(instance: RunningInstance, dataDirectory: string): boolean {
  return realPath(instance.dataDirectory) === realPath(dataDirectory);
}
