import { accessSync, constants, statfsSync, statSync } from 'node:fs';

/** Bytes of shared memory that the parallel queries of a small server use at a time. */
const standardBytes = 48 * 1024 ** 2;
const othersWriteExecute = 0o003;

/**
 * PostgreSQL settings of dynamic shared memory. They replace those that initdb chose: parallel queries would fail with
 * those if the data was moved into a container without /dev/shm, or with a small one.
 */
export function sharedMemorySettings(folder = '/dev/shm', bytesNeeded = standardBytes): Record<string, string> {
  if (process.platform !== 'linux') return {};
  return { dynamic_shared_memory_type: hasPosixMemory(folder, bytesNeeded) ? 'posix' : 'mmap' };
}

function hasPosixMemory(folder: string, bytesNeeded: number): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    // If this process runs as root, the server runs as another user.
    if (process.getuid?.() === 0 && (statSync(folder).mode & othersWriteExecute) !== othersWriteExecute) return false;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= bytesNeeded;
  } catch {
    return false;
  }
}
