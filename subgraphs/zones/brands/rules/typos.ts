import { BrandHitKind } from '../vocabulary.js';

/** Rows of common keyboards: QWERTY, QWERTZ and AZERTY. */
const layouts: readonly (readonly string[])[] = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
];

const neighbors = keyNeighbors();

/**
 * The neighbors of each key on any of the keyboards. Each row is about half a key to the right of the one above, so a
 * key touches two keys of the row below.
 */
function keyNeighbors(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (a: string | undefined, b: string | undefined) => {
    if (a === undefined || b === undefined) return;
    for (const [key, neighbor] of [
      [a, b],
      [b, a],
    ] as const) {
      const existing = found.get(key) ?? new Set();
      found.set(key, existing.add(neighbor));
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
const labelCharacters = new Set([...letters, '-']);

type Edits = (text: readonly string[]) => Iterable<string>;

/** For each kind of typing error, a function that yields the strings with this error. */
const typosOfKind: readonly (readonly [kind: BrandHitKind, edits: Edits])[] = [
  [
    BrandHitKind.TRANSPOSITION,
    (text) =>
      atEachPosition(text, (position) =>
        position === 0 ? [] : [splice(text, position - 1, 2, text[position], text[position - 1])],
      ),
  ],
  [BrandHitKind.REPETITION, (text) => atEachPosition(text, (position) => [splice(text, position, 0, text[position])])],
  [BrandHitKind.OMISSION, (text) => atEachPosition(text, (position) => [splice(text, position, 1)])],
  [
    BrandHitKind.HYPHENATION,
    (text) => atEachPosition(text, (position) => (position === 0 ? [] : [splice(text, position, 0, '-')])),
  ],
  [
    BrandHitKind.VOWEL_SWAP,
    (text) =>
      atEachPosition(text, (position) =>
        vowels.includes(text[position] ?? '-') ? [...vowels].map((vowel) => splice(text, position, 1, vowel)) : [],
      ),
  ],
  [
    BrandHitKind.REPLACEMENT,
    (text) =>
      atEachPosition(text, (position) => neighborsOf(text[position]).map((key) => splice(text, position, 1, key))),
  ],
  [
    BrandHitKind.BITSQUATTING,
    (text) =>
      atEachPosition(text, (position) =>
        flipBits(text[position]).map((character) => splice(text, position, 1, character)),
      ),
  ],
  [
    BrandHitKind.INSERTION,
    (text) =>
      atEachPosition(text, (position) =>
        neighborsOf(text[position]).flatMap((key) => [
          splice(text, position, 0, key),
          splice(text, position + 1, 0, key),
        ]),
      ),
  ],
  [
    BrandHitKind.ADDITION,
    (text) => letters.flatMap((letter) => [splice(text, text.length, 0, letter), splice(text, 0, 0, letter)]),
  ],
  [
    BrandHitKind.EDIT,
    (text) =>
      atEachPosition(text, (position) =>
        [...labelCharacters].flatMap((letter) => [
          splice(text, position, 1, letter),
          splice(text, position, 0, letter),
        ]),
      ),
  ],
];

/** All strings that have one typing error of these kinds, each with the first kind that applies. */
export function typosOf(text: string, kinds: ReadonlySet<BrandHitKind>): Map<string, BrandHitKind> {
  const characters = [...text];
  const found = new Map<string, BrandHitKind>();
  for (const [kind, edits] of typosOfKind) {
    if (!kinds.has(kind)) continue;
    for (const typo of edits(characters)) {
      if (typo !== text && canBeLabel(typo) && !found.has(typo)) found.set(typo, kind);
    }
  }
  return found;
}

/** Whether a string in Unicode can be a label; the length of its Punycode is not checked. */
function canBeLabel(text: string): boolean {
  return text.length > 0 && text.length <= 63 && !text.startsWith('-') && !text.endsWith('-');
}

function* atEachPosition(text: readonly string[], edits: (position: number) => readonly string[]): Iterable<string> {
  for (let position = 0; position < text.length; position++) yield* edits(position);
}

function splice(
  text: readonly string[],
  position: number,
  deleteCount: number,
  ...inserted: (string | undefined)[]
): string {
  return text
    .slice(0, position)
    .concat(inserted as string[], text.slice(position + deleteCount))
    .join(''); // Positions of the text.
}

function neighborsOf(key: string | undefined): string[] {
  return [...(neighbors.get(key ?? '') ?? [])];
}

/** Characters that differ from a character by one bit. */
function flipBits(character: string | undefined): string[] {
  const code = character?.codePointAt(0) ?? 0;
  return [1, 2, 4, 8, 16, 32, 64]
    .map((bit) => String.fromCodePoint(code ^ bit))
    .filter((each) => labelCharacters.has(each));
}
