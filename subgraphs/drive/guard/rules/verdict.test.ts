import { describe, expect, test } from 'vitest';
import { type BurstFeatures, verdictOf } from './verdict.js';

const thresholds = { windowMinutes: 60, minFiles: 30, deletedPercent: 30 };

const quiet: BurstFeatures = {
  ...{ knownFiles: 1000, changed: 0, encrypted: 0, replaced: 0, deleted: 0, extended: 0 },
  ...{ novelExtension: null, noteName: null, noteFolders: 0, folderName: null, folderFiles: 0, folderChanged: 0 },
  ...{ usualChanged: 10, usualDeleted: 5 },
};

function judge(features: Partial<BurstFeatures>) {
  return verdictOf({ ...quiet, ...features }, thresholds);
}

const note = { noteName: 'RECOVER.txt', noteFolders: 5 };
const wholeFolder = { folderName: 'Reports', folderFiles: 40, folderChanged: 40 };

describe('a mass change is', () => {
  test.each<[string, Partial<BurstFeatures>, string]>([
    ['contents that became unreadable', { encrypted: 30, changed: 30 }, 'encryption'],
    ['unreadable files in place of deleted ones', { replaced: 30, deleted: 40 }, 'encryption'],
    ['a few unreadable files with a new extension and notes', { encrypted: 16, extended: 16, ...note }, 'encryption'],
    [
      'new extensions and notes of much of a site, before any content is stored',
      { extended: 250, changed: 250, ...note },
      'encryption',
    ],
    ['the deletion of a third', { deleted: 300, changed: 300 }, 'deletion'],
  ])('%s', (_, features, kind) => {
    expect(judge(features)?.kind).toBe(kind);
    expect(judge(features)?.score).toBeGreaterThanOrEqual(100);
  });
});

describe('ordinary work is', () => {
  test.each<[string, Partial<BurstFeatures>]>([
    ['no change', {}],
    ['an upload with the same names in many folders', { noteName: 'index.html', noteFolders: 80 }],
    ['a script that edits every file', { changed: 1000, ...wholeFolder }],
    [
      'a conversion to a new format in place of deleted files',
      { extended: 250, deleted: 250, changed: 250, ...wholeFolder },
    ],
    ['files that get a new extension', { extended: 1000, changed: 1000, ...wholeFolder }],
    ['the deletion of a project', { deleted: 200, changed: 200, ...wholeFolder }],
    ['the deletion of a third where that is usual', { deleted: 300, usualDeleted: 101 }],
    ['the deletion of a small site', { knownFiles: 29, deleted: 29, changed: 29 }],
    ['a few files that a person encrypts', { encrypted: 10, extended: 10, changed: 300, ...wholeFolder }],
  ])('%s', (_, features) => {
    expect(judge(features)).toBeUndefined();
  });
});

test('the reasons name the numbers, the strongest first', () => {
  const features = { encrypted: 200, replaced: 7, deleted: 7, extended: 199, novelExtension: '.locked', changed: 207 };
  expect(judge({ ...features, ...note, ...wholeFolder })).toEqual({
    kind: 'encryption',
    score: 225,
    reasons: [
      '200 of 1000 files became unreadable: random content in no known format; 7 new files with such content have taken the place of deleted files.',
      '199 files got extensions that no other file of the site has, most often .locked.',
      'A new file with the name RECOVER.txt is in 5 folders with such files.',
      '207 files changed within 60 minutes; the most in such a time of the last 14 days were 10.',
      '21 % of the 1000 files of the site changed.',
      '40 of the 40 files in the folder Reports changed.',
    ],
  });
  expect(judge({ deleted: 400, changed: 400 })?.reasons[0]).toBe(
    '400 files, 40 % of the site, were deleted, and no other file has their content.',
  );
});
