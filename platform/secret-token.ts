import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^30 is more than 2^178. */
const randomLength = 30;
/** 62^6 is more than 2^32. */
const checksumLength = 6;
/** How many characters behind the mark are kept readable, to tell tokens apart. */
const readableLength = 4;

/** One kind of secret that is handed out as text: a mark that says what it is, 30 random characters, 6 of checksum. */
export interface SecretTokenKind {
  /** What every token of this kind begins with. */
  readonly mark: string;
  create(): string;
  /** Whether a text is such a token by its form. A mistyped one is refused without asking the database. */
  isForm(text: string): boolean;
  /** The beginning that may be stored and shown. */
  visiblePrefix(token: string): string;
}

/** The tokens with this mark. Characters are drawn by node's randomInt, each of the 62 as likely as the others. */
export function secretTokenKind(mark: string): SecretTokenKind {
  return {
    mark,
    create() {
      const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
      return `${mark}${random}${checksum(random)}`;
    },
    isForm(text) {
      if (!text.startsWith(mark) || text.length !== mark.length + randomLength + checksumLength) return false;
      const characters = text.slice(mark.length);
      return /^[0-9A-Za-z]+$/.test(characters) && characters.endsWith(checksum(characters.slice(0, randomLength)));
    },
    visiblePrefix: (token) => token.slice(0, mark.length + readableLength),
  };
}

/** What is stored of a token. A fast hash is enough: the token is random, there is nothing to guess. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
