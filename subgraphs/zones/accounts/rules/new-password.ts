import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { isPassword, minPasswordLength } from './registration.js';

/**
 * Minimum number of characters that remain of a password after the public words of the account and the service are
 * removed.
 */
const minUnrelatedCharacters = 8;
/**
 * Minimum length of the public words that are removed from a password; shorter words occur in many unrelated passwords.
 */
const minContextWordLength = 3;
/** Public words of the service: its name, and that of the zone feed. */
const serviceWords = ['rampart', 'zone', 'feed'];

/**
 * Checks a new password: it must have a permitted length, must not be common, and must not be composed of the account's
 * name and address or the service's name (OWASP ASVS 5, sections 6.1 and 6.2). All characters are allowed, and none are
 * required.
 * @param options.argument name of the input in the details of the error
 * @param options.name name of the password in the message of the error
 * @param options.isCommon whether a string in lower case is a common password
 * @throws {DomainError} BAD_USER_INPUT that names the field and the rule, never the value
 */
export function assertNewPassword(
  options: PasswordField & { password: string; username: string; email: string; isCommon: (text: string) => boolean },
): void {
  const { password, username, email, isCommon } = options;
  assertPasswordLength(options);
  const normalizedPassword = password.normalize('NFKC').toLowerCase();
  if (formsOf(normalizedPassword).some(isCommon)) {
    throw rejection(options, 'is one of the most common passwords: choose a less common one');
  }
  if (removeWords(normalizedPassword, contextWords({ username, email })).length < minUnrelatedCharacters) {
    throw rejection(
      options,
      'is derived from the username, the email address or the name of this service: choose an unrelated one',
    );
  }
}

/**
 * Checks the length of a new password.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertPasswordLength(options: PasswordField & { password: string }): void {
  if (isPassword(options.password)) return;
  throw rejection(options, `must have ${minPasswordLength} to ${maxCharacters.password} characters`);
}

/** The names of the password field in an error: in its details, and in its message. */
interface PasswordField {
  readonly argument: string;
  readonly name: string;
}

/**
 * Simplified forms of a password: without surrounding digits and punctuation, and without repetitions. `dragondragon`
 * and `dragon2024!` yield `dragon`.
 */
function formsOf(password: string): string[] {
  const withoutAffixes = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [password, repeatedPartOf(password), withoutAffixes, repeatedPartOf(withoutAffixes)];
}

/** The shortest part whose repetition is the string; the string itself if there is none. */
function repeatedPartOf(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

/** The account's name, the address and its parts, and the words of the service, in lower case; the longest first. */
function contextWords({ username, email }: { username: string; email: string }): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const words = [
    email.toLowerCase(),
    username.toLowerCase(),
    local,
    domain,
    domain.split('.')[0] ?? '',
    ...serviceWords,
  ];
  return words.filter((word) => word.length >= minContextWordLength).sort((left, right) => right.length - left.length);
}

function removeWords(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text);
}

function rejection({ argument, name }: PasswordField, rule: string): DomainError {
  return invalidArgument(argument, `${name} ${rule}`);
}
