import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { coalesce } from './coalesce.js';
import { childPath } from './list-folder.js';
import { entriesPath, openBelowRoot, resolveRoot } from './open-without-links.js';

/** Milliseconds for which changes are collected into one listing of the directories. */
const coalesceMs = 100;
/**
 * Interval in milliseconds between checks whether the root was replaced, which causes no event because its parent is
 * not watched.
 */
const rootCheckMs = 1000;

interface WatchFoldersOptions {
  /** Called when watching has started, on each change of an entry, and when new directories are watched. */
  onChange(): void;
  /** Called for the first directory that cannot be watched. */
  onFailure(error: unknown): void;
}

/**
 * Watches a directory tree without following links. Uses one watch per directory, because the recursive watch of
 * Node.js needs one per file and lists the whole directory on each event.
 * @returns a function that stops watching
 */
export function watchFolders(root: string, options: WatchFoldersOptions): () => void {
  const tree = new FolderTree(root, options);
  tree.begin();
  return () => tree.close();
}

/** The watched directories of a tree. Paths are relative to the root, whose own path is empty. */
class FolderTree {
  readonly #watched = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  readonly #scans = coalesce(() => this.#scan());
  #rootCheck: NodeJS.Timeout | undefined;
  readonly #root: string;
  readonly #options: WatchFoldersOptions;
  /**
   * Device and inode of the root at the last listing; undefined before the first listing, null if the root did not
   * exist.
   */
  #rootIdentity: string | null | undefined;
  #hasFailed = false;
  #closed = false;

  constructor(root: string, options: WatchFoldersOptions) {
    this.#root = root;
    this.#options = options;
  }

  begin(): void {
    this.#scans.request(0);
    this.#rootCheck = setInterval(() => this.#checkRoot(), rootCheckMs).unref();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#rootCheck);
    this.#scans.cancel();
    this.#unwatchTree('');
  }

  async #checkRoot(): Promise<void> {
    const before = this.#rootIdentity;
    const stats = await stat(this.#root, { bigint: true }).catch(() => undefined);
    const identity = stats === undefined ? null : identityOf(stats);
    if (before !== undefined && identity !== before && !this.#closed) this.#scans.request(coalesceMs);
  }

  #handleEvent(folder: { path: string; ownName: string }, kind: string, name: string | null): void {
    if (kind === 'rename') {
      // The name may now belong to another directory, or to none.
      if (name !== null) this.#unwatchTree(childPath(folder.path, name));
      // The directory itself was removed; its successor may have the same inode.
      if (name === folder.ownName) this.#unwatchTree(folder.path);
      this.#scans.request(coalesceMs);
    }
    this.#options.onChange();
  }

  /**
   * Watches new directories. A new directory is reported as a change, because entries that were added to it before it
   * was watched cause no event.
   */
  async #scan(): Promise<void> {
    const isFirst = this.#rootIdentity === undefined;
    const isAnyNew = await this.#addFolders();
    if ((isAnyNew || isFirst) && !this.#closed) this.#options.onChange();
  }

  async #addFolders(): Promise<boolean> {
    this.#rootIdentity = null;
    const root = await resolveRoot(this.#root).catch(() => undefined);
    if (root === undefined) {
      this.#unwatchTree('');
      return false;
    }
    let isAnyNew = false;
    const pending = [''];
    for (let path = pending.pop(); path !== undefined && !this.#closed; path = pending.pop()) {
      const watched = await this.#add(root, path).catch((error: unknown) => this.#fail(error));
      isAnyNew ||= watched?.isNew ?? false;
      for (const folder of watched?.folders ?? []) pending.push(folder); // There may be too many to spread.
    }
    return isAnyNew;
  }

  /** Watches a directory and lists its subdirectories; undefined if it no longer exists at this path. */
  async #add(root: string, path: string): Promise<{ isNew: boolean; folders: string[] } | undefined> {
    const folder = await openBelowRoot(root, { path, kind: 'folder' });
    if (folder === undefined) return void this.#unwatchTree(path);
    try {
      const directory = entriesPath(folder, join(root, path));
      const identity = identityOf(await folder.stat({ bigint: true }));
      if (path === '') this.#rootIdentity = identity;
      const isNew = this.#watch({ path, directory, identity });
      const entries = await readdir(directory, { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => childPath(path, name));
      return { isNew, folders };
    } finally {
      await folder.close();
    }
  }

  /** Watches a directory; true if it was not watched before. */
  #watch({ path, directory, identity }: { path: string; directory: string; identity: string }): boolean {
    const before = this.#watched.get(path);
    if (before?.identity === identity || this.#closed) return false;
    if (before !== undefined) this.#unwatchTree(path);
    const folder = { path, ownName: basename(directory) };
    try {
      const watcher = watch(directory, { persistent: false }, (kind, name) => this.#handleEvent(folder, kind, name));
      // The directory was removed; the watch of its parent reports this.
      watcher.on('error', () => this.#unwatch(path));
      this.#watched.set(path, { watcher, identity });
      return true;
    } catch (error) {
      this.#fail(error);
      return false; // Its subdirectories, if any, may still be watched.
    }
  }

  #fail(error: unknown): undefined {
    if (isNotFound(error) || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.onFailure(error);
  }

  #unwatchTree(path: string): void {
    if (path !== '' && !this.#watched.has(path)) return;
    for (const other of [...this.#watched.keys()]) {
      if (path === '' || other === path || other.startsWith(`${path}/`)) this.#unwatch(other);
    }
  }

  #unwatch(path: string): void {
    this.#watched.get(path)?.watcher.close();
    this.#watched.delete(path);
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
