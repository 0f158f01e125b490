import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Linux tells where an open file lies, and reaches what lies in an open folder, whatever its path leads to by now. */
const descriptors = '/proc/self/fd';
const hasDescriptors = existsSync(descriptors);

const flags = {
  // Links are not followed, and what is no file or folder by now is not waited for.
  file: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  folder: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_DIRECTORY,
};

/** The path of a folder without the links in it, as its system tells it of what is open. Undefined: there is none. */
export async function rootOf(folder: string): Promise<string | undefined> {
  const { O_RDONLY, O_DIRECTORY } = constants;
  const handle = await open(folder, O_RDONLY | O_DIRECTORY).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return hasDescriptors ? await readlink(join(descriptors, String(handle.fd))) : await realpath(folder);
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file or folder that lies below `root`, a path without links. Undefined: it is not there, or it lies elsewhere, because a link
 * has taken the place of a folder above it.
 */
export async function openInside(
  root: string,
  entry: { path: string; kind: keyof typeof flags },
): Promise<FileHandle | undefined> {
  const path = join(root, entry.path);
  const handle = await open(path, flags[entry.kind]).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(error.code ?? '')) return undefined;
    throw error;
  });
  if (handle === undefined || (await liesAt(handle, path))) return handle;
  await handle.close();
  return undefined;
}

/** Where to look for what lies in an open folder. */
export function wayInto(folder: FileHandle, path: string): string {
  return hasDescriptors ? join(descriptors, String(folder.fd)) : path;
}

/** Whether what is open lies at this path, and not at the end of a link. */
export async function liesAt(handle: FileHandle, path: string): Promise<boolean> {
  if (hasDescriptors) return (await readlink(join(descriptors, String(handle.fd)))) === path;
  const [place, there, own] = await Promise.all([
    realpath(path).catch(() => undefined),
    stat(path, { bigint: true }).catch(() => undefined),
    handle.stat({ bigint: true }),
  ]);
  return place === path && there?.ino === own.ino && there.dev === own.dev;
}
