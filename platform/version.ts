import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

/** The version of Rampart in package.json, for example `0.2.0`. */
export const ownVersion: string = readVersion();

/**
 * Compares two versions; negative if the first one is older. Suffixes such as `-rc.1` are ignored.
 * @throws {TypeError} if one is not a semantic version
 */
export function compareVersions(a: string, b: string): number {
  const [numbers, others] = [numbersOf(a), numbersOf(b)];
  const differs = numbers.findIndex((number, index) => number !== others[index]);
  return differs === -1 ? 0 : (numbers[differs] ?? 0) - (others[differs] ?? 0);
}

/** @throws {TypeError} if it is not a semantic version */
function numbersOf(version: string): number[] {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version);
  if (match === null) throw new TypeError(`"${version}" is not a version such as 0.2.0`);
  return match.slice(1).map(Number);
}

function readVersion(): string {
  // npm requires a version in package.json.
  return (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;
}
