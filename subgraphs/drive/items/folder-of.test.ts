import { expect, test } from 'vitest';
import { folderOf } from './folder-of.js';

test.each([
  ['/', ''],
  ['/reports', '/reports'],
  ['/reports/2026//', '/reports/2026'],
  [`/${'x'.repeat(3999)}`, `/${'x'.repeat(3999)}`],
])('the folder %j has the path %j', (folder, path) => {
  expect(folderOf(folder)).toBe(path);
});

test.each([
  ['', 'folder must be a path from the root folder, such as /reports, but is ""'],
  ['reports/a', 'folder must be a path from the root folder, such as /reports, but is "reports/a"'],
  [`/${'x'.repeat(4000)}`, 'folder is longer than 4000 characters'],
  ['/a\0', 'folder'],
])('the folder %j is rejected', (folder, message) => {
  expect(() => folderOf(folder)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) }),
  );
});
