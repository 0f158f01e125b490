import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { copyOfBinaries } from './binaries-copy.js';

let folder: string;
let source: string;

/** A package as npm installs it: programs, libraries and symbolic links. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rampart-binaries-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  source = join(folder, 'checkout', 'native');
  mkdirSync(join(source, 'bin'), { recursive: true });
  mkdirSync(join(source, 'lib'));
  writeFileSync(join(source, 'bin', 'postgres'), 'program', { mode: 0o755 });
  writeFileSync(join(source, 'lib', 'libicu.so.60.2'), 'library');
  symlinkSync('libicu.so.60.2', join(source, 'lib', 'libicu.so.60'));
});

function copy(): string {
  return copyOfBinaries(source, folder);
}

function copies(): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('server'));
}

describe('a copy of binaries', () => {
  test('survives the deletion of the checkout that it was copied from', () => {
    const made = copy();
    renameSync(join(folder, 'checkout'), join(folder, 'moved'));
    expect(readFileSync(join(made, 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
    expect(readlinkSync(join(made, 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2');
  });

  test('contains files instead of links to other directories, and relative links instead of absolute ones', () => {
    writeFileSync(join(folder, 'checkout', 'outside'), 'from outside');
    symlinkSync(join(folder, 'checkout', 'outside'), join(source, 'lib', 'libz.so'));
    symlinkSync(join(source, 'lib', 'libicu.so.60.2'), join(source, 'lib', 'libicu.so'));
    const made = copy();
    expect(lstatSync(join(made, 'lib', 'libz.so')).isFile()).toBe(true);
    expect(readFileSync(join(made, 'lib', 'libz.so'), 'utf8')).toBe('from outside');
    expect(readlinkSync(join(made, 'lib', 'libicu.so'))).toBe('libicu.so.60.2');
  });

  test('contains the links that the package lists, even without its install script', () => {
    rmSync(join(source, 'lib', 'libicu.so.60'));
    const link = { source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' };
    writeFileSync(join(source, 'pg-symlinks.json'), JSON.stringify([link]));
    expect(readFileSync(join(copy(), 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
  });

  test('is readable and executable for every user, regardless of the umask', () => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const made = copy();
    const modes = ['', 'bin', 'bin/postgres', 'lib/libicu.so.60.2'].map((path) => statSync(join(made, path)).mode);
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['755', '755', '755', '644']);
  });

  test('is reused while it is complete', () => {
    const made = copy();
    const { ino } = statSync(join(made, 'bin', 'postgres'));
    expect(copy()).toBe(made);
    expect(statSync(join(made, 'bin', 'postgres')).ino).toBe(ino);
  });

  test.each<[string, (made: string) => void]>([
    ['a missing file', (made) => rmSync(join(made, 'bin', 'postgres'))],
    ['a truncated file', (made) => truncateSync(join(made, 'lib', 'libicu.so.60.2'), 3)],
    ['a file that is not executable', (made) => chmodSync(join(made, 'bin', 'postgres'), 0o644)],
    ['a missing link', (made) => rmSync(join(made, 'lib', 'libicu.so.60'))],
    [
      'a link to another directory',
      (made) => {
        rmSync(join(made, 'lib', 'libicu.so.60'));
        symlinkSync(join(source, 'lib', 'libicu.so.60.2'), join(made, 'lib', 'libicu.so.60'));
      },
    ],
    [
      'a file instead of a link',
      (made) => {
        rmSync(made, { recursive: true });
        writeFileSync(made, '');
      },
    ],
  ])('is replaced if it has %s', (_, damage) => {
    const made = copy();
    damage(made);
    expect(copy()).toBe(made);
    expect(readFileSync(join(made, 'bin', 'postgres'), 'utf8')).toBe('program');
    expect(readFileSync(join(made, 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
    expect(statSync(join(made, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(made, 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2');
    expect(copies()).toHaveLength(1);
  });

  test('of a new version does not replace the previous one, which a server may still use', () => {
    const before = copy();
    writeFileSync(join(source, 'bin', 'postgres'), 'another program');
    const after = copy();
    expect(after).not.toBe(before);
    expect(readFileSync(join(before, 'bin', 'postgres'), 'utf8')).toBe('program');
    expect(readFileSync(join(after, 'bin', 'postgres'), 'utf8')).toBe('another program');
  });

  test('is ignored if it was interrupted', () => {
    const made = copy();
    renameSync(made, `${made}.1-1-00000000`);
    rmSync(join(`${made}.1-1-00000000`, 'bin'), { recursive: true });
    expect(existsSync(join(copy(), 'bin', 'postgres'))).toBe(true);
  });

  test('fails if the binaries contain a broken link', () => {
    symlinkSync('nothing', join(source, 'lib', 'libgone.so'));
    expect(copy).toThrow(/libgone\.so is a broken link; run npm ci again/);
    expect(copies()).toEqual([]);
  });
});
