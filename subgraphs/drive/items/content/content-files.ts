import { quoted } from '../../../../platform/quoted.js';
/** A byte range from `start` to `end`, inclusive. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/** The file of stored content, open for reading. */
export interface StoredFile {
  readonly size: number;
  /** Reads bytes at a position, like `FileHandle.read`. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  /** The bytes of a range of the file. */
  stream(range: ContentRange): AsyncIterable<Buffer>;
  /** A fingerprint that changes whenever the bytes may have changed. */
  state(): Promise<string>;
  /** Keeps the file open until `close` is called once more. */
  retain(): void;
  close(): Promise<void>;
}

/** Storage of complete contents in a directory or a bucket, one file for each content, named by its SHA-256. */
export interface ContentFiles {
  /**
   * Opens a file for reading; undefined if there is none.
   * @param headBytes number of bytes at the start of the file that the caller will certainly read
   */
  open(sha256: string, headBytes?: number): Promise<StoredFile | undefined>;
  /**
   * Atomically stores the complete local file at `path` as the file of this SHA-256, replacing an existing one. The
   * local file may remain.
   */
  put(sha256: string, path: string): Promise<void>;
  /**
   * Sets the storage time of a file to now, so a pending removal does not delete it; false if it must be stored again
   * instead.
   */
  renew(sha256: string): Promise<boolean>;
  /**
   * Deletes a file unless it was stored after `notAfter` (Unix epoch milliseconds); true if the file no longer exists.
   */
  remove(sha256: string, notAfter: number): Promise<boolean>;
  /** The SHA-256 of each file. */
  list(): AsyncGenerator<string>;
  /**
   * Path of a local file with the bytes of a stored one: the stored file itself, or a durable copy created at
   * `copyPath`.
   */
  localCopy(sha256: string, copyPath: string): Promise<string>;
  /** Makes these files durable, so they survive a power failure. */
  flush(sha256s: readonly string[]): Promise<void>;
  /** Verifies that the storage is usable, by writing, reading and removing a file. */
  probe(): Promise<void>;
  /** Removes incomplete uploads that are abandoned. `now`: Unix epoch milliseconds. */
  sweep(now: number): Promise<void>;
}

/** Pattern of valid file names: the SHA-256 of the content, never input from another server. */
const sha256Pattern = /^[0-9a-f]{64}$/;

export function isContentName(name: string): boolean {
  return sha256Pattern.test(name);
}

/**
 * The file name of stored content, relative to its directory or bucket prefix. Throws if `sha256` is not a hexadecimal
 * SHA-256.
 */
export function fileNameOf(sha256: string): string {
  if (!isContentName(sha256))
    throw new Error(`stored content must be named by its SHA-256 in hexadecimal, not ${quoted(sha256)}`);
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Combines two storages: files are read from both, and new files are stored in the first. */
export function combineFiles(first: ContentFiles, second: ContentFiles): ContentFiles {
  return {
    ...first,
    // The second one is the directory, whose files are found without a request. A file that is in neither may have been
    // moved from the first to the second in the meantime.
    open: async (sha256, headBytes) =>
      (await second.open(sha256)) ?? (await first.open(sha256, headBytes)) ?? (await second.open(sha256)),
    async put(sha256, path) {
      // A file that appears in the second one later is not outdated, but was moved there from the first.
      const outdated = await second.open(sha256);
      await outdated?.close();
      await first.put(sha256, path);
      if (outdated !== undefined) await second.remove(sha256, Number.POSITIVE_INFINITY);
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
