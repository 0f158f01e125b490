import { expect, test } from 'vitest';
import { normalizeFolder } from './rules-normalize-folder.js';

test.each([
  ['/', ''],
  ['/reports', '/reports'],
  ['/reports/2026//', '/reports/2026'],
  [`/${'x'.repeat(3999)}`, `/${'x'.repeat(3999)}`],
])('the folder %j is normalized to the path %j', (folder, path) => {
  expect(normalizeFolder(folder)).toBe(path);
});

test.each([
  ['', 'folder must be a path from the root folder, such as /reports, but is ""'],
  ['reports/a', 'folder must be a path from the root folder, such as /reports, but is "reports/a"'],
  [`/${'x'.repeat(4000)}`, 'folder is longer than 4000 characters'],
  ['/a\0', 'folder'],
])('the folder %j is rejected', (folder, message) => {
  expect(() => normalizeFolder(folder)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) }),
  );
});
