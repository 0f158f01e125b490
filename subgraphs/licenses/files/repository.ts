import { readFileSync, type Stats, statSync } from 'node:fs';
import { systemErrorReason } from '../../../platform/system-error.js';

export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Resolution of a file system's clock in milliseconds. Two versions of a file that are written within this time can
 * have equal timestamps.
 */
const clockResolutionMs = 100;

/**
 * A file whose metadata is checked on each use. The check takes about a microsecond if the file is unchanged. File
 * system events would be cheaper, but they miss replaced files on mounted volumes.
 */
export class WatchedFile {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #statusOf: (path: string) => Stats | undefined;
  #stats: Stats | undefined;
  #bytes: Buffer | undefined;
  /** The last result of reading the file, without its text. */
  #lastResult: string | undefined;
  #isFresh = false;

  /** @param options.statusOf replaces `statSync`, so tests can simulate file systems with a coarse clock */
  constructor(path: string, options: { maxBytes: number; statusOf?: (path: string) => Stats | undefined }) {
    this.#path = path;
    this.#maxBytes = options.maxBytes;
    this.#statusOf = options.statusOf ?? ((file) => statSync(file, { throwIfNoEntry: false }));
  }

  /** Reads the file. Undefined if it has not changed since the last call. */
  readIfChanged(): FileContent | undefined {
    try {
      const stats = this.#statusOf(this.#path);
      if (stats === undefined) return this.#recordMissingText({ kind: 'absent' });
      if (isSame(stats, this.#stats) && !this.#isFresh) return undefined;
      this.#stats = stats;
      return this.#read(stats);
    } catch (error) {
      return this.#recordMissingText({ kind: 'unreadable', reason: `it cannot be read (${systemErrorReason(error)})` });
    }
  }

  #read(stats: Stats): FileContent | undefined {
    if (!stats.isFile()) return this.#recordMissingText({ kind: 'unreadable', reason: 'it is not a file' });
    if (stats.size > this.#maxBytes) {
      return this.#recordMissingText({ kind: 'unreadable', reason: `it is larger than ${this.#maxBytes} bytes` });
    }
    this.#isFresh = Math.abs(Date.now() - stats.mtimeMs) < clockResolutionMs;
    const bytes = readFileSync(this.#path);
    if (this.#bytes?.equals(bytes)) return undefined;
    this.#bytes = bytes;
    this.#lastResult = 'text';
    return { kind: 'text', text: bytes.toString('utf8') };
  }

  #recordMissingText(content: Exclude<FileContent, { kind: 'text' }>): FileContent | undefined {
    const result = content.kind === 'absent' ? 'absent' : content.reason;
    this.#stats = undefined;
    this.#bytes = undefined;
    if (this.#lastResult === result) return undefined;
    this.#lastResult = result;
    return content;
  }
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return (
    b !== undefined &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.dev === b.dev
  );
}
