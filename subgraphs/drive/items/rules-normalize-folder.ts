import { DomainError } from '../../../platform/domain-error.js';
import { assertStorableText } from '../../../platform/input-limits.js';
import { quoted } from '../../../platform/quoted.js';

/** Maximum length of a folder path, in characters. */
const maxFolderCharacters = 4000;

/**
 * Normalizes a folder path: removes a trailing slash; empty for the root.
 * @throws {DomainError} BAD_USER_INPUT if the path does not begin with a slash, is too long, or cannot be stored
 */
export function normalizeFolder(folder: string): string {
  assertStorableText('folder', folder, maxFolderCharacters);
  if (folder.startsWith('/')) return folder.replace(/\/+$/, '');
  const message = `folder must be a path from the root folder, such as /reports, but is ${quoted(folder)}`;
  throw new DomainError('BAD_USER_INPUT', message);
}
