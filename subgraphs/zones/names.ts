import { toUnicode } from 'tr46';
import { invalidArgument } from '../../platform/domain-error.js';
import { quoted } from '../../platform/quoted.js';

/** Name of the DNS root zone. */
const root = 'root';

const namePattern = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/;
const maxNameLength = 253;

/**
 * Normalizes a zone's name: `COM.zone`, `com.` and `com` are `com`; `.` and `root.zone` are `root`. One suffix is
 * removed, so `zone.zone` is the zone `zone`.
 * @throws {DomainError} BAD_USER_INPUT unless it is a name of labels of letters, digits, hyphens and underscores
 */
export function zoneNameOf(input: string): string {
  const lower = input.toLowerCase();
  if (lower === '.') return root;
  const name = lower.replace(/\.$/, '').replace(/(?<=.)\.zone$/, '');
  if (name.length <= maxNameLength && namePattern.test(name)) return name;
  throw invalidArgument(
    'zone',
    `A zone name must consist of labels separated by dots, such as com or co.uk; a label has 1 to 63 letters, digits, hyphens and underscores, and does not begin or end with a hyphen: ${quoted(input)}`,
  );
}

/** The suffix that a zone's labels have in domain names: `.com` for `com`; empty for the root zone. */
export function zoneSuffixOf(name: string): string {
  return name === root ? '' : `.${name}`;
}

const suffix = '.zone';
const allZonesNames = new Set(['*', '%2a']);

/**
 * Normalizes the name of a zone in a path or an argument, case-insensitive, with or without a trailing dot or the
 * suffix `.zone`; null for all zones (`*`, also percent-encoded). One suffix is removed, so `zone.zone` is the
 * top-level domain `zone`.
 */
export function normalizeZoneName(text: string): string | null {
  const folded = foldAscii(text).replace(/(?<=.)\.$/, '');
  const name = folded.endsWith(suffix) ? folded.slice(0, -suffix.length) : folded;
  return allZonesNames.has(name) ? null : name;
}

/** The name of a zone with the suffix `.zone`, as REST displays it (specification, section 1). */
export function zoneFileName(name: string): string {
  return `${name}${suffix}`;
}

/**
 * Converts ASCII letters to lower case. Other letters are unchanged, because the lower case of some, such as the Kelvin
 * sign, is an ASCII letter.
 */
export function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** Converts a name from Punycode to Unicode; a name that is not valid Punycode remains unchanged. */
export function toUnicodeName(name: string): string {
  if (!name.includes('xn--')) return name;
  const { domain, error } = toUnicode(name);
  return error ? name : domain;
}

/**
 * The minimum number of edits that turn one string into the other: a character is added, removed or replaced, or two
 * adjacent characters are exchanged (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  const [rows, columns] = [[...a], [...b]];
  let older: number[] = [];
  let previous = Array.from({ length: columns.length + 1 }, (_, column) => column);
  for (let row = 1; row <= rows.length; row++) {
    const current = [row];
    for (let column = 1; column <= columns.length; column++) {
      const isEqual = rows[row - 1] === columns[column - 1];
      const isExchanged = rows[row - 1] === columns[column - 2] && rows[row - 2] === columns[column - 1];
      current[column] = Math.min(
        cell(previous, column) + 1,
        cell(current, column - 1) + 1,
        cell(previous, column - 1) + (isEqual ? 0 : 1),
        row > 1 && column > 1 && isExchanged ? cell(older, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [older, previous] = [previous, current];
  }
  return cell(previous, columns.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
