import type { FileHandle } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FlushingFile } from './flushing-file.js';

const part = 32 * 1_048_576;

/**
 * A file that records its flushes. Each `datasync` is pending until the test resolves or rejects its entry in
 * `flushes`.
 */
function observedFile() {
  const flushes: { resolve(): void; reject(error: Error): void }[] = [];
  let syncs = 0;
  let closes = 0;
  const handle = {
    write: async (_bytes: Buffer, _offset: number, length: number) => ({ bytesWritten: length }),
    datasync: () => new Promise<void>((resolve, reject) => flushes.push({ resolve, reject })),
    sync: async () => void syncs++,
    close: async () => void closes++,
  };
  return { file: new FlushingFile(handle as unknown as FileHandle), flushes, syncs: () => syncs, closes: () => closes };
}

const write = async (file: FlushingFile) => await file.write(Buffer.alloc(0), 0, part, 0);

test('flushes after every 64 MiB, one flush at a time', async () => {
  const { file, flushes } = observedFile();
  await write(file);
  expect(flushes).toHaveLength(0);
  await write(file);
  expect(flushes).toHaveLength(1);
  for (let parts = 0; parts < 3; parts++) await write(file);
  expect(flushes).toHaveLength(1);
  flushes[0]?.resolve();
  await write(file);
  await write(file);
  expect(flushes).toHaveLength(2);
});

test('a whole file is flushed after the last flush of a part', async () => {
  const { file, flushes, syncs } = observedFile();
  await write(file);
  await write(file);
  const synced = file.sync();
  expect(syncs()).toBe(0);
  flushes[0]?.resolve();
  await synced;
  expect(syncs()).toBe(1);
});

test('a failed flush of a part fails each later sync of the file', async () => {
  const { file, flushes, syncs } = observedFile();
  await write(file);
  await write(file);
  flushes[0]?.reject(new Error('no space left on the device'));
  await expect(file.sync()).rejects.toThrow('no space left on the device');
  await expect(file.sync()).rejects.toThrow('no space left on the device');
  expect(syncs()).toBe(0);
});

test('a failed flush of a part fails closing the file, which is closed nevertheless', async () => {
  const { file, flushes, closes } = observedFile();
  await write(file);
  await write(file);
  const closed = file.close();
  flushes[0]?.reject(new Error('no space left on the device'));
  await expect(closed).rejects.toThrow('no space left on the device');
  expect(closes()).toBe(1);
});
