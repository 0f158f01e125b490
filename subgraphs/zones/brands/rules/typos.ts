import { BrandHitKind } from '../vocabulary.js';

/** Rows of common keyboards: QWERTY, QWERTZ and AZERTY. */
const layouts: readonly (readonly string[])[] = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
];

const neighbors = keyNeighbors();

/** Each row is about half a key to the right of the one above, so a key touches two keys of the row below. */
function keyNeighbors(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (one: string | undefined, other: string | undefined) => {
    if (one === undefined || other === undefined) return;
    for (const [key, neighbor] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = found.get(key) ?? new Set();
      found.set(key, known.add(neighbor));
    }
  };
  for (const layout of layouts) {
    for (const [index, row] of layout.entries()) {
      for (const [position, key] of [...row].entries()) {
        add(key, row[position + 1]);
        for (const offset of [-1, 0]) add(key, layout[index + 1]?.[position + offset]);
      }
    }
  }
  return found;
}

const vowels = 'aeiou';
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const isLetter = new Set([...letters, '-']);

type Edits = (text: readonly string[]) => Iterable<string>;

/** For each kind of typing error, a function that yields the strings with this error. */
const typosOfKind: readonly (readonly [kind: BrandHitKind, edits: Edits])[] = [
  [
    BrandHitKind.TRANSPOSITION,
    (text) =>
      at(text, (position) =>
        position === 0 ? [] : [spliced(text, position - 1, 2, text[position], text[position - 1])],
      ),
  ],
  [BrandHitKind.REPETITION, (text) => at(text, (position) => [spliced(text, position, 0, text[position])])],
  [BrandHitKind.OMISSION, (text) => at(text, (position) => [spliced(text, position, 1)])],
  [
    BrandHitKind.HYPHENATION,
    (text) => at(text, (position) => (position === 0 ? [] : [spliced(text, position, 0, '-')])),
  ],
  [
    BrandHitKind.VOWEL_SWAP,
    (text) =>
      at(text, (position) =>
        vowels.includes(text[position] ?? '-') ? [...vowels].map((vowel) => spliced(text, position, 1, vowel)) : [],
      ),
  ],
  [
    BrandHitKind.REPLACEMENT,
    (text) => at(text, (position) => near(text[position]).map((key) => spliced(text, position, 1, key))),
  ],
  [
    BrandHitKind.BITSQUATTING,
    (text) => at(text, (position) => flips(text[position]).map((each) => spliced(text, position, 1, each))),
  ],
  [
    BrandHitKind.INSERTION,
    (text) =>
      at(text, (position) =>
        near(text[position]).flatMap((key) => [spliced(text, position, 0, key), spliced(text, position + 1, 0, key)]),
      ),
  ],
  [
    BrandHitKind.ADDITION,
    (text) => letters.flatMap((letter) => [spliced(text, text.length, 0, letter), spliced(text, 0, 0, letter)]),
  ],
  [
    BrandHitKind.EDIT,
    (text) =>
      at(text, (position) =>
        [...isLetter].flatMap((letter) => [spliced(text, position, 1, letter), spliced(text, position, 0, letter)]),
      ),
  ],
];

/** All strings with one error of the given kinds, each with the first kind that it fits. */
export function typosOf(text: string, kinds: ReadonlySet<BrandHitKind>): Map<string, BrandHitKind> {
  const characters = [...text];
  const found = new Map<string, BrandHitKind>();
  for (const [kind, edits] of typosOfKind) {
    if (!kinds.has(kind)) continue;
    for (const each of edits(characters)) {
      if (each !== text && canBeLabel(each) && !found.has(each)) found.set(each, kind);
    }
  }
  return found;
}

/** Whether a string in Unicode can be a label; the length of its Punycode is not compared. */
function canBeLabel(text: string): boolean {
  return text.length > 0 && text.length <= 63 && !text.startsWith('-') && !text.endsWith('-');
}

function* at(text: readonly string[], edits: (position: number) => readonly string[]): Iterable<string> {
  for (let position = 0; position < text.length; position++) yield* edits(position);
}

function spliced(text: readonly string[], position: number, removed: number, ...added: (string | undefined)[]): string {
  return text
    .slice(0, position)
    .concat(added as string[], text.slice(position + removed))
    .join(''); // Places of the text.
}

function near(key: string | undefined): string[] {
  return [...(neighbors.get(key ?? '') ?? [])];
}

/** Characters that differ by one bit. */
function flips(character: string | undefined): string[] {
  const code = character?.codePointAt(0) ?? 0;
  return [1, 2, 4, 8, 16, 32, 64].map((bit) => String.fromCodePoint(code ^ bit)).filter((each) => isLetter.has(each));
}
