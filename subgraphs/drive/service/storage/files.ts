import { link, rename, stat } from 'node:fs/promises';

/** Bytes of a file; undefined where there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** A second name for the same file: complete from its first moment. Where the file system has none, the name moves. */
export async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch {
    // Also where something of another size bears the name, cut by a broken disk: the whole one takes its place.
    await rename(part, path);
  }
}
