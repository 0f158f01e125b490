import { DomainError } from '../../../../platform/domain-error.js';

/** A parsed search term. Text is lower case and has no two `*` in a row. */
export type SearchPattern =
  | { readonly kind: 'browse' }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string };

/** Maximum length of a domain name as text, without the trailing dot: RFC 1035, section 2.3.4. */
const maxNameLength = 253;
const allowedCharacters = /^[a-z0-9.*-]+$/i;

/**
 * Parses the parameter `search`: specification, section 4. An empty string or a lone `*` matches all names (`browse`).
 * A string that contains `*` is a pattern for the whole name. Any other string is a prefix, which may end in a dot
 * (`paypal.`).
 * @throws {DomainError} BAD_USER_INPUT
 */
export function parseSearch(search: string | null | undefined): SearchPattern {
  if (search === null || search === undefined || search === '') return { kind: 'browse' };
  assertPattern(search);
  // Only ASCII remains, so lower-casing folds no other letters into it.
  const text = search.toLowerCase().replaceAll(/\*+/g, '*');
  if (text === '*') return { kind: 'browse' };
  return { kind: text.includes('*') ? 'wildcard' : 'prefix', text };
}

/** The text of a pattern as sessions store it. */
export function patternText(pattern: SearchPattern): string {
  return pattern.kind === 'browse' ? '' : pattern.text;
}

function assertPattern(search: string): void {
  if (search.length > maxNameLength) throw invalidPattern(`it is longer than ${maxNameLength} characters`);
  if (!allowedCharacters.test(search)) {
    throw invalidPattern('only a-z, 0-9, ".", "*" and "-" are allowed; write international names in Punycode');
  }
  const isDotPrefix = search.endsWith('.') && !search.includes('*');
  for (const label of (isDotPrefix ? search.slice(0, -1) : search).split('.')) {
    if (label === '') throw invalidPattern('a label is empty');
    if (label.startsWith('-')) throw invalidPattern('a label starts with "-"');
  }
}

function invalidPattern(reason: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `Invalid search pattern: ${reason}`);
}
