import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Details, Setting } from './setting.js';

/** Path of a directory; a relative path is resolved against the working directory. */
export function folder(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (input === '') throw new Error('must not be empty');
    return input;
  }
  return { secret: false, ...details, parse, complete: resolvePath };
}

/**
 * Optional path of a directory, which must exist at startup; empty: not set. A relative path is resolved against the
 * working directory.
 */
export function optionalFolder(details: Details<string>): Setting<string> {
  function complete(input: string, workingDirectory: string): string {
    const path = resolvePath(input, workingDirectory);
    if (existingStatus(path)?.isDirectory() === false) throw new Error(`refers to ${path}, which is not a directory`);
    return path;
  }
  return { secret: false, ...details, parse: (input) => input, complete };
}

/**
 * Optional path of a file; empty: not set. A relative path is resolved against the working directory. Existence is not
 * checked at startup, but by the code that reads the file, because it may be created later.
 */
export function file(details: Details<string>): Setting<string> {
  return { secret: false, ...details, parse: (input) => input, complete: resolvePath };
}

/** Optional path of a file, which must exist at startup; empty: not set. */
export function existingFile(details: Details<string>): Setting<string> {
  function complete(input: string, workingDirectory: string): string {
    const path = resolvePath(input, workingDirectory);
    if (existingStatus(path)?.isDirectory()) throw new Error(`refers to ${path}, which is a directory, not a file`);
    return path;
  }
  return { secret: false, ...details, parse: (input) => input, complete };
}

/**
 * `auto`, `off`, or the paths of a certificate and a key, separated by a comma. Relative paths are resolved against the
 * working directory.
 */
export function tlsFiles(details: Details<string>): Setting<string> {
  function parse(input: string): string {
    if (/^(auto|off)$/i.test(input)) return input.toLowerCase();
    const names = input.split(',').map((name) => name.trim());
    if (names.length !== 2 || names.includes('')) {
      throw new Error('must be auto, off, or a certificate file and a key file separated by a comma');
    }
    return names.join(',');
  }
  function complete(input: string, workingDirectory: string): string {
    const names = input.split(',');
    return names.length === 1 ? input : names.map((name) => resolvePath(name, workingDirectory)).join(',');
  }
  return { secret: false, ...details, parse, complete };
}

/**
 * The status of a path; undefined if the path is empty.
 * @throws {Error} if the path does not exist
 */
function existingStatus(path: string): Stats | undefined {
  const status = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path !== '' && status === undefined) throw new Error(`refers to ${path}, which does not exist`);
  return status;
}

function resolvePath(path: string, workingDirectory: string): string {
  return path === '' ? '' : resolve(workingDirectory, path);
}

/** Whether a directory contains a path, or is the same directory, after all symbolic links are resolved. */
export function containsPath(directory: string, path: string): boolean {
  const below = relative(resolveLinks(directory), resolveLinks(path));
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** Resolves the symbolic links in a path, whose last segments need not exist. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveLinks(parent), basename(path));
  }
}
