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
