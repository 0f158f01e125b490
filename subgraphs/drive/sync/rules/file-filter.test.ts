import { describe, expect, test } from 'vitest';
import { maxItems } from '../../../../platform/input-limits.js';
import { type FileFilterInput, likeOfPattern, noFilter, parseFileFilter } from './file-filter.js';

const expectedFolder =
  '; expected a folder path of at most 400 characters, other than the root and without . and .. segments';
const expectedPattern = '; expected a name pattern of 1 to 400 characters without slashes';

describe('a file filter', () => {
  test.each<[FileFilterInput | null | undefined]>([
    [null],
    [undefined],
    [{}],
    [{ folders: [], excludedFolders: null, names: undefined, excludedNames: [], maxBytes: null }],
  ])('is null without a condition: %j', (input) => {
    expect(parseFileFilter(input)).toBeNull();
  });

  test.each<[FileFilterInput, object]>([
    [{ folders: [' reports//2026/ ', '/reports/2026'] }, { folders: ['/reports/2026'] }],
    [{ excludedFolders: ['b', 'a/...'] }, { excludedFolders: ['/a/...', '/b'] }],
    [{ names: ['*.pdf', ' *.doc '] }, { names: ['*.doc', '*.pdf'] }],
    [{ excludedNames: ['~*'] }, { excludedNames: ['~*'] }],
    [{ maxBytes: 0 }, { maxBytes: 0 }],
    [{ folders: [`/${'x'.repeat(399)}`] }, { folders: [`/${'x'.repeat(399)}`] }],
    [{ names: Array(maxItems.driveFilter).fill('a') }, { names: ['a'] }],
  ])('is normalized, sorted and without duplicates: $0', (input, expected) => {
    expect(parseFileFilter(input)).toEqual({ ...noFilter, ...expected });
  });

  test.each<[keyof FileFilterInput, FileFilterInput[keyof FileFilterInput], string]>([
    ['folders', ['/'], `contains an invalid entry: "/"${expectedFolder}`],
    ['folders', ['a/../b'], `contains an invalid entry: "a/../b"${expectedFolder}`],
    ['excludedFolders', ['./a'], `contains an invalid entry: "./a"${expectedFolder}`],
    ['excludedFolders', ['a\0'], `contains an invalid entry: "a\\u0000"${expectedFolder}`],
    ['names', ['  '], `contains an invalid entry: "  "${expectedPattern}`],
    ['names', ['a/b'], `contains an invalid entry: "a/b"${expectedPattern}`],
    ['excludedNames', ['x'.repeat(401)], `contains an invalid entry: "${'x'.repeat(100)}"${expectedPattern}`],
    [
      'names',
      Array(maxItems.driveFilter + 1).fill('a'),
      `must have at most ${maxItems.driveFilter} entries, but has ${maxItems.driveFilter + 1}`,
    ],
    ['maxBytes', -1, 'must be a number of bytes, 0 or more, but is -1'],
    ['maxBytes', 1.5, 'must be a number of bytes, 0 or more, but is 1.5'],
  ])('is rejected with the argument $0 and its value: $1', (argument, value, reason) => {
    expect(() => parseFileFilter({ [argument]: value })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: `The filter ${argument} ${reason}`,
        details: { argument },
      }),
    );
  });
});

test.each([
  ['*.pdf', '%.pdf'],
  ['report-?.doc?', 'report-_.doc_'],
  ['100%_a\\b*c*', '100\\%\\_a\\\\b%c%'],
])('the name pattern %s is %s in SQL', (input, like) => {
  expect(likeOfPattern(input)).toBe(like);
});
