import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFile, replaceFile } from './write-file.js';

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

/** Observes a function of the file system until the test finishes; every import of it calls the observed function. */
function observe<Name extends 'fsyncSync' | 'linkSync' | 'renameSync' | 'writeFileSync'>(name: Name) {
  const observed = vi.spyOn(fs, name);
  syncBuiltinESMExports();
  onTestFinished(() => {
    observed.mockRestore();
    syncBuiltinESMExports();
  });
  return observed;
}

test.each([
  ['createFile', createFile, 'linkSync'],
  ['replaceFile', replaceFile, 'renameSync'],
] as const)('%s flushes the file before it gets its name, and then the directory', (_, write, publish) => {
  const [written, published, flushed] = [observe('writeFileSync'), observe(publish), observe('fsyncSync')];
  write(join(temporaryFolder(), 'password'), { text: 'secret', mode: 0o600 });
  expect(written.mock.calls[0]?.[2]).toMatchObject({ flush: true });
  const [publishedAt = 0] = published.mock.invocationCallOrder;
  expect(publishedAt).toBeGreaterThan(written.mock.invocationCallOrder[0] ?? 0);
  expect(flushed.mock.invocationCallOrder.at(-1)).toBeGreaterThan(publishedAt);
});
