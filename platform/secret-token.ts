import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of random characters: 62^30 is more than 2^178. */
const randomLength = 30;
/** Number of characters of the checksum: 62^6 is more than 2^32. */
const checksumLength = 6;
/** Number of random characters after the prefix that remain readable, to identify tokens. */
const readableLength = 4;

/** A kind of secret token: a prefix that identifies the kind, 30 random characters, and a checksum of 6 characters. */
export interface SecretTokenKind {
  /** Prefix of all tokens of this kind. */
  readonly prefix: string;
  create(): string;
  /**
   * Whether a string has the form and checksum of a token of this kind. It allows mistyped tokens to be rejected
   * without a database query.
   */
  isForm(text: string): boolean;
  /** The prefix of the kind and the first random characters, which may be stored and displayed. */
  visiblePrefix(token: string): string;
}

/** Creates a kind of secret token with this prefix. Characters are drawn uniformly with node's randomInt. */
export function secretTokenKind(prefix: string): SecretTokenKind {
  return {
    prefix,
    create() {
      const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
      return `${prefix}${random}${checksum(random)}`;
    },
    isForm(text) {
      if (!text.startsWith(prefix) || text.length !== prefix.length + randomLength + checksumLength) return false;
      const characters = text.slice(prefix.length);
      return /^[0-9A-Za-z]+$/.test(characters) && characters.endsWith(checksum(characters.slice(0, randomLength)));
    },
    visiblePrefix: (token) => token.slice(0, prefix.length + readableLength),
  };
}

/** The stored hash of a token. A fast hash suffices, because the token is random and cannot be guessed. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet.charAt(remainder % alphabet.length) + digits;
    remainder = Math.floor(remainder / alphabet.length);
  }
  return digits;
}
