import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Check, type CheckContext, type CheckResult, failure, ok, warning } from '../check.js';
import { existingAncestor } from './data-directory.js';

const gigabyte = 1_000_000_000;
const failBelowBytes = 0.2 * gigabyte;
const warnBelowBytes = 2 * gigabyte;

export interface Space {
  readonly path: string;
  readonly freeBytes: number;
  /** Number of files that can still be created; null if the file system has no limit. */
  readonly freeFiles: number | null;
}

export const disk: Check = {
  name: 'disk',
  run: async (context) => assessSpace((await pathsOf(context)).map(spaceAt)),
};

/** Directories to check: the data directory, that of the embedded database, and the one in which imports sort. */
async function pathsOf({ configuration, database }: CheckContext): Promise<string[]> {
  const facts = await database().catch(() => null);
  const locations = [configuration.server.dataDir, facts?.dataDirectory ?? undefined, tmpdir()];
  return [...new Set(locations.flatMap((location) => (location === undefined ? [] : [existingAncestor(location)])))];
}

function spaceAt(path: string): Space {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  return { path, freeBytes: bavail * bsize, freeFiles: files === 0 ? null : ffree };
}

/** Assesses the location with the least free space. */
export function assessSpace(spaces: readonly Space[]): CheckResult {
  const withoutInodes = spaces.find(({ freeFiles }) => freeFiles === 0);
  if (withoutInodes !== undefined)
    return failure(
      `${withoutInodes.path}: no more files can be created`,
      'the file system has no free inodes: delete files in it',
    );
  const [fullest] = spaces.toSorted((a, b) => a.freeBytes - b.freeBytes);
  if (fullest === undefined || fullest.freeBytes >= warnBelowBytes) {
    return ok(spaces.map(({ path, freeBytes }) => `${path}: ${inGigabytes(freeBytes)} free`).join('; '));
  }
  const message = `${fullest.path}: ${inGigabytes(fullest.freeBytes)} free, less than the recommended ${inGigabytes(warnBelowBytes)}`;
  const action =
    'free some space there, or set [server] data_dir (TMPDIR for temporary files) to a directory on a larger disk';
  return fullest.freeBytes < failBelowBytes ? failure(message, action) : warning(message, action);
}

function inGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`;
}
