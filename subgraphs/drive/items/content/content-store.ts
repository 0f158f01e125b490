import { createHash } from 'node:crypto';
import { readdir, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { abortableStream } from '../../../../platform/abortable-stream.js';
import { dayMs } from '../../../../platform/durations.js';
import type { DriveTiming } from '../../dependencies.js';
import { type BucketSettings, createBucketClient } from './bucket-client.js';
import { bucketFiles } from './bucket-files.js';
import { type ContentFiles, type ContentRange, combineFiles } from './content-files.js';
import { DiskSpace } from './disk-space.js';
import { type EncryptionOutcome, encryptStored, keyIdOfFile } from './encrypt-stored.js';
import { DamagedContentError, type NamedContent } from './encrypted-format.js';
import { type EncryptionKeys, readEncryptionKeys } from './encryption-keys.js';
import { folderCreator, folderFiles } from './folder-files.js';
import { type MoveOutcome, moveStored } from './move-stored.js';
import { PartialDownload } from './partial-download.js';
import { isStored, readStored } from './stored-file.js';
import { VerifiedContents } from './verified-contents.js';

const readBufferBytes = 1 << 18;
/** Age in milliseconds after which an interrupted download is no longer resumed. */
const stalePartMs = 14 * dayMs;

/** Where contents are stored: in the directory `data_dir`/drive, or in the configured bucket. */
export type StorageKind = 'directory' | 'bucket';

/** Stores contents by SHA-256, and the parts of unfinished downloads. */
export interface ContentStore {
  /**
   * Path at which the directory stores content.
   * @throws {Error} if `sha256` is not a hexadecimal SHA-256
   */
  pathOf(sha256: string): string;
  /**
   * Reads the bytes of content, or of a range of it. The stream fails with `DamagedContentError` if the file is
   * missing, does not match the SHA-256, or cannot be decrypted: before the first byte of a range, or at the latest
   * before the last byte of the whole content.
   */
  read(content: NamedContent, range?: ContentRange): Readable;
  /** Whether content is stored completely and, if it is encrypted, with a known key. */
  has(content: NamedContent): Promise<boolean>;
  /**
   * Deletes content that no item references, unless it was stored again after `notAfter` (Unix epoch milliseconds);
   * true if it no longer exists.
   */
  remove(sha256: string, notAfter: number): Promise<boolean>;
  /**
   * Opens the part of a download, with the bytes that earlier attempts received. `download`: strings that identify the
   * download.
   */
  openPart(download: readonly string[]): Promise<PartialDownload>;
  /** Makes the files of these contents durable, so they survive a power failure. `contents`: their SHA-256. */
  flushFolders(contents: readonly string[]): Promise<void>;
  /**
   * Removes abandoned parts and uploads: those that are older than two weeks or, for uploads, a day. Unless
   * `keepsFinished` is set, also removes parts whose content is stored under its final name, which are needed until
   * their downloads are recorded. `now`: Unix epoch milliseconds.
   */
  sweepParts(options: { now: number; keepsFinished: boolean }): Promise<void>;
  /** Id of the key that encrypts new contents; undefined if contents are not encrypted. */
  readonly currentKeyId: string | undefined;
  /** Whether the key file contains the key with this id. */
  hasKey(id: string): boolean;
  /** Encrypts all stored contents with the current key; yields the outcome for each. */
  encryptAll(): AsyncGenerator<EncryptionOutcome>;
  /** Where new contents are stored. Contents in the directory can be read in either case. */
  readonly storage: StorageKind;
  /**
   * Verifies that contents can be stored.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  probe(): Promise<void>;
  /**
   * Moves all stored contents to the directory or the bucket; yields the outcome for each.
   * @throws {Error} if no bucket is configured
   */
  moveAll(to: StorageKind): AsyncGenerator<MoveOutcome>;
  /** Yields the encryption key id of each stored content; null if it is not encrypted. */
  keyIds(): AsyncGenerator<string | null>;
}

export interface ContentStoreOptions {
  readonly dataDir: string;
  /** Path of `[drive] encryption_key_file`; default: empty, which means that contents are not encrypted. */
  readonly keyFile?: string;
  /** Settings of the bucket. If absent, or if `s3Bucket` is empty, contents are stored in the directory. */
  readonly bucket?: BucketSettings | undefined;
  /** Timer and source of randomness for retries; tests replace them. */
  readonly timing?: DriveTiming;
  /** Returns the free bytes of the disk that parts may use; tests replace it. */
  readonly freeBytes?: () => Promise<number>;
  /** Contents whose SHA-256 is verified; stores of a process can share them. */
  readonly verified?: VerifiedContents;
  /** Called when content cannot be read because its file is missing, was changed, or does not match the SHA-256. */
  readonly onDamaged?: (content: NamedContent, reason: string) => void;
}

/**
 * Creates a store of contents in a bucket, or below `data_dir`/drive. Unfinished downloads are always stored below
 * `data_dir`/drive.
 * @throws {Error} if the key file cannot be read, or bucket settings are missing
 */
export function createContentStore(options: ContentStoreOptions): ContentStore {
  const { dataDir, keyFile = '', verified = new VerifiedContents(), onDamaged } = options;
  const keys = readEncryptionKeys(keyFile);
  const folder = folderFiles(join(dataDir, 'drive', 'content'));
  const bucket = openBucket(options);
  const files = bucket === undefined ? folder : combineFiles(bucket, folder);
  const parts = join(dataDir, 'drive', 'incoming');
  const createFolder = folderCreator();
  async function freeBytesOfDisk(): Promise<number> {
    await createFolder(parts);
    return await freeBytesAt(parts);
  }
  const space = new DiskSpace(options.freeBytes ?? freeBytesOfDisk);
  const report = (content: NamedContent, error: unknown): boolean => {
    if (!(error instanceof DamagedContentError)) return false;
    onDamaged?.(content, error.message);
    return true;
  };
  return {
    pathOf: folder.pathOf,
    storage: bucket === undefined ? 'directory' : 'bucket',
    read(content, range = { start: 0, end: content.size - 1 }) {
      const read = (signal: AbortSignal) =>
        reportErrors(readStored({ files, content, range, keys, verified, signal }), (error) => report(content, error));
      return abortableStream(read, { highWaterMark: readBufferBytes });
    },
    async has(content) {
      try {
        return await isStored({ files, content, keys });
      } catch (error) {
        if (!report(content, error)) throw error;
        return false;
      }
    },
    remove: files.remove,
    async openPart(download) {
      await createFolder(parts);
      const name = createHash('sha256').update(download.join('\0')).digest('hex');
      const path = join(parts, keys.current === undefined ? name : `${name}.encrypted`);
      return await PartialDownload.open({ path, files, keys, verified, space });
    },
    flushFolders: files.flush,
    probe: files.probe,
    async sweepParts({ now, keepsFinished }) {
      await sweepFolder(parts, { now, keepsFinished });
      await files.sweep(now);
    },
    currentKeyId: keys.current?.id,
    hasKey: (id) => keys.find(id) !== undefined,
    ...bulkOperationsOf({ folder, bucket, files, parts, createFolder, keys, verified }),
  };
}

interface Stored {
  readonly folder: ContentFiles;
  readonly bucket: ContentFiles | undefined;
  /** The combined files of the directory and the bucket. */
  readonly files: ContentFiles;
  readonly parts: string;
  readonly createFolder: ReturnType<typeof folderCreator>;
  readonly keys: EncryptionKeys;
  readonly verified: VerifiedContents;
}

/** The operations that read or rewrite all stored contents. */
function bulkOperationsOf(storedFiles: Stored): Pick<ContentStore, 'encryptAll' | 'moveAll' | 'keyIds'> {
  const { folder, bucket, files, parts, createFolder, keys, verified } = storedFiles;
  return {
    async *encryptAll() {
      await createFolder(parts);
      for (const storage of bucket === undefined ? [folder] : [folder, bucket]) {
        for await (const sha256 of storage.list()) {
          yield await encryptStored({ sha256, files: storage, parts, keys, verified });
        }
      }
    },
    async *moveAll(to) {
      if (bucket === undefined) throw new Error('no bucket is configured: set [drive] s3_bucket');
      await createFolder(parts);
      const [source, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder];
      for await (const sha256 of source.list()) {
        yield await moveStored({ sha256, files: source, target, parts, keys, verified });
      }
    },
    async *keyIds() {
      for await (const sha256 of files.list()) {
        const id = await keyIdOfFile(files, sha256);
        if (id !== undefined) yield id;
      }
    },
  };
}

function openBucket({ bucket, timing }: ContentStoreOptions) {
  if (bucket === undefined || bucket.s3Bucket === '') return undefined;
  return bucketFiles(createBucketClient(bucket, timing), bucket.s3Prefix);
}

/**
 * The free space of the disk of a directory, except a hundredth of the disk, which other programs need. Infinity if the
 * file system does not report its size.
 */
async function freeBytesAt(path: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(path);
  return blocks === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bavail - blocks / 100) * bsize;
}

/** Removes parts that are older than two weeks and, unless they are kept, those that also have their final name. */
async function sweepFolder(parts: string, options: { now: number; keepsFinished: boolean }): Promise<void> {
  const { now, keepsFinished } = options;
  for (const name of await readdir(parts).catch(() => [])) {
    const path = join(parts, name);
    const { mtimeMs, nlink } = await stat(path).catch(() => ({ mtimeMs: now, nlink: 1 }));
    if ((nlink > 1 && !keepsFinished) || mtimeMs < now - stalePartMs) await unlink(path).catch(() => undefined);
  }
}

async function* reportErrors(bytes: AsyncIterable<Buffer>, report: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    report(error);
    throw error;
  }
}
