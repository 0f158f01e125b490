import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Directory in which Linux provides the current path of each open file, and access to open directories even after they
 * were moved.
 */
const descriptorFolder = '/proc/self/fd';
const hasDescriptorFolder = existsSync(descriptorFolder);

const openFlags = {
  // Symbolic links are not followed; opening a FIFO does not block.
  file: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  folder: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_DIRECTORY,
};

/** Resolves all symbolic links in the path of a directory; undefined if the directory does not exist. */
export async function resolveRoot(folder: string): Promise<string | undefined> {
  const { O_RDONLY, O_DIRECTORY } = constants;
  const handle = await open(folder, O_RDONLY | O_DIRECTORY).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return hasDescriptorFolder ? await readlink(join(descriptorFolder, String(handle.fd))) : await realpath(folder);
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file or directory below `root`, a path without symbolic links.
 * @returns undefined if it does not exist, or if a link that replaced a parent directory leads elsewhere
 */
export async function openBelowRoot(
  root: string,
  entry: { path: string; kind: keyof typeof openFlags },
): Promise<FileHandle | undefined> {
  const path = join(root, entry.path);
  const handle = await open(path, openFlags[entry.kind]).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(error.code ?? '')) return undefined;
    throw error;
  });
  if (handle === undefined || (await isLocatedAt(handle, path))) return handle;
  await handle.close();
  return undefined;
}

/**
 * A path through which the entries of an open directory can be read, preferably one that follows the directory if it is
 * moved.
 */
export function entriesPath(folder: FileHandle, path: string): string {
  return hasDescriptorFolder ? join(descriptorFolder, String(folder.fd)) : path;
}

/** Whether an open file or directory is located exactly at this path, and was not reached through a link. */
export async function isLocatedAt(handle: FileHandle, path: string): Promise<boolean> {
  if (hasDescriptorFolder) return (await readlink(join(descriptorFolder, String(handle.fd)))) === path;
  const [actualPath, pathStats, handleStats] = await Promise.all([
    realpath(path).catch(() => undefined),
    stat(path, { bigint: true }).catch(() => undefined),
    handle.stat({ bigint: true }),
  ]);
  return actualPath === path && pathStats?.ino === handleStats.ino && pathStats.dev === handleStats.dev;
}
