import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChangeLog } from './schema-changes.js';

/** The schema of the last release, and the breaking changes approved since. */
export interface ReleasedSchema {
  readonly sdl: string;
  readonly log: ChangeLog;
}

const sdlPath = 'schema/released/api.graphql';
const logPath = 'schema/released/changes.json';

/**
 * Reads the released schema and its change log; before the first release, returns the current schema.
 * @throws {Error} if the log, which is edited by hand, is invalid, or has releases without a schema
 */
export function readReleased(root: string, current: string): ReleasedSchema {
  const text = (path: string): string | undefined =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
  const sdl = text(sdlPath);
  const logText = text(logPath);
  const log = logText === undefined ? { approved: [], releases: [] } : parseLog(logText);
  // Comparing the schema with itself would never report breaking changes.
  if (sdl === undefined && log.releases.length > 0)
    throw new Error(`${sdlPath} is missing, but ${logPath} contains releases: restore it from version control`);
  return { sdl: sdl ?? current, log };
}

export function writeLog(root: string, log: ChangeLog): void {
  write(join(root, logPath), `${JSON.stringify(log, undefined, 2)}\n`);
}

export function writeReleased(root: string, { sdl, log }: ReleasedSchema): void {
  write(join(root, sdlPath), sdl);
  writeLog(root, log);
}

/** The version in package.json. */
export function versionOf(root: string): string {
  // npm requires a version in package.json.
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

function parseLog(text: string): ChangeLog {
  const log: Partial<ChangeLog> = JSON.parse(text);
  const areApprovals = (args: unknown): boolean =>
    Array.isArray(args) &&
    args.every((approval) => typeof approval?.change === 'string' && typeof approval?.reason === 'string');
  const areReleases = (log.releases ?? []).every(
    ({ version, broke }) => typeof version === 'string' && areApprovals(broke),
  );
  if (!areApprovals(log.approved) || !areReleases) {
    throw new Error(
      `${logPath} must contain "approved", an array of {"change", "reason"}, and "releases", an array of {"version", "broke"}`,
    );
  }
  return { approved: log.approved ?? [], releases: log.releases ?? [] };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
