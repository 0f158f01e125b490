import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { WatchedFile } from './watched-file.js';

const folder = mkdtempSync(join(tmpdir(), 'rampart-watched-'));
const path = join(folder, 'file');

const now = 1_790_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A file on a file system whose clock stands still: each version of it looks like the one before it. */
function fileThatAlwaysLooksWrittenAt(mtimeMs: number): WatchedFile {
  const stats = Object.assign(statSync(path), { mtimeMs });
  return new WatchedFile(path, { mostBytes: 100, statusOf: () => stats });
}

test('a file that has only just been written is read again, whatever its times say', () => {
  writeFileSync(path, 'one');
  const file = fileThatAlwaysLooksWrittenAt(now - 99);
  expect(file.look()).toEqual({ kind: 'text', text: 'one' });
  expect(file.look()).toBeUndefined();
  writeFileSync(path, 'two');
  expect(file.look()).toEqual({ kind: 'text', text: 'two' });
});

test('a file that looks as before for a while is not read', () => {
  writeFileSync(path, 'one');
  const file = fileThatAlwaysLooksWrittenAt(now - 100);
  expect(file.look()).toEqual({ kind: 'text', text: 'one' });
  writeFileSync(path, 'two');
  expect(file.look()).toBeUndefined();
});

test('a folder and a file that is too large say so once', () => {
  const aFolder = new WatchedFile(folder, { mostBytes: 100 });
  expect(aFolder.look()).toEqual({ kind: 'unreadable', reason: 'it is no file' });
  expect(aFolder.look()).toBeUndefined();
  writeFileSync(path, 'x'.repeat(101));
  const large = new WatchedFile(path, { mostBytes: 100 });
  expect(large.look()).toEqual({ kind: 'unreadable', reason: 'it is too large' });
  expect(large.look()).toBeUndefined();
  writeFileSync(path, 'x');
  expect(large.look()).toEqual({ kind: 'text', text: 'x' });
});
