import { createHash } from 'node:crypto';
import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { flushFolder } from '../../../../platform/flush-folder.js';
import { type EncryptionOutcome, encryptStored, keyIdOfFile, storedContents } from './encrypt-stored.js';
import { DamagedContent, type NamedContent } from './encrypted-format.js';
import { readEncryptionKeys } from './encryption-keys.js';
import { type ContentPart, FilePart } from './file-part.js';
import { isStored, readStored } from './stored-file.js';
import { type ContentRange, VerifiedContents } from './verified-contents.js';

/** Files are named by the hash of their content, never by input of another server. */
const sha256Form = /^[0-9a-f]{64}$/;
const readBytes = 1 << 18;
/** Age after which an interrupted download is no longer resumed. */
const staleMilliseconds = 14 * 86_400_000;

/** Stores content by its SHA-256, and partial downloads. */
export interface ContentStore {
  /** Path of a content. Throws when the text is not a SHA-256. */
  pathOf(sha256: string): string;
  /**
   * The bytes from `start` to `end`, inclusive. Reading fails with `DamagedContent` if the file is missing, has another
   * content, or cannot be decrypted: at the first byte of a range, and at the latest before the last one of a content.
   */
  read(content: NamedContent, range?: ContentRange): Readable;
  /** Whether the content is stored completely, and its key is known if it is encrypted. */
  has(content: NamedContent): Promise<boolean>;
  /**
   * Deletes a content that no item has, unless it was stored again after a time in milliseconds; true if it is gone.
   */
  remove(sha256: string, notAfter: number): Promise<boolean>;
  /** The part of this download, with the bytes of earlier attempts. */
  openPart(download: readonly string[]): Promise<ContentPart>;
  /** Flushes the directories of these contents, so that they survive a power failure. */
  flushFolders(contents: readonly string[]): Promise<void>;
  /**
   * Removes abandoned parts, and parts of contents that have their final name: at the end of a sync they are recorded.
   * `now` in milliseconds.
   */
  sweepParts(now: number): Promise<void>;
  /** Id of the key that encrypts new contents; undefined if they are not encrypted. */
  readonly currentKeyId: string | undefined;
  knowsKey(id: string): boolean;
  /** Encrypts all contents with the current key. */
  encryptAll(): AsyncGenerator<EncryptionOutcome>;
  /** Ids of the keys of stored contents, one of each file; null for a file that is not encrypted. */
  keyIds(): AsyncGenerator<string | null>;
}

export interface ContentStoreOptions {
  readonly dataDir: string;
  /** `[drive] encryption_key_file`; empty, the default: contents are not encrypted. */
  readonly keyFile?: string;
  /** Called if a content cannot be read because its file is missing, was changed, or is that of another content. */
  readonly onDamaged?: (content: NamedContent, reason: string) => void;
}

/**
 * The store below `data_dir`/drive.
 * @throws {Error} if the key file cannot be read
 */
export function createContentStore({ dataDir, keyFile = '', onDamaged }: ContentStoreOptions): ContentStore {
  const keys = readEncryptionKeys(keyFile);
  const verified = new VerifiedContents();
  const contents = join(dataDir, 'drive', 'content');
  const parts = join(dataDir, 'drive', 'incoming');
  const folderOf = (sha256: string): string => join(contents, checked(sha256).slice(0, 2));
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256);
  const makeFolder = folderMaker();
  const report = (content: NamedContent, error: unknown): boolean => {
    if (!(error instanceof DamagedContent)) return false;
    onDamaged?.(content, error.message);
    return true;
  };
  return {
    pathOf,
    read(content, range = { start: 0, end: content.size - 1 }) {
      const reader = new AbortController();
      const { signal } = reader;
      const bytes = readStored({ path: pathOf(content.sha256), content, range, keys, verified, signal });
      const reported = withReport(bytes, (error) => void report(content, error));
      const options = { objectMode: false, highWaterMark: readBytes };
      return Readable.from(reported, options).once('close', () => reader.abort());
    },
    async has(content) {
      try {
        return await isStored({ path: pathOf(content.sha256), content, keys });
      } catch (error) {
        if (!report(content, error)) throw error;
        return false;
      }
    },
    async remove(sha256, notAfter) {
      const path = pathOf(sha256);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) return true;
      if (found.mtimeMs > notAfter) return false;
      await unlink(path);
      return true;
    },
    async openPart(download) {
      await makeFolder(parts);
      const name = createHash('sha256').update(download.join('\0')).digest('hex');
      const path = join(parts, keys.current === undefined ? name : `${name}.encrypted`);
      return await FilePart.open({ path, finalPath: pathOf, makeFolder, keys, verified });
    },
    async flushFolders(sha256s) {
      await Promise.all([...new Set(sha256s.map(folderOf))].map(flushFolder));
    },
    async sweepParts(now) {
      for (const name of await readdir(parts).catch(() => [])) {
        const path = join(parts, name);
        const { mtimeMs, nlink } = await stat(path).catch(() => ({ mtimeMs: now, nlink: 1 }));
        if (nlink > 1 || mtimeMs < now - staleMilliseconds) await unlink(path).catch(() => undefined);
      }
    },
    currentKeyId: keys.current?.id,
    knowsKey: (id) => keys.find(id) !== undefined,
    async *encryptAll() {
      await makeFolder(parts);
      for await (const sha256 of storedContents(contents)) {
        yield await encryptStored({ sha256, path: pathOf(sha256), parts, keys, verified });
      }
    },
    async *keyIds() {
      for await (const sha256 of storedContents(contents)) {
        const id = await keyIdOfFile(pathOf(sha256));
        if (id !== undefined) yield id;
      }
    },
  };
}

async function* withReport(bytes: AsyncIterable<Buffer>, report: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    report(error);
    throw error;
  }
}

function checked(sha256: string): string {
  if (!sha256Form.test(sha256)) throw new Error('content is named by its SHA-256');
  return sha256;
}

/** Creates directories with mode 0700, each once. */
function folderMaker(): (path: string) => Promise<void> {
  const made = new Set<string>();
  return async function makeFolder(path) {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    made.add(path);
  };
}
