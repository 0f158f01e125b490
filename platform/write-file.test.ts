import {
  fsyncSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFile, replaceFile } from './write-file.js';

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const observed = ['fsyncSync', 'linkSync', 'renameSync', 'writeFileSync'] as const;
  return { ...original, ...Object.fromEntries(observed.map((name) => [name, vi.fn(original[name] as never)])) };
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('createFile leaves an existing file unchanged', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'token');
  expect(createFile(path, { text: 'first', mode: 0o600 })).toBe(true);
  expect(createFile(path, { text: 'second', mode: 0o644 })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['token']);
});

test('replaceFile replaces the content and the mode', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'owner');
  replaceFile(path, { text: 'first', mode: 0o600 });
  replaceFile(path, { text: 'second', mode: 0o640 });
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(['owner']);
});

test.each([
  ['createFile', createFile, linkSync],
  ['replaceFile', replaceFile, renameSync],
] as const)('%s flushes the file before it gets its name, and then the directory', (_, write, publish) => {
  for (const observed of [fsyncSync, linkSync, renameSync, writeFileSync]) vi.mocked(observed).mockClear();
  write(join(temporaryFolder(), 'password'), { text: 'secret', mode: 0o600 });
  const [written] = vi.mocked(writeFileSync).mock.calls;
  expect(written?.[2]).toMatchObject({ flush: true });
  const [publishedAt = 0] = vi.mocked<(...args: never[]) => unknown>(publish).mock.invocationCallOrder;
  expect(vi.mocked(fsyncSync).mock.invocationCallOrder[0]).toBeGreaterThan(publishedAt);
});
