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
import { isAlive, startOf } from '../../platform/database/index.js';
import { realPath } from './database-name.js';

/** What a running server records about itself, by which commands find it. Contains no secrets. */
export interface RunningInstance {
  readonly kind: 'server' | 'demo';
  readonly pid: number;
  readonly workingDirectory: string;
  /** Its settings file; null when it has none. */
  readonly settingsFile: string | null;
  readonly dataDirectory: string;
  /** Of its database; see NamedDatabase. */
  readonly database: { readonly identity: string; readonly name: string };
  readonly addresses: readonly { readonly name: string; readonly url: string }[];
  /** The URLs at which it listens, whatever the public ones are. */
  readonly listening: readonly string[];
}

interface StoredRecord extends RunningInstance {
  /** Tells the process from a later one with the same id. */
  readonly start: string;
  /** A record on a shared file system may be another machine's, whose processes cannot be seen from here. */
  readonly machine: string;
}

const maxRecordBytes = 65_536;
const maxRecords = 1000;
const ownerOnly = 0o700;

/**
 * Records this process as a running instance: in a folder of the user, where commands of the same working directory look,
 * and in the data directory, where commands look that name it.
 * @returns how the record is removed
 * @throws {Error} when neither folder is writable
 */
export function recordInstance(instance: Omit<RunningInstance, 'pid'>): () => void {
  const start = startOf(process.pid);
  const record: StoredRecord = { ...instance, pid: process.pid, start, machine: thisMachine() };
  const written = foldersFor(instance.dataDirectory).flatMap((folder) => {
    try {
      return [writeRecord(folder, record)];
    } catch {
      return []; // The other folder is enough.
    }
  });
  if (written.length === 0) throw new Error(`the record of the running instance cannot be written in ${userFolder()}`);
  return () => {
    for (const path of written) rmSync(path, { force: true });
  };
}

/**
 * Instances whose process is alive, of any working directory.
 * @param dataDirectory where to look beside the user's folder
 */
export function findRunningInstances(dataDirectory: string): RunningInstance[] {
  const records = foldersFor(dataDirectory).flatMap(readRecords);
  return [...new Map(records.map((record) => [record.pid, record])).values()];
}

function foldersFor(dataDirectory: string): string[] {
  return [userFolder(), join(dataDirectory, 'instances')];
}

/** Nobody else may write there: what a record says decides where commands write. */
function userFolder(): string {
  return join(tmpdir(), `rampart-instances-${process.getuid?.() ?? 'user'}`);
}

function writeRecord(folder: string, record: StoredRecord): string {
  // Not recursive: a data directory is not created for this.
  if (!existsSync(folder)) mkdirSync(folder, { mode: ownerOnly });
  // Never changed: in TMPDIR another user may have put a link there.
  if (!isTrusted(folder)) throw new Error(`${folder} belongs to another user`);
  const path = join(folder, `${record.pid}-${record.start}.json`);
  writeFileSync(`${path}.part`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${path}.part`, path);
  return path;
}

function readRecords(folder: string): RunningInstance[] {
  return namesIn(folder)
    .filter((name) => /^\d+-\w*\.json$/.test(name))
    .slice(0, maxRecords)
    .flatMap((name) => readRecord(join(folder, name)));
}

/** Of a folder that does not exist, or that others may write to, there are none. */
function namesIn(folder: string): string[] {
  try {
    return isTrusted(folder) ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function readRecord(path: string): RunningInstance[] {
  try {
    if (lstatSync(path).size > maxRecordBytes) return [];
    const record: StoredRecord = JSON.parse(readFileSync(path, 'utf8')); // Written by writeRecord in a folder of ours.
    if (record.machine !== thisMachine()) return [];
    if (isAlive(record.pid) && startOf(record.pid) === record.start) return [record];
    rmSync(path, { force: true }); // Left by a process that was killed.
  } catch {
    // Removed meanwhile, or written by another version: no instance that can be used.
  }
  return [];
}

/** Only this user writes there. Root may use the data directory of another user, whose records come with it. */
function isTrusted(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true) return false;
  const own = process.getuid?.();
  if (own === undefined) return true;
  const isOwn = status.uid === own || (own === 0 && folder !== userFolder());
  return isOwn && (status.mode & 0o022) === 0;
}

/** This machine, or the container in it: where process ids mean the same. */
function thisMachine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // No /proc on this system.
  }
}

/** Whether an instance was started in this working directory. */
export function isOfDirectory(instance: RunningInstance, workingDirectory: string): boolean {
  return realPath(instance.workingDirectory) === realPath(workingDirectory);
}
