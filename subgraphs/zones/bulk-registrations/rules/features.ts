import { alphabetOf } from './random-names.js';

/** Length of substring features in characters; markers of the start and the end of a name count as characters. */
const gramLength = 6;

/** Minimum and maximum length of names whose typing errors are features. */
const [minVariantLength, maxVariantLength] = [5, 16];

/** Minimum length of a word that names may share. */
const minWordLength = 3;

/** Width of length bands, in characters; random-looking names with lengths in the same band share a feature. */
const lengthBand = 4;

/** Anchors: characters that mark the start and the end of a name in substrings. */
export const [startAnchor, endAnchor] = ['^', '$'];

/** Kinds of features, each with the character that its features begin with. */
export const featureKinds = { substring: 's', word: 'w', numbered: 'n', variant: 'v', random: 'r' } as const;

/**
 * The features that a name (in Unicode) may have in common with other names: substrings, words between hyphens and
 * digits, the name without the values of its numbers, the name without one of its characters (names with such a common
 * feature differ in at most two), and the kind of characters of a random name. Their number is linear in the length of
 * the name.
 */
export function featuresOf(name: string): ReadonlySet<string> {
  const features = new Set<string>();
  const framed = `${startAnchor}${name}${endAnchor}`;
  for (let index = 0; index + gramLength <= framed.length; index++) {
    features.add(featureKinds.substring + framed.slice(index, index + gramLength));
  }
  const words = name.split(/[-0-9.]+/);
  for (const word of words)
    if (words.length > 1 && word.length >= minWordLength) features.add(featureKinds.word + word);
  if (/\d/.test(name) && /[^\d-]{2}/.test(name)) features.add(featureKinds.numbered + name.replaceAll(/\d+/g, '#'));
  if (name.length >= minVariantLength && name.length <= maxVariantLength && !/\d\d|[-.]/.test(name)) {
    features.add(featureKinds.variant + name);
    for (let index = 0; index < name.length; index++) {
      features.add(featureKinds.variant + name.slice(0, index) + name.slice(index + 1));
    }
  }
  const alphabet = alphabetOf(name);
  if (alphabet !== null) features.add(`${featureKinds.random}${alphabet} ${Math.floor(name.length / lengthBand)}`);
  return features;
}
