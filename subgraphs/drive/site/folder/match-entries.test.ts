import { expect, test } from 'vitest';
import type { FolderEntryRecord } from '../repository/folder.js';
import { type FoundEntry, matchEntries } from './match-entries.js';

function found(path: string, inode: string, isFolder = false): FoundEntry {
  return { path, inode, isFolder, size: 0, modified: '' };
}

/** The record of an item whose id is its former path. */
function known(path: string, inode: string, isFolder = false): FolderEntryRecord {
  const sha256 = isFolder ? null : 'sha256';
  return { itemId: path, path, inode, sha256, quickXorHash: sha256, size: 0, modified: '' };
}

test.each<[string, FoundEntry[], FolderEntryRecord[], Record<string, string>]>([
  ['that was renamed keeps its item', [found('b', '1')], [known('a', '1')], { b: 'a' }],
  ['that was replaced keeps its item', [found('a', '2')], [known('a', '1')], { a: 'a' }],
  ['that is new has no item', [found('b', '2')], [known('a', '1')], {}],
  [
    'whose name another one got keeps its item',
    [found('a', '2'), found('b', '1')],
    [known('a', '1'), known('b', '2')],
    { a: 'b', b: 'a' },
  ],
  [
    'that was renamed to the name of a deleted one keeps its own item',
    [found('b', '1')],
    [known('a', '1'), known('b', '2')],
    { b: 'a' },
  ],
  [
    'with a new hard link keeps its item at its path',
    [found('a', '1'), found('b', '1')],
    [known('b', '1')],
    { b: 'b' },
  ],
  [
    'with two hard links that are both known has an item for each',
    [found('a', '1'), found('b', '1')],
    [known('a', '1'), known('b', '1')],
    { a: 'a', b: 'b' },
  ],
  ['is not the item of a folder with its path', [found('a', '2')], [known('a', '1', true)], {}],
  ['is not the item of a folder with its inode', [found('b', '1')], [known('a', '1', true)], {}],
  ['is not the item of a folder, nor a folder of a file', [found('a', '1', true)], [known('a', '1')], {}],
])('an entry %s', (_, entries, records, expected) => {
  const matched = [...matchEntries(entries, records)].map(([entry, record]) => [entry.path, record.itemId]);
  expect(Object.fromEntries(matched)).toEqual(expected);
});
