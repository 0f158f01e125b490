import { open } from 'node:fs/promises';

/** Writes the names in a folder to the disk: what was created or renamed there survives a power loss from here on. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
