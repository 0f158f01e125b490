import { invalidArgument } from '../../../../platform/domain-error.js';
import { isLongerThan, maxCharacters } from '../../../../platform/input-limits.js';

const usernamePattern = /^[a-z0-9._-]{3,64}$/i;
/**
 * An ASCII dot-string (RFC 5321, section 4.1.2). Other local parts are rejected, because not every mail server accepts
 * them.
 */
const localPartPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const domainLabelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const maxLocalPartLength = 64;
export const minPasswordLength = 12;

/**
 * Checks the username and the email address of a new account.
 * @throws {DomainError} BAD_USER_INPUT with the field and its rule, never the value
 */
export function assertRegistration(input: { username: string; email: string }): void {
  assertValid(
    isUsername(input.username),
    'username',
    'must have 3 to 64 letters, digits, dots, underscores or hyphens',
  );
  assertValid(isEmailAddress(input.email), 'email', 'must be an email address');
}

export function isUsername(text: string): boolean {
  return usernamePattern.test(text);
}

/**
 * Whether email can be sent to an address through the internet: `local@label.tld`, with internationalized domains in
 * Punycode.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const labels = text.slice(at + 1).split('.');
  return (
    text.length <= maxCharacters.email &&
    local.length <= maxLocalPartLength &&
    localPartPattern.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => domainLabelPattern.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Whether a password has a permitted length, in code points, and no lone surrogate, which UTF-8 cannot encode. */
export function isPassword(text: string): boolean {
  if (isLongerThan(text, maxCharacters.password) || !text.isWellFormed()) return false;
  return [...text].length >= minPasswordLength;
}

/**
 * The lower-case form of a username or email address. Both are compared in this form, because they are unique
 * regardless of case.
 */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

function assertValid(isValid: boolean, field: string, rule: string): void {
  if (!isValid) throw invalidArgument(field, `${field} ${rule}`);
}
