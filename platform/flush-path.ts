import { open } from 'node:fs/promises';

/** Flushes a directory to disk. Files that were created or renamed in it then survive a power loss. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
