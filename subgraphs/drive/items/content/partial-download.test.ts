import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FlushingFile } from './flushing-file.js';
import { PartialDownload } from './partial-download.js';

test('a part whose bytes could not be flushed is discarded when it is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'part');
  const part = await PartialDownload.open({ path, keys: {} } as never);
  await part.append(Buffer.from('bytes'));
  expect(existsSync(path)).toBe(true);
  const { close } = FlushingFile.prototype;
  const failing = vi.spyOn(FlushingFile.prototype, 'close').mockImplementation(async function (this: FlushingFile) {
    await close.call(this);
    throw new Error('no space left on the device');
  });
  onTestFinished(() => failing.mockRestore());
  await expect(part.close()).rejects.toThrow('no space left on the device');
  expect(existsSync(path)).toBe(false);
});
