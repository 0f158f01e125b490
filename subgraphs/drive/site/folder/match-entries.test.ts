import { expect, test } from 'vitest';
import type { FolderEntryRecord } from '../repository/folder.js';
import { type FoundEntry, isEmptyReplacement, matchEntries } from './match-entries.js';

/** `inode`: an inode number, optionally followed by the time of creation. */
function found(path: string, inode: string, isFolder = false, modified = ''): FoundEntry {
  const [number = '', created = ''] = inode.split(' ');
  return { path, inode: number, created, isFolder, size: 0, modified };
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
    'whose name was given to another entry keeps its item',
    [found('a', '2'), found('b', '1')],
    [known('a', '1'), known('b', '2')],
    { a: 'b', b: 'a' },
  ],
  [
    'that was renamed to the name of a deleted entry keeps its own item',
    [found('b', '1')],
    [known('a', '1'), known('b', '2')],
    { b: 'a' },
  ],
  [
    'with a new hard link keeps its item at its old path',
    [found('a', '1'), found('b', '1')],
    [known('b', '1')],
    { b: 'b' },
  ],
  [
    'with two known hard links has an item for each link',
    [found('a', '1'), found('b', '1')],
    [known('a', '1'), known('b', '1')],
    { a: 'a', b: 'b' },
  ],
  ['that was renamed and changed keeps its item', [found('b', '1 10', false, '20')], [known('a', '1 10')], { b: 'a' }],
  [
    'that reuses the inode of a deleted file does not get its item',
    [found('b', '1 20', false, '20')],
    [known('a', '1 10')],
    {},
  ],
  [
    'that reuses the inode of a deleted folder does not get its item',
    [found('b', '1 20', true)],
    [known('a', '1 10', true)],
    {},
  ],
  [
    'that was replaced keeps its item, even if another entry reuses its inode',
    [found('a', '2 20', false, '20'), found('b', '1 30', false, '30')],
    [known('a', '1 10')],
    { a: 'a' },
  ],
  [
    'that was renamed keeps its item if the file system reports the rename as its creation',
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
  [
    'that is a file does not get the item of a folder with the same path',
    [found('a', '2')],
    [known('a', '1', true)],
    {},
  ],
  [
    'that is a file does not get the item of a folder with the same inode',
    [found('b', '1')],
    [known('a', '1', true)],
    {},
  ],
  [
    'that is a folder does not get the item of a file with the same path and inode',
    [found('a', '1', true)],
    [known('a', '1')],
    {},
  ],
])('an entry %s', (_, entries, records, expected) => {
  const matched = [...matchEntries(entries, records)].map(([entry, record]) => [entry.path, record.itemId]);
  expect(Object.fromEntries(matched)).toEqual(expected);
});

const root = found('', '1 10', true);
const records = [known('', '1 10', true), known('a', '2')];

test.each<[string, FoundEntry[], FolderEntryRecord[], boolean]>([
  ['an empty folder in the place of the served one', [found('', '3', true)], records, true],
  ['another folder with a file', [found('', '3', true), found('b', '4')], records, false],
  ['the served folder without its files', [root], records, false],
  ['the served folder with another time of creation', [found('', '1 20', true)], records, false],
  ['another empty folder in the place of an empty one', [found('', '3', true)], records.slice(0, 1), false],
  ['an empty folder at the first scan', [root], [], false],
])('an empty replacement: %s', (_, entries, recorded, expected) => {
  expect(isEmptyReplacement(entries, recorded)).toBe(expected);
});
