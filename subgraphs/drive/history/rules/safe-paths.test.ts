import { describe, expect, test } from 'vitest';
import { SafePaths } from './safe-paths.js';

function pathOf(...names: string[]): string {
  return new SafePaths().assign({ names, isFolder: false });
}

describe('a path of a restored item', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['..', '__'],
    ['.', '_'],
    ['', '_'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\file', 'C__Windows_file'],
    ['a\0b\nc', 'a_b_c'],
    ['dots. .', 'dots___'],
    ['NUL.txt', '_NUL.txt'],
    ['nul .tar.gz', '_nul .tar.gz'],
    ['COM¹', '_COM¹'],
    ['conout$', '_conout$'],
    ['com1.txt', '_com1.txt'],
    ['com10.txt', 'com10.txt'],
    ['comx.txt', 'comx.txt'],
    ['falcon.txt', 'falcon.txt'],
    ['console.log', 'console.log'],
    ['.gitignore', '.gitignore'],
    ['\ud800', '\ufffd'],
  ])('consists of a name that is safe on every file system: %j', (name, expected) => {
    expect(pathOf(name)).toBe(expected);
  });

  test('remains in its folder, regardless of the name of the folder', () => {
    const paths = new SafePaths();
    paths.assign({ names: ['..'], isFolder: true });
    expect(paths.assign({ names: ['..', 'a.txt'], isFolder: false })).toBe('__/a.txt');
  });

  test('remains in its folder, even if a file has the same name or other folders have similar ones', () => {
    const paths = new SafePaths();
    for (const names of [['a'], ['a', 'b.c'], ['ab'], ['ab', '.c']]) paths.assign({ names, isFolder: true });
    expect(paths.assign({ names: ['a'], isFolder: false })).toBe('a (2)');
    expect(paths.assign({ names: ['a', 'd'], isFolder: false })).toBe('a/d');
    expect(paths.assign({ names: ['a', 'b.c', 'e'], isFolder: false })).toBe('a/b.c/e');
    expect(paths.assign({ names: ['a', 'b.c', 'E'], isFolder: false })).toBe('a/b.c/E (2)');
    expect(paths.assign({ names: ['ab', '.c', 'e'], isFolder: false })).toBe('ab/.c/e');
  });

  test('is unique regardless of case, even for folders whose names become equal', () => {
    const paths = new SafePaths();
    const files = [['a.txt'], ['A.txt'], ['a?.txt'], ['a*.txt'], ['x', 'a.txt']];
    expect(files.map((names) => paths.assign({ names, isFolder: false }))).toEqual([
      ...['a.txt', 'A (2).txt', 'a_.txt', 'a_ (2).txt', 'a (3).txt'],
    ]);
    const folders = [['f:'], ['f*']].map((names) => paths.assign({ names, isFolder: true }));
    expect(folders).toEqual(['f_', 'f_ (2)']);
    expect(paths.assign({ names: ['f*', 'b'], isFolder: false })).toBe('f_ (2)/b');
  });

  test.each([
    ['a', 'a (12)'],
    ['a.txt', 'a (12).txt'],
    ['a (1) b.tar.gz', 'a (1) b.tar (12).gz'],
  ])('has a number if its name is already used: the twelfth %s is %s', (name, expected) => {
    const paths = new SafePaths();
    expect(Array.from({ length: 12 }, () => paths.assign({ names: [name], isFolder: false })).at(-1)).toBe(expected);
  });

  test.each([
    ['é', 'e\u0301', 'e\u0301 (2)'],
    ['straße', 'STRASSE', 'STRASSE (2)'],
    ['straße', 'STRAẞE', 'STRAẞE (2)'],
    ['θ', 'ϴ', 'ϴ (2)'],
    ['ΟΔΟΣ', 'οδος', 'οδος (2)'],
    ['K.txt', '\u212a.txt', '\u212a (2).txt'],
  ])('is unique on file systems that treat %j and %j as the same name', (one, other, expected) => {
    const paths = new SafePaths();
    expect([one, other].map((name) => paths.assign({ names: [name], isFolder: false }))).toEqual([one, expected]);
  });

  test('has names of at most 255 bytes, even with a number', () => {
    const paths = new SafePaths();
    const names = ['a', 'A'].flatMap((letter) =>
      ['', '*'].map((end) => `${letter.repeat(250 - end.length)}${end}.pdf`),
    );
    const assigned = [...names, ...names].map((name) => paths.assign({ names: ['f', name], isFolder: false }));
    expect(assigned.filter((path) => Buffer.byteLength(path) > 255 || !path.endsWith('.pdf'))).toEqual([]);
    expect(new Set(assigned.map((path) => path.toLowerCase())).size).toBe(8);
  });

  test.each([
    [/^a{255}$/, 'a'.repeat(255)],
    [/^a{230}~[0-9a-f]{16}$/, 'a'.repeat(256)],
    [/^書{75}~[0-9a-f]{16}\.pdf$/, `${'書'.repeat(251)}.pdf`],
    [/^v1\.2 a{221}~[0-9a-f]{16}\.pdf$/, `v1.2 ${'a'.repeat(251)}.pdf`],
  ])('has a truncated name with a hash only if the name exceeds 255 bytes: %s', (expected, name) => {
    expect(pathOf(name)).toMatch(expected);
  });

  test('has no hash if the name and its number fit into 255 bytes', () => {
    const paths = new SafePaths();
    const name = 'a'.repeat(251);
    paths.assign({ names: [name], isFolder: false });
    expect(paths.assign({ names: [name], isFolder: false })).toBe(`${name} (2)`);
  });

  test('has at most 3000 bytes, regardless of the depth of its folder', () => {
    const paths = new SafePaths();
    const names = Array.from({ length: 200 }, (_, index) => String(index).padEnd(255, 'x'));
    const deep = names.map((_, index) => paths.assign({ names: names.slice(0, index + 1), isFolder: true }));
    expect(Math.max(...deep.map((path) => Buffer.byteLength(path)))).toBeLessThanOrEqual(3000);
    expect(new Set(deep).size).toBe(200);
    expect(deep[11]).toMatch(/^long-paths\/[0-9a-f]{16}$/);
    expect(deep[12]).toBe(`${deep[11]}/${names[12]}`);
  });
});
