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
import { provideBinariesCopy } from './binaries-copy.js';

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
  return provideBinariesCopy(source, folder);
}

function copies(): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('server'));
}

describe('a copy of the PostgreSQL binaries', () => {
  test('survives the deletion of the checkout that it was copied from', () => {
    const created = copy();
    renameSync(join(folder, 'checkout'), join(folder, 'moved'));
    expect(readFileSync(join(created, 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
    expect(readlinkSync(join(created, 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2');
  });

  test('contains files instead of links to other directories, and relative links instead of absolute ones', () => {
    writeFileSync(join(folder, 'checkout', 'outside'), 'from outside');
    symlinkSync(join(folder, 'checkout', 'outside'), join(source, 'lib', 'libz.so'));
    symlinkSync(join(source, 'lib', 'libicu.so.60.2'), join(source, 'lib', 'libicu.so'));
    const created = copy();
    expect(lstatSync(join(created, 'lib', 'libz.so')).isFile()).toBe(true);
    expect(readFileSync(join(created, 'lib', 'libz.so'), 'utf8')).toBe('from outside');
    expect(readlinkSync(join(created, 'lib', 'libicu.so'))).toBe('libicu.so.60.2');
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
    const created = copy();
    const modes = ['', 'bin', 'bin/postgres', 'lib/libicu.so.60.2'].map((path) => statSync(join(created, path)).mode);
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['755', '755', '755', '644']);
  });

  test('is reused while it is complete', () => {
    const created = copy();
    const { ino } = statSync(join(created, 'bin', 'postgres'));
    expect(copy()).toBe(created);
    expect(statSync(join(created, 'bin', 'postgres')).ino).toBe(ino);
  });

  test.each<[string, (created: string) => void]>([
    ['a missing file', (created) => rmSync(join(created, 'bin', 'postgres'))],
    ['a truncated file', (created) => truncateSync(join(created, 'lib', 'libicu.so.60.2'), 3)],
    ['a file that is not executable', (created) => chmodSync(join(created, 'bin', 'postgres'), 0o644)],
    ['a missing link', (created) => rmSync(join(created, 'lib', 'libicu.so.60'))],
    [
      'a link to another directory',
      (created) => {
        rmSync(join(created, 'lib', 'libicu.so.60'));
        symlinkSync(join(source, 'lib', 'libicu.so.60.2'), join(created, 'lib', 'libicu.so.60'));
      },
    ],
    [
      'a file in place of its directory',
      (created) => {
        rmSync(created, { recursive: true });
        writeFileSync(created, '');
      },
    ],
  ])('with %s is replaced', (_, damage) => {
    const created = copy();
    damage(created);
    expect(copy()).toBe(created);
    expect(readFileSync(join(created, 'bin', 'postgres'), 'utf8')).toBe('program');
    expect(readFileSync(join(created, 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
    expect(statSync(join(created, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(created, 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2');
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

  test('is ignored if its creation was interrupted', () => {
    const created = copy();
    renameSync(created, `${created}.1-1-00000000`);
    rmSync(join(`${created}.1-1-00000000`, 'bin'), { recursive: true });
    expect(existsSync(join(copy(), 'bin', 'postgres'))).toBe(true);
  });

  test('is not created if the binaries contain a broken link', () => {
    symlinkSync('nothing', join(source, 'lib', 'libgone.so'));
    expect(copy).toThrow(/libgone\.so is a broken link; run npm ci again/);
    expect(copies()).toEqual([]);
  });
});
