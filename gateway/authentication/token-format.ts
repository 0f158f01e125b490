import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const mark = 'rpt_';
/** 62^30 is more than 2^178. */
const randomLength = 30;
/** 62^6 is more than 2^32. */
const checksumLength = 6;
/** How much of a token is kept readable, to tell tokens apart: the mark and four characters. */
const prefixLength = 8;

/** A new operator token: `rpt_`, 30 random characters, 6 of checksum. */
export function newToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${mark}${random}${checksum(random)}`;
}

/** Whether a text is a token by its form. A mistyped one is refused without asking the database. */
export function isTokenForm(text: string): boolean {
  if (!/^rpt_[0-9A-Za-z]{36}$/.test(text)) return false;
  const random = text.slice(mark.length, mark.length + randomLength);
  return text.endsWith(checksum(random));
}

/** What is stored of a token. A fast hash is enough: the token is random, there is nothing to guess. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function visiblePrefix(token: string): string {
  return token.slice(0, prefixLength);
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
