import { describe, expect, test } from 'vitest';
import { type BurstFeatures, verdictOf } from './verdict.js';

const thresholds = { windowMinutes: 60, minFiles: 30, deletedPercent: 30 };

const ordinaryFeatures: BurstFeatures = {
  ...{ knownFiles: 1000, changed: 0, encrypted: 0, replaced: 0, deleted: 0, novelExtensionFiles: 0 },
  ...{ novelExtension: null, noteName: null, noteFolders: 0, folderName: null, folderFiles: 0, folderChanged: 0 },
  ...{ baselineMaxChanged: 10, baselineMaxDeleted: 5 },
};

function judge(features: Partial<BurstFeatures>) {
  return verdictOf({ ...ordinaryFeatures, ...features }, thresholds);
}

const ransomNote = { noteName: 'RECOVER.txt', noteFolders: 5 };
const wholeFolder = { folderName: 'Reports', folderFiles: 40, folderChanged: 40 };

describe('a mass change is detected in', () => {
  test.each<[string, Partial<BurstFeatures>, string]>([
    ['contents that became unreadable', { encrypted: 30, changed: 30 }, 'encryption'],
    ['unreadable files in place of deleted ones', { replaced: 30, deleted: 40 }, 'encryption'],
    [
      'a few unreadable files with a new extension and ransom notes',
      { encrypted: 16, novelExtensionFiles: 16, ...ransomNote },
      'encryption',
    ],
    [
      'new extensions and ransom notes in a quarter of a site whose contents are not stored yet',
      { novelExtensionFiles: 250, changed: 250, ...ransomNote },
      'encryption',
    ],
    ['the deletion of a third of a site', { deleted: 300, changed: 300 }, 'deletion'],
  ])('%s', (_, features, kind) => {
    expect(judge(features)?.kind).toBe(kind);
    expect(judge(features)?.score).toBeGreaterThanOrEqual(100);
  });
});

describe('no mass change is detected in', () => {
  test.each<[string, Partial<BurstFeatures>]>([
    ['a site without changes', {}],
    ['an upload with the same names in many folders', { noteName: 'index.html', noteFolders: 80 }],
    ['a script that edits every file', { changed: 1000, ...wholeFolder }],
    [
      'a conversion to a new format in place of deleted files',
      { novelExtensionFiles: 250, deleted: 250, changed: 250, ...wholeFolder },
    ],
    ['files that get a new extension', { novelExtensionFiles: 1000, changed: 1000, ...wholeFolder }],
    ['the deletion of a project', { deleted: 200, changed: 200, ...wholeFolder }],
    ['the deletion of a third of a site where that is usual', { deleted: 300, baselineMaxDeleted: 101 }],
    ['the deletion of a small site', { knownFiles: 29, deleted: 29, changed: 29 }],
    ['a few files that a person encrypts', { encrypted: 10, novelExtensionFiles: 10, changed: 300, ...wholeFolder }],
  ])('%s', (_, features) => {
    expect(judge(features)).toBeUndefined();
  });
});

/**
 * 60 points of unreadable files, and 20 each for the rate and the share of the site: exactly the minimum for a verdict.
 */
const minimalFeatures = { knownFiles: 1000, encrypted: 18, changed: 200, baselineMaxChanged: 66 };
/** 60 points of unreadable files, and 20 for the share of the site: a whole folder adds the missing 20. */
const minimalFolderFeatures = { encrypted: 18, changed: 200, baselineMaxChanged: 67, folderName: 'Reports' };
const circumstances = { changed: 1000, ...wholeFolder };

