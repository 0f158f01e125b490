import { toASCII, toUnicode } from 'tr46';
import { DomainError } from '../../../../platform/domain-error.js';
import { foldAscii } from '../../names.js';
import { asText } from './json.js';

const labelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Maximum length of a name as text, without the trailing dot: RFC 1035, section 2.3.4. */
const maxNameLength = 253;

/**
 * The domain of a lookup in lower case: exactly label.tld of letters, digits and hyphens; one trailing dot is
 * tolerated.
 * @throws {DomainError} BAD_USER_INPUT with reason `invalid_domain`
 */
export function readLookupDomain(input: string): string {
  const domain = removeFinalDot(foldAscii(input));
  const labels = domain.split('.');
  const [, tld] = labels;
  // A top-level domain is never numeric (RFC 3696, section 2); `127.1` is an address.
  if (labels.length === 2 && labels.every((part) => labelPattern.test(part)) && !/^\d+$/.test(tld ?? '')) return domain;
  throw new DomainError('BAD_USER_INPUT', 'The domain must be a single label.tld in Punycode, such as example.com', {
    reason: 'invalid_domain',
  });
}

/** Whether the name has at most 253 characters, and only labels of lower-case letters, digits and inner hyphens. */
export function isLdhName(name: string): boolean {
  return name.length <= maxNameLength && name.split('.').every((part) => labelPattern.test(part));
}

/** The domain in Unicode; null if its Punycode is not valid (UTS 46). */
export function unicodeNameOf(domain: string): string | null {
  const { domain: name, error } = toUnicode(domain, { checkHyphens: false, useSTD3ASCIIRules: true });
  return error ? null : name;
}

/** Normalizes a name: lower case, Punycode, without the trailing dot; null if it is not a name. */
export function asciiNameOf(input: string): string | null {
  const name = removeFinalDot(input.trim());
  // Conversion takes quadratic time, and the server determines the length.
  return name.length > maxNameLength ? null : toASCII(name, { checkHyphens: false, useSTD3ASCIIRules: true });
}

/** Hostnames of a response: lower case, without the trailing dot, each once; other values are ignored. */
export function readNames(input: readonly unknown[]): string[] {
  // Some servers append the addresses to the name.
  const names = input.map((name) => removeFinalDot((asText(name) ?? '').toLowerCase().split(/\s/, 1)[0] ?? ''));
  return [...new Set(names.filter(isHostName))];
}

/** Whether a name can be a hostname in a zone, which may have underscores and, in Unicode, any letter. */
function isHostName(name: string): boolean {
  return (
    name.length <= maxNameLength &&
    name.split('.').every((part) => /^[\p{Letter}\p{Mark}\p{Number}_-]{1,63}$/u.test(part))
  );
}

function removeFinalDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
