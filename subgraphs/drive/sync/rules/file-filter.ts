import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isStorableText, maxItems } from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import type { FileFilter } from '../../items/index.js';

/** A file filter that an operator entered; a missing list is empty. */
export interface FileFilterInput {
  folders?: readonly string[] | null | undefined;
  excludedFolders?: readonly string[] | null | undefined;
  names?: readonly string[] | null | undefined;
  excludedNames?: readonly string[] | null | undefined;
  maxBytes?: number | null | undefined;
}

export const noFilter: FileFilter = { folders: [], excludedFolders: [], names: [], excludedNames: [], maxBytes: null };

/** Maximum length of a path in SharePoint, in characters. */
const maxPathLength = 400;

/**
 * Validates and normalizes a file filter; null if it has no conditions.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function parseFileFilter(input: FileFilterInput | null | undefined): FileFilter | null {
  const filter = {
    folders: listOf('folders', input?.folders, folderRule),
    excludedFolders: listOf('excludedFolders', input?.excludedFolders, folderRule),
    names: listOf('names', input?.names, patternRule),
    excludedNames: listOf('excludedNames', input?.excludedNames, patternRule),
    maxBytes: input?.maxBytes ?? null,
  };
  const { maxBytes } = filter;
  if (maxBytes !== null && (!Number.isSafeInteger(maxBytes) || maxBytes < 0)) {
    throw invalid('maxBytes', `must be a number of bytes, 0 or more, but is ${maxBytes}`);
  }
  const lists = [filter.folders, filter.excludedFolders, filter.names, filter.excludedNames];
  return maxBytes === null && lists.every((list) => list.length === 0) ? null : filter;
}

/** Parses the entries of a list; `expected` describes valid entries in error messages. */
interface EntryRule {
  readonly expected: string;
  parse(text: string): string | undefined;
}

const folderRule: EntryRule = {
  expected: `a folder path of at most ${maxPathLength} characters, other than the root and without . and .. segments`,
  parse: folder,
};
const patternRule: EntryRule = {
  expected: `a name pattern of 1 to ${maxPathLength} characters without slashes`,
  parse: pattern,
};

function listOf(name: string, list: readonly string[] | null | undefined, { expected, parse }: EntryRule): string[] {
  const entries = list ?? [];
  if (entries.length > maxItems.driveFilter)
    throw invalid(name, `must have at most ${maxItems.driveFilter} entries, but has ${entries.length}`);
  const parsed = entries.map((text) => {
    const entry = text.length <= maxPathLength && isStorableText(text) ? parse(text.trim()) : undefined;
    if (entry !== undefined) return entry;
    throw invalid(name, `contains an invalid entry: ${quoted(text)}; expected ${expected}`);
  });
  return [...new Set(parsed)].sort();
}

/**
 * Normalizes a folder path: one leading slash, no trailing slash. Undefined for an invalid path, and for the root
 * folder, which would set no condition.
 */
function folder(text: string): string | undefined {
  const segments = text.split('/').filter((segment) => segment !== '');
  const isPath = segments.length > 0 && segments.every((segment) => segment !== '.' && segment !== '..');
  return isPath ? `/${segments.join('/')}` : undefined;
}

function pattern(text: string): string | undefined {
  return text === '' || text.includes('/') ? undefined : text;
}

function invalid(argument: string, reason: string): DomainError {
  return invalidArgument(argument, `The filter ${argument} ${reason}`);
}

/** Converts a pattern of file names to a LIKE pattern: `*` matches any characters, `?` one. */
export function likeOfPattern(text: string): string {
  return text
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');
}
