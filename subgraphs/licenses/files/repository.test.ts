import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { WatchedFile } from './repository.js';

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

/** A file on a file system whose clock is stopped, so all versions have the same times. */
function fileWithFixedTime(mtimeMs: number): WatchedFile {
  const stats = Object.assign(statSync(path), { mtimeMs });
  return new WatchedFile(path, { maxBytes: 100, statusOf: () => stats });
}

test('rereads a file with the same timestamps if it was modified less than 100 ms ago', () => {
  writeFileSync(path, 'one');
  const file = fileWithFixedTime(now - 99);
  expect(file.readIfChanged()).toEqual({ kind: 'text', text: 'one' });
  expect(file.readIfChanged()).toBeUndefined();
  writeFileSync(path, 'two');
  expect(file.readIfChanged()).toEqual({ kind: 'text', text: 'two' });
});

test('does not reread a file with the same timestamps if it was modified earlier', () => {
  writeFileSync(path, 'one');
  const file = fileWithFixedTime(now - 100);
  expect(file.readIfChanged()).toEqual({ kind: 'text', text: 'one' });
  writeFileSync(path, 'two');
  expect(file.readIfChanged()).toBeUndefined();
});

test('reports a directory or an oversized file once', () => {
  const watchedFolder = new WatchedFile(folder, { maxBytes: 100 });
  expect(watchedFolder.readIfChanged()).toEqual({ kind: 'unreadable', reason: 'it is not a file' });
  expect(watchedFolder.readIfChanged()).toBeUndefined();
  writeFileSync(path, 'x'.repeat(101));
  const watchedFile = new WatchedFile(path, { maxBytes: 100 });
  expect(watchedFile.readIfChanged()).toEqual({ kind: 'unreadable', reason: 'it is larger than 100 bytes' });
  expect(watchedFile.readIfChanged()).toBeUndefined();
  writeFileSync(path, 'x');
  expect(watchedFile.readIfChanged()).toEqual({ kind: 'text', text: 'x' });
});
