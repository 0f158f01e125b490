import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../../../../platform/durations.js';
import { flushPath } from '../../../../platform/flush-path.js';
import type { ZoneFile } from '../../imports/index.js';

/** Metadata of a file that is being downloaded, or was downloaded and is not imported yet. */
export interface PartMetadata {
  /** ETag of the file, strong or weak; null if the server sent none. */
  readonly entityTag: string | null;
  readonly lastModified: string | null;
  /** Size in bytes that the server announced; null if it announced none. */
  readonly size: number | null;
  readonly isComplete: boolean;
  /** Error of the import that rejected the file; null if none did. */
  readonly rejection: string | null;
  /** Machine-readable reason for that error; null if there is none, or if an earlier version stored the error. */
  readonly rejectionReason: string | null;
}

const emptyMetadata: PartMetadata = {
  entityTag: null,
  lastModified: null,
  size: null,
  isComplete: false,
  rejection: null,
  rejectionReason: null,
};

/** A zone file that is being downloaded. Its bytes and metadata are on disk, so a later process can resume it. */
export interface FilePart {
  readonly length: number;
  readonly metadata: PartMetadata;
  append(chunk: Uint8Array): Promise<void>;
  /** Discards all bytes, and records the metadata of the file that is downloaded next. */
  restart(metadata: PartMetadata): Promise<void>;
  /** Flushes the bytes, and records metadata about them. */
  record(metadata: PartMetadata): Promise<void>;
  /** The stored bytes, as a file to import. */
  file(): ZoneFile;
  /** Closes the file; its bytes remain for the next attempt. */
  close(): Promise<void>;
  /** Deletes the bytes and the metadata. */
  discard(): Promise<void>;
}

/** Time since the last write after which a part is removed, in milliseconds. */
const abandonedMs = 14 * dayMs;

/**
 * Stores the parts of downloads below `data_dir`/zones/incoming. Only the holder of the lock of a zone may open its
 * part.
 */
export class PartStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'zones', 'incoming');
  }

  /** Opens the part of a source, with the bytes of earlier attempts. */
  async open(source: { zone: string; origin: string }): Promise<FilePart> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = createHash('sha256').update(`${source.zone}\0${source.origin}`).digest('hex');
    return await StoredPart.open(this.#folder, name);
  }

  /** Removes parts that no attempt has continued for two weeks, such as those of removed sources. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (mtimeMs < now - abandonedMs) await rm(path, { force: true });
    }
  }
}

class StoredPart implements FilePart {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: FileHandle;
  #length: number;
  #metadata: PartMetadata;

  private constructor(options: {
    folder: string;
    path: string;
    file: FileHandle;
    length: number;
    metadata: PartMetadata;
  }) {
    this.#folder = options.folder;
    this.#path = options.path;
    this.#file = options.file;
    this.#length = options.length;
    this.#metadata = options.metadata;
  }

  static async open(folder: string, name: string): Promise<StoredPart> {
    const path = join(folder, name);
    const metadata = await readMetadata(`${path}.json`);
    const file = await open(path, metadata === undefined ? 'w+' : 'r+', 0o600).catch(() => open(path, 'w+', 0o600));
    const { size: length } = await file.stat();
    // After a power failure, a file may be shorter than was recorded.
    const isWhole = metadata?.isComplete !== true || metadata.size === null || length === metadata.size;
    const part = new StoredPart({ folder, path, file, length, metadata: { ...emptyMetadata, ...metadata } });
    if (metadata === undefined || !isWhole) await part.restart(emptyMetadata);
    return part;
  }

  get length(): number {
    return this.#length;
  }

  get metadata(): PartMetadata {
    return this.#metadata;
  }

  async append(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await this.#file.write(chunk, at, chunk.length - at, this.#length);
      at += bytesWritten;
      this.#length += bytesWritten;
    }
  }

  async restart(metadata: PartMetadata): Promise<void> {
    // The metadata is deleted first: if the process dies, the bytes without metadata are discarded, and no other file
    // is appended to them.
    await rm(`${this.#path}.json`, { force: true });
    await this.#file.truncate(0);
    this.#length = 0;
    await this.record(metadata);
  }

  async record(metadata: PartMetadata): Promise<void> {
    await this.#file.sync();
    const temporary = `${this.#path}.new`;
    await writeFile(temporary, JSON.stringify(metadata), { mode: 0o600, flush: true });
    await rename(temporary, `${this.#path}.json`);
    await flushPath(this.#folder);
    this.#metadata = metadata;
  }

  file(): ZoneFile {
    return { size: this.#length, open: () => createReadStream(this.#path, { highWaterMark: 1 << 18 }) };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async discard(): Promise<void> {
    await rm(`${this.#path}.json`, { force: true });
    await rm(this.#path, { force: true });
  }
}

/** Reads metadata; undefined if there is none, or it is not valid JSON. */
async function readMetadata(path: string): Promise<PartMetadata | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...emptyMetadata, ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
