import { quoted } from '../../../../platform/quoted.js';
/** A part of a content, from `start` to `end`, inclusive. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/** The file of a content, open for reading. */
export interface StoredFile {
  readonly size: number;
  /** Reads at a position, as a file handle does. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  /** The bytes of a part of the file. */
  stream(range: ContentRange): AsyncIterable<Buffer>;
  /** A string that differs if the bytes may have been changed. */
  state(): Promise<string>;
  close(): Promise<void>;
}

/** Storage of complete contents: a directory or a bucket. Each content has a file, which is named by its SHA-256. */
export interface ContentFiles {
  /**
   * Opens a file; undefined if there is none.
   * @param headBytes number of bytes at the beginning that the caller reads in any case
   */
  open(sha256: string, headBytes?: number): Promise<StoredFile | undefined>;
  /** Stores a complete local file under its name, atomically. Replaces an existing one. The local file may remain. */
  put(sha256: string, path: string): Promise<void>;
  /** Marks a file as stored now, because its removal may be pending; false if it must be stored again instead. */
  renew(sha256: string): Promise<boolean>;
  /** Deletes a file unless it was stored after a time in Unix epoch milliseconds; true if it is gone. */
  remove(sha256: string, notAfter: number): Promise<boolean>;
  /** The SHA-256 of each file. */
  list(): AsyncGenerator<string>;
  /** A local file with the bytes of a stored one: that file, or a copy at `created`. */
  localCopy(sha256: string, created: string): Promise<string>;
  /** Makes these files survive a power failure. */
  flush(sha256s: readonly string[]): Promise<void>;
  /** Verifies that files can be stored, by writing, reading and removing one. */
  probe(): Promise<void>;
  /** Removes the remains of interrupted uploads. `now` in Unix epoch milliseconds. */
  sweep(now: number): Promise<void>;
}

/** Files are named by the hash of their content, never by input of another server. */
const sha256Pattern = /^[0-9a-f]{64}$/;

export function isContentName(name: string): boolean {
  return sha256Pattern.test(name);
}

/** The name of the file of a content, relative to its directory or bucket. Throws when the text is not a SHA-256. */
export function fileNameOf(sha256: string): string {
  if (!isContentName(sha256))
    throw new Error(`stored content must be named by its SHA-256 in hexadecimal, not ${quoted(sha256)}`);
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** The files of two places: all are read, and new ones are stored in the first. */
export function combineFiles(first: ContentFiles, second: ContentFiles): ContentFiles {
  return {
    ...first,
    // The second one is the directory, whose files are found without a request.
    open: async (sha256, headBytes) => (await second.open(sha256)) ?? (await first.open(sha256, headBytes)),
    async put(sha256, path) {
      await first.put(sha256, path);
      await second.remove(sha256, Number.POSITIVE_INFINITY);
    },
    renew: async (sha256) => (await second.renew(sha256)) || (await first.renew(sha256)),
    remove: async (sha256, notAfter) =>
      (await second.remove(sha256, notAfter)) && (await first.remove(sha256, notAfter)),
    async *list() {
      yield* second.list();
      yield* first.list();
    },
  };
}
