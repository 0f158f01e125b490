import { confusables } from './confusables.js';
import { removeMarks } from './letters.js';

const asciiLetterOf = new Map(
  Object.entries(confusables).flatMap(([target, letters]) => [...letters].map((letter) => [letter, target] as const)),
);

/** Confusable strings, longest first; the first of a pair folds to the second. */
const foldings: readonly (readonly [string, string])[] = [
  ['vv', 'w'],
  ['rn', 'm'],
  ['0', 'o'],
  ['1', 'l'],
  // Names can be displayed in upper case.
  ['i', 'l'],
];

/**
 * The skeleton that confusable strings share: letters without diacritics, each folded to the ASCII letter it looks
 * like.
 */
export function skeletonOf(text: string): string {
  let letters = '';
  for (const letter of removeMarks(text.toLowerCase())) letters += asciiLetterOf.get(letter) ?? letter;
  return foldings.reduce((skeleton, [a, b]) => skeleton.replaceAll(a, b), removeMarks(letters));
}
