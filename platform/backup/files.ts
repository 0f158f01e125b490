import { createHash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { isAlive } from '../database/index.js';
import { flushPath } from '../flush-path.js';
import { quoted } from '../quoted.js';
import { systemErrorCode } from '../system-error.js';
import { magic } from './archive/format.js';
import type { BackupContents } from './contents.js';
import { DamagedBackupError, RestoreRejectedError } from './errors.js';

/** A file in the data directory. */
export interface StoredFile {
  /** Path relative to the data directory, separated by `/`. */
  readonly path: string;
  readonly mode: number;
}

/** Matches incomplete files: servers write to `.part` files and rename them when complete. */
const unfinishedPattern = /\.part$/;
const siteContentPattern = /^drive\/content\//;
/** Matches the staging directory of a restore, whose name contains the id of the process. */
const stagePattern = /^restore-(\d+)\.part$/;
const readBytes = 1 << 18;

/** A file of the data directory, open for reading until the next file is requested. */
export interface OpenFile extends StoredFile {
  readonly data: AsyncIterable<Buffer>;
}

/** The files of an instance in its data directory, one at a time, because there may be millions. */
export async function* readFiles(dataDir: string, { ignoredFiles }: BackupContents): AsyncGenerator<OpenFile> {
  for await (const { path, isFolder } of listRecursively(dataDir, '', ignoredFiles)) {
    if (isFolder || unfinishedPattern.test(path)) continue;
    const file = await openIfExists(join(dataDir, path));
    if (file === undefined) continue;
    try {
      const { mode } = await file.stat();
      const data = file.createReadStream({ start: 0, highWaterMark: readBytes, autoClose: false });
      // Content of the document site is included even if it is a backup.
      if (siteContentPattern.test(path) || !(await isBackup(file))) yield { path, mode: mode & 0o777, data };
    } finally {
      await file.close();
    }
  }
}

/**
 * Opens a file; undefined if it no longer exists, because a running server removes files that it has replaced or
 * delivered.
 */
async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function* listRecursively(
  root: string,
  folder: string,
  ignored: readonly RegExp[],
): AsyncGenerator<{ path: string; isFolder: boolean }> {
  for (const entry of await entriesOf(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (ignored.some((pattern) => pattern.test(path)) || stagePattern.test(path)) continue;
    const kind = await kindOf(entry, join(root, path));
    if (kind === 'file') yield { path, isFolder: false };
    if (kind !== 'folder' || (await isCluster(join(root, path)))) continue;
    yield* listRecursively(root, path, ignored);
    yield { path, isFolder: true };
  }
}

/**
 * The kind of a directory entry or, for a symbolic link, of its target, because large directories may be on other
 * disks.
 * @throws {Error} if the link is dangling, or leads to a directory that contains it
 */
async function kindOf(entry: Dirent, path: string): Promise<'file' | 'folder' | 'other'> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return 'other';
  const target = await stat(path).catch((error: unknown) => {
    throw new Error(`the target of the link ${path} does not exist: restore the target, or remove the link`, {
      cause: error,
    });
  });
  if (target.isFile()) return 'file';
  if (!target.isDirectory()) return 'other';
  if (`${await realpath(dirname(path))}${sep}`.startsWith(`${await realpath(path)}${sep}`))
    throw new Error(`the link ${path} points to a directory that contains the link: remove it`);
  return 'folder';
}

/** Directory entries in a stable order; none if the directory does not exist. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Whether a directory is a PostgreSQL cluster. Its files are not backed up, because they cannot be copied while the
 * cluster runs; the backup contains its rows instead.
 */
async function isCluster(folder: string): Promise<boolean> {
  for (const file of ['PG_VERSION', join('data', 'PG_VERSION')]) {
    if ((await stat(join(folder, file)).catch(() => undefined)) !== undefined) return true;
  }
  return false;
}

/** Whether a file is itself a backup. Backups in the data directory are not included in other backups. */
async function isBackup(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  return bytesRead === magic.length && buffer.equals(magic);
}

/** Files of a restore, staged in a temporary directory inside the data directory until all of them are written. */
export class StagedFiles {
  readonly #dataDir: string;
  readonly #stage: string;

  private constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#stage = join(dataDir, `restore-${process.pid}.part`);
  }

  /** Creates the staging directory, and removes the staging directories of restores that were killed. */
  static async begin(dataDir: string): Promise<StagedFiles> {
    const staged = new StagedFiles(dataDir);
    for (const { name } of await entriesOf(dataDir)) {
      const [, pid] = stagePattern.exec(name) ?? [];
      const isStale = pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)));
      if (isStale) await rm(join(dataDir, name), { recursive: true, force: true });
    }
    await mkdir(staged.#stage, { mode: 0o700 });
    return staged;
  }

  async add({ path, mode }: StoredFile, data: AsyncIterable<Buffer>): Promise<void> {
    const target = join(this.#stage, requireSafePath(path));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, 'wx', 0o600);
    try {
      for await (const bytes of data) await file.writeFile(bytes);
      await file.chmod(mode & 0o777);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /**
   * Verifies that moving a staged file to its destination overwrites nothing.
   * @throws {RestoreRejectedError} if the destination is another file; the message contains the reason
   */
  async assertReplacesNothing({ path }: StoredFile, reason: string): Promise<void> {
    const target = join(this.#dataDir, path);
    const existingStatus = await stat(target).catch(() => undefined);
    if (existingStatus === undefined) return;
    const staged = join(this.#stage, path);
    const isSame =
      existingStatus.size === (await stat(staged)).size && (await digestOf(target)) === (await digestOf(staged));
    if (isSame) return;
    throw new RestoreRejectedError(
      `${target} differs from the file in the backup, and ${reason}: specify another data directory with --data-dir DIR`,
    );
  }

  /** Moves all files to their destinations. Can be called again after an interruption. */
  async install(): Promise<void> {
    const folders = new Set<string>([this.#dataDir]);
    for await (const { path, isFolder } of listRecursively(this.#stage, '', [])) {
      if (isFolder) {
        await flushPath(join(this.#dataDir, path));
        continue;
      }
      const target = join(this.#dataDir, path);
      const folder = dirname(target);
      if (!folders.has(folder)) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        folders.add(folder);
      }
      await moveFile(join(this.#stage, path), target);
    }
    await flushPath(this.#dataDir);
    await this.discard();
  }

  async discard(): Promise<void> {
    await rm(this.#stage, { recursive: true, force: true });
  }
}

/** Moves a file, also to another file system, because large directories may be on other disks. */
async function moveFile(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if (systemErrorCode(error) !== 'EXDEV') throw error;
    const draft = `${target}.part`;
    try {
      await rm(draft, { force: true }); // Left by a killed restore.
      await copyFile(source, draft);
      await flushPath(draft);
      await rename(draft, target);
    } catch (failure) {
      await rm(draft, { force: true });
      throw failure;
    }
    await rm(source);
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: readBytes })) hash.update(bytes);
  return hash.digest('hex');
}

/** @throws {DamagedBackupError} if the path is outside the data directory, or inside the embedded database */
function requireSafePath(path: string): string {
  const isSafe =
    path !== '' &&
    !path.includes('\0') &&
    // A separator on Windows; other systems allow it in names.
    !(sep === '\\' && path.includes(sep)) &&
    !path.startsWith('/') &&
    !path.split('/').includes('..');
  if (isSafe && normalize(path) === path.split('/').join(sep) && !/^(postgresql|instances)(\/|$)/.test(path))
    return path;
  throw new DamagedBackupError(`it contains the path ${quoted(path)}, which a backup never contains`);
}
