import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Linux reports the path of an open file, and gives access to an open directory even when its path has changed. */
const descriptorFolder = '/proc/self/fd';
const hasDescriptorFolder = existsSync(descriptorFolder);

const openFlags = {
  // Symbolic links are not followed; opening a FIFO does not block.
  file: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  folder: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_DIRECTORY,
};

/** The path of a directory without symbolic links; undefined when it does not exist. */
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
 * @returns undefined when it does not exist, or is elsewhere because a link has replaced a parent directory
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

/** A path to the entries of an open directory. */
export function entriesPath(folder: FileHandle, path: string): string {
  return hasDescriptorFolder ? join(descriptorFolder, String(folder.fd)) : path;
}

/** Whether the open file is at this path, not at the target of a link. */
export async function isLocatedAt(handle: FileHandle, path: string): Promise<boolean> {
  if (hasDescriptorFolder) return (await readlink(join(descriptorFolder, String(handle.fd)))) === path;
  const [actual, there, own] = await Promise.all([
    realpath(path).catch(() => undefined),
    stat(path, { bigint: true }).catch(() => undefined),
    handle.stat({ bigint: true }),
  ]);
  return actual === path && there?.ino === own.ino && there.dev === own.dev;
}
