import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '../../../../platform/flush-folder.js';
import { type ContentPart, FilePart, sizeOf } from './file-part.js';

/** Files are named by the hash of their content, never by input of another server. */
const sha256Form = /^[0-9a-f]{64}$/;
const readBytes = 1 << 18;
/** Age after which an interrupted download is no longer resumed. */
const staleMilliseconds = 14 * 86_400_000;

/** Stores content by its SHA-256, and partial downloads. */
export interface ContentStore {
  /** Path of a content. Throws when the text is not a SHA-256. */
  pathOf(sha256: string): string;
  /** The bytes from `start` to `end`, inclusive; the first read fails when the content is missing. */
  read(content: { sha256: string; size: number }, range?: { start: number; end: number }): ReadStream;
  /** Whether the content is stored completely. */
  has(content: { sha256: string; size: number }): Promise<boolean>;
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
}

/** The store below `data_dir`/drive. */
export function createContentStore(dataDir: string): ContentStore {
  const contents = join(dataDir, 'drive', 'content');
  const parts = join(dataDir, 'drive', 'incoming');
  const folderOf = (sha256: string): string => join(contents, checked(sha256).slice(0, 2));
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256);
  const makeFolder = folderMaker();
  return {
    pathOf,
    read({ sha256, size }, range) {
      const length = range === undefined ? size : range.end - range.start + 1;
      // The stream allocates this much memory at once, even for a small file.
      const highWaterMark = Math.max(1, Math.min(readBytes, length));
      return createReadStream(pathOf(sha256), { ...range, highWaterMark });
    },
    has: async ({ sha256, size }) => (await sizeOf(pathOf(sha256))) === size,
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
      return await FilePart.open({ path: join(parts, name), finalPath: pathOf, makeFolder });
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
  };
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
