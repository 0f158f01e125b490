import { expect, test } from 'vitest';
import type { FolderEntryRecord } from '../repository/folder.js';
import { type FoundEntry, matchEntries } from './match-entries.js';

/** `inode`: an inode number, optionally followed by the time of creation. */
function found(path: string, inode: string, isFolder = false, modified = ''): FoundEntry {
  const [number = '', born = ''] = inode.split(' ');
  return { path, inode: number, born, isFolder, size: 0, modified };
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
  ['that was renamed and changed keeps its item', [found('b', '1 10', false, '20')], [known('a', '1 10')], { b: 'a' }],
  ['is not the item of a deleted file whose inode it got', [found('b', '1 20', false, '20')], [known('a', '1 10')], {}],
  [
    'is not the item of a deleted folder whose inode it got',
    [found('b', '1 20', true)],
    [known('a', '1 10', true)],
    {},
  ],
  [
    'that was replaced keeps its item, even if another one got its inode',
    [found('a', '2 20', false, '20'), found('b', '1 30', false, '30')],
    [known('a', '1 10')],
    { a: 'a' },
  ],
  [
    'that was renamed keeps its item if the system reports the rename as its creation',
    [found('b', '1 20')],
    [known('a', '1 10')],
    { b: 'a' },
  ],
  [
    'with the record of an earlier release keeps its item',
    [found('b', '1 20', false, '20')],
    [known('a', '1')],
    { b: 'a' },
  ],
  [
    'keeps its item if the file system does not report its creation',
    [found('b', '1', false, '20')],
    [known('a', '1 10')],
    { b: 'a' },
  ],
  ['is not the item of a folder with its path', [found('a', '2')], [known('a', '1', true)], {}],
  ['is not the item of a folder with its inode', [found('b', '1')], [known('a', '1', true)], {}],
  ['is not the item of a folder, nor a folder of a file', [found('a', '1', true)], [known('a', '1')], {}],
])('an entry %s', (_, entries, records, expected) => {
  const matched = [...matchEntries(entries, records)].map(([entry, record]) => [entry.path, record.itemId]);
  expect(Object.fromEntries(matched)).toEqual(expected);
});
