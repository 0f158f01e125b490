import { DomainError } from '../../../platform/domain-error.js';
import { quoted } from '../../../platform/quoted.js';

/**
 * Normalizes a file extension: removes the leading period and converts it to lower case and NFC.
 * @throws {DomainError} BAD_USER_INPUT unless it consists of 1 to 20 letters and digits
 */
export function normalizeExtension(extension: string): string {
  const found = /^\.?([\p{L}\p{N}]{1,20})$/u.exec(extension.normalize('NFC'))?.[1];
  if (found === undefined)
    throw new DomainError(
      'BAD_USER_INPUT',
      `extensions must consist of 1 to 20 letters and digits each, such as pdf, but one is ${quoted(extension)}`,
    );
  return found.toLowerCase();
}
