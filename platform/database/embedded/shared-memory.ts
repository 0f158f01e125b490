import { accessSync, constants, statfsSync, statSync } from 'node:fs';

/** Shared memory in bytes that parallel queries of a small server use at a time. */
const standardBytes = 48 * 1024 ** 2;
const othersWriteExecute = 0o003;

/**
 * Settings of dynamic shared memory. The settings that initdb chose may be outdated: if the data was moved into a
 * container without /dev/shm, or with a small one, parallel queries would fail.
 */
export function sharedMemorySettings(folder = '/dev/shm', bytesNeeded = standardBytes): Record<string, string> {
  if (process.platform !== 'linux') return {};
  return { dynamic_shared_memory_type: hasPosixMemory(folder, bytesNeeded) ? 'posix' : 'mmap' };
}

function hasPosixMemory(folder: string, bytesNeeded: number): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    // The server of root is another user.
    if (process.getuid?.() === 0 && (statSync(folder).mode & othersWriteExecute) !== othersWriteExecute) return false;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= bytesNeeded;
  } catch {
    return false;
  }
}
