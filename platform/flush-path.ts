import { open } from 'node:fs/promises';

/**
 * Flushes a file or directory to disk. The bytes of the file, or the names of files that were created or renamed in the
 * directory, then survive a power loss.
 */
export async function flushPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
