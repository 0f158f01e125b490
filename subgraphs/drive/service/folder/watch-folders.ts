import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { gathered } from './gathered.js';

/** Changes come in crowds: the folders are looked for again once for those of this long. */
const gatherMilliseconds = 100;

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

class FolderTree {
  readonly #watched = new Map<string, FSWatcher>();
  readonly #looks = gathered(() => this.#look());
  #hasFailed = false;
  #closed = false;

  constructor(
    private readonly root: string,
    private readonly options: WatchFoldersOptions,
  ) {}

  begin(): void {
    this.#looks.ask(0);
  }

  close(): void {
    this.#closed = true;
    this.#looks.end();
    for (const path of [...this.#watched.keys()]) this.#forget(path);
  }

  #onEvent(folder: string, kind: string, name: string | null): void {
    if (kind === 'rename') {
      // One of this name may be another folder now, and what is below it lies elsewhere or nowhere.
      if (name !== null) this.#forgetTree(join(folder, name));
      this.#looks.ask(gatherMilliseconds);
    }
    this.options.onChange();
  }

  /** Watches the folders that came. What came into them before is not told of by itself, so they are a change. */
  async #look(): Promise<void> {
    const came = await this.#addFolders();
    if (came && !this.#closed) this.options.onChange();
  }

  async #addFolders(): Promise<boolean> {
    let came = false;
    const pending = [this.root];
    for (let path = pending.pop(); path !== undefined && !this.#closed; path = pending.pop()) {
      came = this.#add(path) || came;
      pending.push(...(await foldersIn(path)));
    }
    return came;
  }

  /** True when the folder was not watched before. */
  #add(path: string): boolean {
    if (this.#watched.has(path)) return false;
    try {
      const watcher = watch(path, { persistent: false }, (kind, name) => this.#onEvent(path, kind, name));
      watcher.on('error', () => this.#forget(path)); // It went; the folder above it says so.
      this.#watched.set(path, watcher);
    } catch (error) {
      if (!this.#hasFailed && !isGone(error)) this.options.onFailure(error);
      this.#hasFailed ||= !isGone(error);
      return path === this.root; // Whether or not it can be watched, it is there to be read.
    }
    return true;
  }

  #forgetTree(path: string): void {
    if (!this.#watched.has(path)) return;
    for (const other of [...this.#watched.keys()]) {
      if (other === path || other.startsWith(`${path}${sep}`)) this.#forget(other);
    }
  }

  #forget(path: string): void {
    this.#watched.get(path)?.close();
    this.#watched.delete(path);
  }
}

/** The folders in it that can be read; one that went, or may not be read, has none. */
async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name));
  } catch {
    return [];
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
