import { readFileSync, type Stats, statSync } from 'node:fs';

/** What a look at a file found. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  /** It is not there. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A file system's clock may stand still for this long: within it, two versions can look the same. */
const freshMilliseconds = 100;

/**
 * A file that is looked at whenever its content is needed. A look costs about a microsecond while nothing changes; watching
 * by events would be cheaper still, but misses files that are replaced on mounted volumes.
 */
export class WatchedFile {
  readonly path: string;
  readonly #mostBytes: number;
  readonly #statusOf: (path: string) => Stats | undefined;
  #stats: Stats | undefined;
  #bytes: Buffer | undefined;
  /** What the last look came to, but for the text. */
  #found: string | undefined;
  #isFresh = false;

  /** `statusOf` stands in for a file system whose clock is coarser than this machine's. */
  constructor(path: string, options: { mostBytes: number; statusOf?: (path: string) => Stats | undefined }) {
    this.path = path;
    this.#mostBytes = options.mostBytes;
    this.#statusOf = options.statusOf ?? ((file) => statSync(file, { throwIfNoEntry: false }));
  }

  /** Undefined: it is as it was at the last look. */
  look(): FileContent | undefined {
    try {
      const stats = this.#statusOf(this.path);
      if (stats === undefined) return this.#none({ kind: 'absent' });
      if (isSame(stats, this.#stats) && !this.#isFresh) return undefined;
      this.#stats = stats;
      return this.#read(stats);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // What the file system throws.
      return this.#none({ kind: 'unreadable', reason: `it cannot be read (${code})` });
    }
  }

  #read(stats: Stats): FileContent | undefined {
    if (!stats.isFile()) return this.#none({ kind: 'unreadable', reason: 'it is no file' });
    if (stats.size > this.#mostBytes) return this.#none({ kind: 'unreadable', reason: 'it is too large' });
    this.#isFresh = Math.abs(Date.now() - stats.mtimeMs) < freshMilliseconds;
    const bytes = readFileSync(this.path);
    if (this.#bytes?.equals(bytes)) return undefined;
    this.#bytes = bytes;
    this.#found = 'text';
    return { kind: 'text', text: bytes.toString('utf8') };
  }

  #none(content: Exclude<FileContent, { kind: 'text' }>): FileContent | undefined {
    const found = content.kind === 'absent' ? 'absent' : content.reason;
    this.#stats = undefined;
    this.#bytes = undefined;
    if (this.#found === found) return undefined;
    this.#found = found;
    return content;
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return (
    other !== undefined &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.dev === other.dev
  );
}
