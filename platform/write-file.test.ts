import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
