import { confusables } from './confusables.js';

const lookedLike = new Map(
  Object.entries(confusables).flatMap(([target, letters]) => [...letters].map((letter) => [letter, target] as const)),
);

/** Of texts that look alike the longest stands first; each stands for the last. */
const alike: readonly (readonly [string, string])[] = [
  ['vv', 'w'],
  ['rn', 'm'],
  ['0', 'o'],
  ['1', 'l'],
  // Names may be shown in capitals.
  ['i', 'l'],
];

/** What texts that look alike have in common: their letters without diacritics, each as the ASCII one it looks like. */
export function skeletonOf(text: string): string {
  let letters = '';
  for (const letter of withoutMarks(text.toLowerCase())) letters += lookedLike.get(letter) ?? letter;
  return alike.reduce((skeleton, [one, other]) => skeleton.replaceAll(one, other), withoutMarks(letters));
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
