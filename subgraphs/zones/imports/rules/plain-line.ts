import { hashStep, type Word } from './byte-table.js';
import { plainBytes } from './names.js';

/** Offsets of the words of a plain line; {@link splitPlainLine} reuses one object for all lines. */
export interface PlainLine {
  ownerEnd: number;
  typeStart: number;
  typeEnd: number;
  dataStart: number;
}

/**
 * Splits `owner [ttl] [class] type data...` between two offsets if the line is plain: no quotes, escapes, parentheses
 * or comments, and an absolute owner at its start. Returns false if it is not plain.
 */
export function splitPlainLine(options: { bytes: Buffer; start: number; end: number; line: PlainLine }): boolean {
  const { bytes, start, end, line } = options;
  line.ownerEnd = wordEnd(bytes, start, end);
  if (line.ownerEnd === start || bytes[line.ownerEnd - 1] !== 0x2e) return false;
  let hasTime = false;
  let hasClass = false;
  for (let at = line.ownerEnd; ; at = line.typeEnd) {
    line.typeStart = blankEnd(bytes, at, end);
    line.typeEnd = wordEnd(bytes, line.typeStart, end);
    if (!hasTime && isNumber(bytes, line.typeStart, line.typeEnd)) hasTime = true;
    else if (!hasClass && isClassIn(bytes, line.typeStart, line.typeEnd)) hasClass = true;
    else break;
  }
  line.dataStart = blankEnd(bytes, line.typeEnd, end);
  const dataEnd = wordEnd(bytes, line.dataStart, end);
  if (line.typeEnd === line.typeStart || line.dataStart === line.typeEnd || dataEnd === line.dataStart) return false;
  return isPlain(bytes, dataEnd, end);
}

function wordEnd(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && plainBytes[bytes[at] as number] === 1) at++; // Within the buffer, as below.
  return at;
}

function blankEnd(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return at;
}

function isPlain(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (plainBytes[bytes[at] as number] === 1 || bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return at === end;
}

function isNumber(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x39) at++;
  return at === end && end > start;
}

function isClassIn(bytes: Buffer, start: number, end: number): boolean {
  return isTwoLetterWord(bytes, { start, end, first: 0x69, second: 0x6e });
}

/** Whether the word is the type NS, in any case. */
export function isNameserverType(bytes: Buffer, { typeStart, typeEnd }: PlainLine): boolean {
  return isTwoLetterWord(bytes, { start: typeStart, end: typeEnd, first: 0x6e, second: 0x73 });
}

/** Whether the word consists of these two letters, ignoring case; `first` and `second` are in lower case. */
function isTwoLetterWord(bytes: Buffer, word: { start: number; end: number; first: number; second: number }): boolean {
  const { start, end, first, second } = word;
  return (
    end - start === 2 && ((bytes[start] as number) | 0x20) === first && ((bytes[start + 1] as number) | 0x20) === second
  );
}

/** Key of a type of at most six letters and digits, ignoring case; 0 for others. */
export function typeKey(bytes: Buffer, { typeStart, typeEnd }: PlainLine): number {
  let key = 0;
  if (typeEnd - typeStart > 6) return 0;
  for (let at = typeStart; at < typeEnd; at++) key = key * 256 + (lowercaseBytes[bytes[at] as number] as number);
  return key;
}

const dot = 0x2e;
const newline = 0x0a;
const carriageReturn = 0x0d;
const maxLabelLength = 63;
/** Maximum length of a name as text; in wire format, it has one byte more. */
const maxNameLength = 254;

/** Kind of each byte. 0: special character or space; 1: plain; 2: dot. */
const kinds = plainBytes.map((isPlain, byte) => (byte === dot ? 2 : isPlain));

/** By byte: the lower-case letter for an upper-case letter, otherwise the byte itself. */
export const lowercaseBytes: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/**
 * Offset after the absolute name of plain bytes that begins at `start`; 0 if there is none.
 * @param bytes must have a line end after the offset
 */
export function endOfName(bytes: Uint8Array, start: number): number {
  let labelStart = start;
  for (let at = start; ; at++) {
    const kind = kinds[bytes[at] as number]; // Within the buffer, as below: the end of the line is not a plain byte.
    if (kind === 1) continue;
    if (kind === 0) return at === labelStart && at > start && at - start <= maxNameLength ? at : 0;
    if (at === labelStart || at - labelStart > maxLabelLength) return 0;
    labelStart = at + 1;
  }
}

/** Suffix of the owners in a zone. */
export class ZoneSuffix {
  readonly length: number;
  readonly #bytes: Buffer;

  /** @param zone name without a trailing dot, in lower case; empty for the root */
  constructor(zone: string) {
    this.#bytes = Buffer.from(zone === '' ? '.' : `.${zone}.`, 'latin1');
    this.length = this.#bytes.length;
  }

  /** Offset after the plain absolute name below the apex that begins at `start`; 0 if there is none. */
  endOfOwner(bytes: Uint8Array, start: number): number {
    const end = endOfName(bytes, start);
    const suffix = this.#bytes;
    const suffixStart = end - suffix.length;
    if (suffixStart <= start) return 0;
    for (let at = 0; at < suffix.length; at++) {
      if (lowercaseBytes[bytes[suffixStart + at] as number] !== suffix[at]) return 0;
    }
    return end;
  }
}

/** Finds the end and the hash of the plain word at `word.start`. Returns false if it is not the last of its line. */
export function scanLastWord(bytes: Uint8Array, word: Word): boolean {
  let hash = 0;
  let at = word.start;
  for (let byte = bytes[at] as number; kinds[byte] !== 0; byte = bytes[++at] as number) hash = hashStep(hash, byte);
  word.end = at;
  word.hash = hash;
  return bytes[at] === newline || (bytes[at] === carriageReturn && bytes[at + 1] === newline);
}

/** Whether the bytes at this offset begin with other bytes. */
export function beginsWith(bytes: Uint8Array, start: number, prefix: { bytes: Uint8Array; length: number }): boolean {
  const { bytes: same, length } = prefix;
  let at = 0;
  while (at < length && bytes[start + at] === same[at]) at++;
  return at === length;
}
