import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sharedMemorySettings } from './shared-memory.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rampart-shm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o1777);
});

describe.runIf(process.platform === 'linux')('PostgreSQL shared memory', () => {
  test('is in the system directory for shared memory if all users can write there', () => {
    expect(sharedMemorySettings(folder, 1)).toEqual({ dynamic_shared_memory_type: 'posix' });
  });

  test.runIf(process.getuid?.() === 0)(
    'of a server that root starts is in the data directory if only root can write to the system directory',
    () => {
      chmodSync(folder, 0o755);
      expect(sharedMemorySettings(folder, 1)).toEqual({ dynamic_shared_memory_type: 'mmap' });
    },
  );

  test('is in the data directory if the system directory is missing or too small', () => {
    const { blocks, bsize } = statfsSync(folder);
    expect(sharedMemorySettings(folder, blocks * bsize + 1)).toEqual({ dynamic_shared_memory_type: 'mmap' });
    expect(sharedMemorySettings(join(folder, 'missing'), 1)).toEqual({ dynamic_shared_memory_type: 'mmap' });
  });
});