describe('a threshold', () => {
  test.each<[string, Partial<BurstFeatures>, Partial<BurstFeatures>]>([
    ['unreadable files', { encrypted: 30, baselineMaxChanged: 100 }, { encrypted: 29, baselineMaxChanged: 100 }],
    ['changed and new unreadable files together', { encrypted: 15, replaced: 15 }, { encrypted: 15, replaced: 14 }],
    ['unreadable files with other signals', { encrypted: 15, ...circumstances }, { encrypted: 14, ...circumstances }],
    ['a large share of the site', minimalFeatures, { ...minimalFeatures, changed: 199 }],
    [
      'an unusual rate',
      { ...minimalFeatures, changed: 201, baselineMaxChanged: 67 },
      { ...minimalFeatures, changed: 200, baselineMaxChanged: 67 },
    ],
    [
      'the number of files with an unusual rate',
      { ...minimalFeatures, knownFiles: 100, changed: 30, baselineMaxChanged: 0 },
      { ...minimalFeatures, knownFiles: 100, changed: 29, baselineMaxChanged: 0 },
    ],
    [
      'the size of a folder',
      { ...minimalFolderFeatures, folderFiles: 10, folderChanged: 9 },
      { ...minimalFolderFeatures, folderFiles: 9, folderChanged: 9 },
    ],
    [
      'the share of a folder',
      { ...minimalFolderFeatures, folderFiles: 100, folderChanged: 90 },
      { ...minimalFolderFeatures, folderFiles: 100, folderChanged: 89 },
    ],
    [
      'the number of folders with the same note',
      { ...circumstances, encrypted: 13, noteName: 'a', noteFolders: 3 },
      { ...circumstances, encrypted: 13, noteName: 'a', noteFolders: 2 },
    ],
    [
      'the number of folders with the same note that yields all points of the signal',
      { novelExtensionFiles: 30, changed: 200, noteName: 'a', noteFolders: 5 },
      { novelExtensionFiles: 30, changed: 200, noteName: 'a', noteFolders: 4 },
    ],
    [
      'new extensions and notes with other signals',
      { ...circumstances, novelExtensionFiles: 28, noteName: 'a', noteFolders: 3 },
      { ...circumstances, novelExtensionFiles: 27, noteName: 'a', noteFolders: 3 },
    ],
    ['the share of deleted files', { deleted: 300 }, { deleted: 299 }],
    ['the number of deleted files', { knownFiles: 90, deleted: 30 }, { knownFiles: 90, deleted: 29 }],
    ['unusual deletions', { deleted: 300, baselineMaxDeleted: 100 }, { deleted: 300, baselineMaxDeleted: 101 }],
  ])('for %s is reached by a mass change, and not by a slightly smaller change', (_, above, below) => {
    expect(judge(above)).toBeDefined();
    expect(judge(below)).toBeUndefined();
  });

  test('depends on the minimum number of files and the percentage of deleted files in the settings', () => {
    const judgeWith = (features: Partial<BurstFeatures>, settings: Partial<typeof thresholds>) =>
      verdictOf({ ...ordinaryFeatures, ...features }, { ...thresholds, ...settings })?.kind;
    expect(judgeWith({ encrypted: 10 }, { minFiles: 10 })).toBe('encryption');
    expect(judgeWith({ encrypted: 9 }, { minFiles: 10 })).toBeUndefined();
    expect(judgeWith({ deleted: 500 }, { deletedPercent: 50 })).toBe('deletion');
    expect(judgeWith({ deleted: 499 }, { deletedPercent: 50 })).toBeUndefined();
  });
});

test('the reasons state the counts, and the strongest reason is first', () => {
  const features = {
    encrypted: 200,
    replaced: 7,
    deleted: 7,
    novelExtensionFiles: 199,
    novelExtension: '.locked',
    changed: 207,
  };
  expect(judge({ ...features, ...ransomNote, ...wholeFolder })).toEqual({
    kind: 'encryption',
    score: 225,
    reasons: [
      '200 of 1000 files became unreadable: random content in no known format; 7 new files with unreadable content replaced deleted files.',
      '199 files got extensions that no other file of the site has, most often .locked.',
      'A new file with the name RECOVER.txt is in 5 of the affected folders.',
      '207 files changed within 60 minutes; the maximum within an equally long period of the last 14 days was 10.',
      '21% of the 1000 files of the site changed.',
      '40 of the 40 files in the folder Reports changed.',
    ],
  });
  expect(judge({ deleted: 400, changed: 400 })?.reasons[0]).toBe(
    '400 files, 40% of the site, were deleted, and no other file has their content.',
  );
});

test('the reasons are sorted by points in descending order', () => {
  const features = {
    encrypted: 3,
    novelExtensionFiles: 30,
    novelExtension: '.locked',
    changed: 200,
    baselineMaxChanged: 67,
  };
  expect(judge({ ...features, ...ransomNote, ...wholeFolder, folderName: '' })?.reasons).toEqual([
    '30 files got extensions that no other file of the site has, most often .locked.',
    'A new file with the name RECOVER.txt is in 5 of the affected folders.',
    '20% of the 1000 files of the site changed.',
    '40 of the 40 files in the folder / changed.',
    '3 of 1000 files became unreadable: random content in no known format.',
  ]);
  expect(judge({ ...features, ...ransomNote, encrypted: 0, baselineMaxChanged: 66 })?.reasons).toEqual([
    '30 files got extensions that no other file of the site has, most often .locked.',
    'A new file with the name RECOVER.txt is in 5 of the affected folders.',
    '200 files changed within 60 minutes; the maximum within an equally long period of the last 14 days was 66.',
    '20% of the 1000 files of the site changed.',
  ]);
});

test.each<[Partial<BurstFeatures>, string]>([
  [{ encrypted: 30 }, '30 of 1000 files became unreadable: random content in no known format.'],
  [{ replaced: 30 }, '30 new files with unreadable content replaced deleted files.'],
])('the only reason for %j is that %s', (features, reason) => {
  expect(judge(features)?.reasons).toEqual([reason]);
});
