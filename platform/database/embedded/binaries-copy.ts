import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { systemErrorCode } from '../../system-error.js';
import { type BinariesFolder, packagedLinks } from './binaries.js';
import { processTag } from './processes.js';

/** An entry of a copy of the binaries: a directory, a file, or a symbolic link to another path of the copy. */
type Entry =
  | { readonly path: string; readonly kind: 'folder' }
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly source: string;
      readonly size: number;
      readonly mode: number;
    }
  | { readonly path: string; readonly kind: 'link'; readonly target: string };

/** Mode of created directories: all users can read and enter them, regardless of the umask. */
const openFolder = 0o755;

/**
 * Returns a copy of these binaries in a directory, for a user who cannot access the originals. Symbolic links in the
 * copy point only into the copy. A copy that is missing, damaged, or of other binaries is replaced. Several processes
 * can do this concurrently; one that is killed leaves no incomplete copy. Each version of the binaries has its
 * own directory, so a running server keeps the files it uses.
 */
export function provideBinariesCopy(source: BinariesFolder, folder: string): BinariesFolder {
  const entries = listEntries(source);
  const copy = join(folder, copyName(entries));
  if (!isComplete(copy, entries)) replaceCopy(copy, entries);
  return copy;
}

/** Matches the names of copies of the binaries, complete or not. */
export const copyNames = /^server(-[0-9a-f]{12})?(\.|$)/;

function copyName(entries: readonly Entry[]): string {
  const identity = entries.map(({ path, ...entry }) => [path, { ...entry, source: undefined }]);
  return `server-${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12)}`;
}

/** Lists all entries of the copy, directories before their contents. */
function listEntries(source: BinariesFolder): Entry[] {
  const root = realpathSync(source);
  const entries = listFolder(root, '');
  const paths = new Set(entries.map(({ path }) => path));
  const omitted = packagedLinks(root).filter(({ path }) => !paths.has(path));
  return [
    ...entries,
    ...omitted.map(({ path, target }): Entry => ({ path, kind: 'link', target: relative(dirname(path), target) })),
  ];
}

function listFolder(root: string, folder: string): Entry[] {
  const names = readdirSync(join(root, folder)).sort();
  return names.flatMap((name) => listPath(root, join(folder, name)));
}

function listPath(root: string, path: string): Entry[] {
  const sourcePath = join(root, path);
  const status = lstatSync(sourcePath);
  if (!status.isSymbolicLink()) return listContents(root, path, status);
  if (!existsSync(sourcePath))
    throw new Error(`the embedded PostgreSQL is damaged: ${sourcePath} is a broken link; run npm ci again`);
  const target = realpathSync(sourcePath);
  if (!target.startsWith(root + sep)) return listContents(root, path, statSync(sourcePath));
  return [{ path, kind: 'link', target: relative(dirname(sourcePath), target) }];
}

function listContents(root: string, path: string, status: Stats): Entry[] {
  if (status.isDirectory()) return [{ path, kind: 'folder' }, ...listFolder(root, path)];
  const mode = (status.mode & 0o100) === 0 ? 0o644 : 0o755;
  return [{ path, kind: 'file', source: join(root, path), size: status.size, mode }];
}

/**
 * Whether the copy contains all entries, with their kinds, sizes and modes. Contents are not compared, because this
 * runs at each start.
 */
function isComplete(copy: string, entries: readonly Entry[]): boolean {
  return isOpenFolder(copy) && entries.every((entry) => matchesEntry(join(copy, entry.path), entry));
}

function matchesEntry(path: string, entry: Entry): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return false;
  if (entry.kind === 'folder') return isOpenFolder(path);
  if (entry.kind === 'link') return status.isSymbolicLink() && readlinkSync(path) === entry.target;
  return status.isFile() && status.size === entry.size && (status.mode & 0o777) === entry.mode;
}

function isOpenFolder(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() === true && (status.mode & 0o777) === openFolder;
}

/**
 * Builds the copy under a temporary name, then replaces the old copy, which is moved as a whole because a server may be
 * using it.
 */
function replaceCopy(copy: string, entries: readonly Entry[]): void {
  const unfinished = `${copy}.${processTag()}`;
  const damagedCopy = `${copy}.${processTag()}`;
  try {
    writeCopy(unfinished, entries);
    renameIfExists(copy, damagedCopy);
    renameSync(unfinished, copy);
  } catch (error) {
    // Another process has created an equivalent copy.
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '') || !isComplete(copy, entries)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(damagedCopy, { recursive: true, force: true });
  }
}

function writeCopy(folder: string, entries: readonly Entry[]): void {
  createOpenFolder(folder);
  for (const entry of entries) {
    const path = join(folder, entry.path);
    if (entry.kind === 'folder') createOpenFolder(path);
    else if (entry.kind === 'link') symlinkSync(entry.target, path);
    else {
      copyFileSync(entry.source, path, constants.COPYFILE_FICLONE);
      chmodSync(path, entry.mode);
    }
  }
  if (!isComplete(folder, entries)) throw new Error(`the copy of PostgreSQL in ${folder} differs from its source`);
  assertSelfContained(folder, entries);
}

function createOpenFolder(path: string): void {
  mkdirSync(path);
  chmodSync(path, openFolder);
}

function assertSelfContained(folder: string, entries: readonly Entry[]): void {
  const root = realpathSync(folder) + sep;
  for (const { path } of entries.filter(({ kind }) => kind === 'link')) {
    const target = realpathSync(join(folder, path));
    if (!target.startsWith(root)) throw new Error(`${join(folder, path)} links to ${target}, outside the copy`);
  }
}

function renameIfExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
