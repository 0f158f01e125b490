import { describe, expect, test } from 'vitest';
import type { DriveSettings } from '../../dependencies.js';
import { folderSite, itemOf, siteNameOf } from './folder-site.js';

test.each([
  ['/sites/security', 'security'],
  ['/teams/field/north', 'field/north'],
])('the site %s has the name %s', (path, name) => {
  expect(siteNameOf(path)).toBe(name);
});

test.each<[Partial<DriveSettings>, string, string, string]>([
  [{ folder: '/data/Case Files (2026)/' }, 'localhost', '/sites/Case-Files-2026-', 'Case-Files-2026-'],
  [{ folder: '/' }, 'localhost', '/sites/folder', 'folder'],
  [
    { folder: '/data', siteHostname: 'Contoso.Example', sitePath: '/teams/field/north' },
    'contoso.example',
    '/teams/field/north',
    'field/north',
  ],
])('the settings %j serve the site %s:%s', (settings, hostname, path, name) => {
  const site = folderSite({ siteHostname: '', sitePath: '', ...settings } as DriveSettings); // It reads only these settings.
  expect(site).toEqual({ hostname, path, name, webUrl: `https://${hostname}${path}` });
});

describe('an entry of the folder', () => {
  const webUrl = 'https://localhost/sites/a';
  const ids = new Map([
    ['', 'root'],
    ['reports', 'r'],
  ]);
  const file = { itemId: 'i', inode: '1', size: 5, sha256: 'sha', quickXorHash: 'xor', modified: '1500999999' };
  const folder = { itemId: 'i', inode: '1', size: 0, sha256: null, quickXorHash: null, modified: '' };
  const properties = {
    ...{ isRoot: false, isFolder: false, isFile: true, size: 5, quickXorHash: 'xor', modifiedAtEpoch: 1.5 },
    ...{ eTag: null, cTag: null, createdAtEpoch: null, modifiedBy: null, malware: null },
  };
  const folderFacts = {
    isFolder: true,
    isFile: false,
    size: 0,
    quickXorHash: null,
    modifiedAtEpoch: null,
    mimeType: null,
  };

  test.each([
    [
      { ...file, path: 'reports/a&b #1.PDF' },
      { parentId: 'r', name: 'a&b #1.PDF', mimeType: 'application/pdf', webUrl: `${webUrl}/reports/a%26b%20%231.PDF` },
    ],
    [
      { ...file, path: 'md' },
      { parentId: 'root', name: 'md', mimeType: 'application/octet-stream', webUrl: `${webUrl}/md` },
    ],
    [
      { ...file, path: 'gone/a.constructor' },
      {
        parentId: null,
        name: 'a.constructor',
        mimeType: 'application/octet-stream',
        webUrl: `${webUrl}/gone/a.constructor`,
      },
    ],
    [
      { ...folder, path: 'reports.zip' },
      { ...folderFacts, parentId: 'root', name: 'reports.zip', webUrl: `${webUrl}/reports.zip` },
    ],
    [
      { ...folder, path: '' },
      { ...folderFacts, parentId: null, name: 'root', isRoot: true, webUrl },
    ],
  ])('is converted to an item with the properties of a delta query: %j', (record, expected) => {
    expect(itemOf({ record, ids, webUrl })).toEqual({ id: 'i', properties: { ...properties, ...expected } });
  });

  test.each([
    ['8640000000000000000000', 8_640_000_000_000],
    ['8640000000001000000000', null],
    ['-9000000000000000000000', null],
  ])('has a modification time only if a date can represent it: %s', (modified, seconds) => {
    const { properties } = itemOf({ record: { ...file, path: 'a', modified }, ids, webUrl });
    expect(properties?.modifiedAtEpoch).toBe(seconds);
  });
});
