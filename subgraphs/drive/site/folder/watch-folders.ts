import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gathered } from './gathered.js';
import { openInside, rootOf, wayInto } from './inside.js';

/** Changes come in crowds: the folders are looked for again once for those of this long. */
const gatherMilliseconds = 100;
/** The folder itself may go and come again, or be another one by a link: nothing above it is watched that would tell. */
const rootCheckMilliseconds = 1000;

interface WatchFoldersOptions {
  /** Called when all is watched for the first time, at each change of an entry, and when folders that came are watched too. */
  onChange(): void;
  /** Called once when some folder cannot be watched. */
  onFailure(error: unknown): void;
}

/**
 * Watches a folder and all folders below it, links not followed. One watch for each folder: the runtime's own recursive watch
 * takes one for each file, and reads the whole folder again at each event in it.
 * @returns how it ends
 */
export function watchFolders(root: string, options: WatchFoldersOptions): () => void {
  const tree = new FolderTree(root, options);
  tree.begin();
  return () => tree.close();
}

/** Paths in it are relative to the root, which is the empty one. */
class FolderTree {
  readonly #watched = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  readonly #looks = gathered(() => this.#look());
  #rootCheck: NodeJS.Timeout | undefined;
  /** Of the last look; undefined before the first one, null where it found none. */
  #rootIdentity: string | null | undefined;
  #hasFailed = false;
  #closed = false;

  constructor(
    private readonly root: string,
    private readonly options: WatchFoldersOptions,
  ) {}

  begin(): void {
    this.#looks.ask(0);
    this.#rootCheck = setInterval(() => this.#checkRoot(), rootCheckMilliseconds).unref();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#rootCheck);
    this.#looks.end();
    this.#forgetTree('');
  }

  async #checkRoot(): Promise<void> {
    const before = this.#rootIdentity;
    const facts = await stat(this.root, { bigint: true }).catch(() => undefined);
    const there = facts === undefined ? null : identityOf(facts);
    if (before !== undefined && there !== before && !this.#closed) this.#looks.ask(gatherMilliseconds);
  }

  #onEvent(folder: { path: string; ownName: string }, kind: string, name: string | null): void {
    if (kind === 'rename') {
      // One of this name may be another folder now, and what is below it lies elsewhere or nowhere.
      if (name !== null) this.#forgetTree(childPath(folder.path, name));
      // It goes itself, and one that comes in its place may have its number.
      if (name === folder.ownName) this.#forgetTree(folder.path);
      this.#looks.ask(gatherMilliseconds);
    }
    this.options.onChange();
  }

  /** Watches the folders that came. What came into them before is not told of by itself, so they are a change. */
  async #look(): Promise<void> {
    const isFirst = this.#rootIdentity === undefined;
    const came = await this.#addFolders();
    if ((came || isFirst) && !this.#closed) this.options.onChange();
  }

  async #addFolders(): Promise<boolean> {
    this.#rootIdentity = null;
    const root = await rootOf(this.root).catch(() => undefined);
    if (root === undefined) {
      this.#forgetTree('');
      return false;
    }
    let came = false;
    const pending = [''];
    for (let path = pending.pop(); path !== undefined && !this.#closed; path = pending.pop()) {
      const watched = await this.#add(root, path).catch((error: unknown) => this.#fail(error));
      came ||= watched?.isNew ?? false;
      pending.push(...(watched?.folders ?? []));
    }
    return came;
  }

  /** Undefined: it is not there any more, or lies elsewhere. */
  async #add(root: string, path: string): Promise<{ isNew: boolean; folders: string[] } | undefined> {
    const folder = await openInside(root, { path, kind: 'folder' });
    if (folder === undefined) return void this.#forgetTree(path);
    try {
      const way = wayInto(folder, join(root, path));
      const identity = identityOf(await folder.stat({ bigint: true }));
      if (path === '') this.#rootIdentity = identity;
      const isNew = this.#watch({ path, way, identity });
      const entries = await readdir(way, { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => childPath(path, name));
      return { isNew, folders };
    } finally {
      await folder.close();
    }
  }

  /** True when the folder was not watched before. */
  #watch({ path, way, identity }: { path: string; way: string; identity: string }): boolean {
    const before = this.#watched.get(path);
    if (before?.identity === identity || this.#closed) return false;
    if (before !== undefined) this.#forgetTree(path);
    const folder = { path, ownName: basename(way) };
    try {
      const watcher = watch(way, { persistent: false }, (kind, name) => this.#onEvent(folder, kind, name));
      watcher.on('error', () => this.#forget(path)); // It went; the folder above it says so.
      this.#watched.set(path, { watcher, identity });
      return true;
    } catch (error) {
      this.#fail(error);
      return false; // Those below it may still be watched.
    }
  }

  #fail(error: unknown): undefined {
    if (isGone(error) || this.#hasFailed) return;
    this.#hasFailed = true;
    this.options.onFailure(error);
  }

  #forgetTree(path: string): void {
    if (path !== '' && !this.#watched.has(path)) return;
    for (const other of [...this.#watched.keys()]) {
      if (path === '' || other === path || other.startsWith(`${path}/`)) this.#forget(other);
    }
  }

  #forget(path: string): void {
    this.#watched.get(path)?.watcher.close();
    this.#watched.delete(path);
  }
}

function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
