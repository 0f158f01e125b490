import { confusables } from './confusables.js';

/**
 * Letters that homographs use and confusables.txt lacks (Latin letters with hooks, strokes and descenders, small
 * capitals and additional letters), keyed by the ASCII character they resemble.
 */
const additionalConfusables: Readonly<Record<string, string>> = {
  a: '\u0250\u0252\u0259\u1d00\u2c65',
  b: '\u0184\u0185',
  c: '\u0188\u0255',
  e: '\u0258\u1d07',
  g: '\u0262\u050d',
  h: '\u029c\u2c68',
  j: '\u0237\u029d\u1d0a',
  k: '\u0199\u1d0b\u2c6a',
  m: '\u1d0d',
  n: '\u0272\u0274\ua791',
  p: '\u01bf\u1d18',
  r: '\u027e',
  t: '\u01ab\u0288\u2c66',
  u: '\u0289',
  v: '\u2c71\u2c74',
  w: '\u2c73',
  z: '\u0225\u0290\u2c6c',
};

/** Letters that resemble two ASCII characters, keyed by the second one. */
const alternativeConfusables: Readonly<Record<string, string>> = {
  '5': '\u01bd',
  e: '\u0259',
  l: '\u04cf',
  m: '\u0271',
  v: '\u1d8c',
};

const asciiOf = lettersOf(additionalConfusables, lettersOf(confusables));
const alternativeOf = lettersOf(alternativeConfusables, asciiOf);
const hasAlternative = new RegExp(`[${Object.values(alternativeConfusables).join('')}]`, 'u');

/** Maps each letter of a table to the ASCII characters it resembles, in addition to the entries of `base`. */
function lettersOf(
  table: Readonly<Record<string, string>>,
  base: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const entries = Object.entries(table).flatMap(([target, letters]) =>
    [...letters].map((each) => [each, target] as const),
  );
  return new Map([...base, ...entries]);
}

/**
 * The ASCII readings of a lower-case string: diacritics are removed, and each letter becomes the ASCII character it
 * resembles, if any. There are two readings if a letter resembles two characters.
 */
export function asciiReadings(text: string): readonly string[] {
  const reading = read(text, asciiOf);
  if (!hasAlternative.test(text)) return [reading];
  return [reading, read(text, alternativeOf)];
}

function read(text: string, table: ReadonlyMap<string, string>): string {
  let letters = '';
  for (const letter of removeMarks(text)) letters += table.get(letter) ?? letter;
  return removeMarks(letters);
}

/** Removes diacritics, and replaces compatibility characters, such as full-width letters. */
export function removeMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/** Folds characters that look alike in most typefaces, one for one: `0` to `o`, `1` and `i` to `l`. */
export function foldCharacters(text: string): string {
  return text.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('i', 'l');
}

/**
 * Folds pairs of characters that look like one, such as `rn` to `m`, in a string that {@link foldCharacters} has
 * folded.
 */
export function foldPairs(text: string): string {
  return text.replaceAll('vv', 'w').replaceAll('rn', 'm');
}
