import { link, mkdir, open, readdir, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushPath } from '../../../../platform/flush-path.js';
import { systemErrorCode } from '../../../../platform/system-error.js';
import { type ContentFiles, fileNameOf, isContentName, type StoredFile } from './content-files.js';

const readBufferBytes = 1 << 18;

/** Storage of contents in a directory. */
export function folderFiles(folder: string): ContentFiles & { pathOf(sha256: string): string } {
  const pathOf = (sha256: string): string => join(folder, fileNameOf(sha256));
  const createFolder = folderCreator();
  return {
    pathOf,
    open: (sha256) => openFile(pathOf(sha256)),
    async put(sha256, path) {
      await createFolder(dirname(pathOf(sha256)));
      await linkFile(path, pathOf(sha256));
    },
    async renew(sha256) {
      const now = new Date();
      return await utimes(pathOf(sha256), now, now).then(
        () => true,
        () => false,
      );
    },
    async remove(sha256, notAfter) {
      const found = await stat(pathOf(sha256)).catch(() => undefined);
      if (found === undefined) return true;
      if (found.mtimeMs > notAfter) return false;
      await unlink(pathOf(sha256));
      return true;
    },
    async *list() {
      for (const name of (await readdir(folder).catch(() => [])).sort()) {
        yield* (await readdir(join(folder, name)).catch(() => [])).filter(isContentName);
      }
    },
    localCopy: async (sha256) => pathOf(sha256),
    async flush(sha256s) {
      await Promise.all([...new Set(sha256s.map((sha256) => dirname(pathOf(sha256))))].map(flushPath));
    },
    async probe() {
      // Nothing to verify: other features also write to the data directory.
    },
    async sweep() {
      // A file gets its final name only when it is complete, so there are no incomplete files.
    },
  };
}

/** Opens a local file; undefined if there is none. */
export async function openFile(path: string): Promise<StoredFile | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    let users = 1;
    return {
      size,
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      stream: ({ start, end }) => {
        // The stream allocates this much memory at once, even for a small file.
        const highWaterMark = Math.min(readBufferBytes, end - start + 1);
        return file.createReadStream({ start, end, highWaterMark, autoClose: false });
      },
      // Unlike the modification time, the change time (ctime) of a file cannot be set to an earlier value.
      async state() {
        const { dev, ino, size, ctimeNs } = await file.stat({ bigint: true });
        return [dev, ino, size, ctimeNs].join(' ');
      },
      retain: () => void users++,
      async close() {
        if (--users === 0) await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns a function that creates directories with mode 0700, and remembers those that it has created. */
export function folderCreator(): (path: string) => Promise<void> {
  const created = new Set<string>();
  return async function createFolder(path) {
    if (created.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    created.add(path);
  };
}

/**
 * Atomically gives a complete file its final name: by a hard link, or by renaming it if the name exists or the file
 * system has no hard links.
 */
async function linkFile(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch {
    // Also replaces an existing file whose bytes were damaged on the disk.
    await rename(part, path);
  }
}
