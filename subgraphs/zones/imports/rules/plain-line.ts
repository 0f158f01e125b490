import { hashStep, type Word } from './byte-table.js';
import { plainBytes } from './names.js';

/** Where the words of a plain line are, as offsets; filled by {@link splitPlainLine}, so that no line costs an object. */
export interface PlainLine {
  ownerEnd: number;
  typeStart: number;
  typeEnd: number;
  dataStart: number;
  /** The data is one word. */
  isOneWord: boolean;
}

/**
 * Splits `owner [time] [class] type data...` between two offsets where no byte needs a second look: no quotes, escapes,
 * parentheses or comments, an absolute owner at the start of the line. False: something does.
 */
export function splitPlainLine(options: { bytes: Buffer; start: number; end: number; into: PlainLine }): boolean {
  const { bytes, start, end, into } = options;
  into.ownerEnd = wordEnd(bytes, start, end);
  if (into.ownerEnd === start || bytes[into.ownerEnd - 1] !== 0x2e) return false;
  let hasTime = false;
  let hasClass = false;
  for (let at = into.ownerEnd; ; at = into.typeEnd) {
    into.typeStart = blankEnd(bytes, at, end);
    into.typeEnd = wordEnd(bytes, into.typeStart, end);
    if (!hasTime && isNumber(bytes, into.typeStart, into.typeEnd)) hasTime = true;
    else if (!hasClass && isIn(bytes, into.typeStart, into.typeEnd)) hasClass = true;
    else break;
  }
  into.dataStart = blankEnd(bytes, into.typeEnd, end);
  const dataEnd = wordEnd(bytes, into.dataStart, end);
  if (into.typeEnd === into.typeStart || into.dataStart === into.typeEnd || dataEnd === into.dataStart) return false;
  into.isOneWord = dataEnd === end;
  return into.isOneWord || isPlain(bytes, dataEnd, end);
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

function isIn(bytes: Buffer, start: number, end: number): boolean {
  return isPair(bytes, { start, end, first: 0x69, second: 0x6e });
}

/** True for the type NS in either case. */
export function isNameserverType(bytes: Buffer, { typeStart, typeEnd }: PlainLine): boolean {
  return isPair(bytes, { start: typeStart, end: typeEnd, first: 0x6e, second: 0x73 });
}

/** True when the word is these two letters, given in lower case, in either case. */
function isPair(bytes: Buffer, word: { start: number; end: number; first: number; second: number }): boolean {
  const { start, end, first, second } = word;
  return (
    end - start === 2 && ((bytes[start] as number) | 0x20) === first && ((bytes[start + 1] as number) | 0x20) === second
  );
}

/** A number that stands for a type of at most six letters and digits, whatever their case; 0 for others. */
export function typeKey(bytes: Buffer, { typeStart, typeEnd }: PlainLine): number {
  let key = 0;
  if (typeEnd - typeStart > 6) return 0;
  for (let at = typeStart; at < typeEnd; at++) key = key * 256 + (lowered[bytes[at] as number] as number);
  return key;
}

const dot = 0x2e;
const newline = 0x0a;
const carriageReturn = 0x0d;
const maxLabelLength = 63;
/** In text; on the wire it has one byte more. */
const maxNameLength = 254;

/** 0: it needs a second look or is a blank; 1: it stands for itself; 2: a dot. */
const kinds = plainBytes.map((isPlain, byte) => (byte === dot ? 2 : isPlain));

/** Each byte with letters in lower case. */
export const lowered: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/**
 * Where an absolute name of plain bytes ends that begins here; 0 when there is none.
 * @param bytes with the end of a line behind the start
 */
export function endOfName(bytes: Uint8Array, start: number): number {
  let labelStart = start;
  for (let at = start; ; at++) {
    const kind = kinds[bytes[at] as number]; // Within the buffer, as below: at the end of the line is no plain byte.
    if (kind === 1) continue;
    if (kind === 0) return at === labelStart && at > start && at - start <= maxNameLength ? at : 0;
    if (at === labelStart || at - labelStart > maxLabelLength) return 0;
    labelStart = at + 1;
  }
}

/** What owners within a zone end with. */
export class ZoneSuffix {
  readonly length: number;
  readonly #bytes: Buffer;

  /** @param zone name without the dot at its end, in lower case; empty for the root */
  constructor(zone: string) {
    this.#bytes = Buffer.from(zone === '' ? '.' : `.${zone}.`, 'latin1');
    this.length = this.#bytes.length;
  }

  /** Where a plain absolute name below the apex ends that begins here; 0 when there is none. */
  endOfOwner(bytes: Uint8Array, start: number): number {
    const end = endOfName(bytes, start);
    const suffix = this.#bytes;
    const suffixStart = end - suffix.length;
    if (suffixStart <= start) return 0;
    for (let at = 0; at < suffix.length; at++) {
      if (lowered[bytes[suffixStart + at] as number] !== suffix[at]) return 0;
    }
    return end;
  }
}

/** Finds where the plain word ends that begins at `into.start`, and its hash. False: it does not end its line. */
export function scanLastWord(bytes: Uint8Array, into: Word): boolean {
  let hash = 0;
  let at = into.start;
  for (let byte = bytes[at] as number; kinds[byte] !== 0; byte = bytes[++at] as number) hash = hashStep(hash, byte);
  into.end = at;
  into.hash = hash;
  return bytes[at] === newline || (bytes[at] === carriageReturn && bytes[at + 1] === newline);
}

/** True when the same bytes begin at a place of others. */
export function beginsWith(bytes: Uint8Array, start: number, wanted: { bytes: Uint8Array; length: number }): boolean {
  const { bytes: same, length } = wanted;
  let at = 0;
  while (at < length && bytes[start + at] === same[at]) at++;
  return at === length;
}
