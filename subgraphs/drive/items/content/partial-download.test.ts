import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PartialDownload } from './partial-download.js';

vi.mock('./part-file.js', () => ({
  openPartFile: async () => ({
    read: async () => 0,
    close: () => Promise.reject(new Error('no space left on the device')),
  }),
}));

test('a part whose bytes could not be flushed is discarded when it is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'part');
  writeFileSync(path, 'bytes');
  const part = await PartialDownload.open({ path } as never);
  await expect(part.close()).rejects.toThrow('no space left on the device');
  expect(existsSync(path)).toBe(false);
});
