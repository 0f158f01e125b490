import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';
const oldestSupported = 15;

/** The binaries of the newest PostgreSQL (15 or newer) from Debian's packages; undefined if there are none. */
export function systemPostgresBinaries(): string | undefined {
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder)
    .map(Number)
    .filter(
      (version) => version >= oldestSupported && existsSync(join(debianFolder, String(version), 'bin', 'postgres')),
    )
    .sort((a, b) => b - a);
  return versions[0] === undefined ? undefined : join(debianFolder, String(versions[0]));
}
