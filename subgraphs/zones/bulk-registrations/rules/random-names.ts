/** Pairs of different consonants that are common in languages with Latin letters. */
const commonPairs = new Set(
  (
    'bl br ch ck cl cr cs ct dr ds dw fl fr ft gh gl gn gr gs ht hn hr kl kn kr ks ld lf lg lk lm lp ls lt lv mb mp ms ' +
    'nc nd nf ng nj nk ns nt nv nz ph pl pr ps pt rb rc rd rf rg rk rl rm rn rp rs rt rv rw rz sc sh sk sl sm sn sp st ' +
    'sw th tl tr ts tt tw tz wh wn wr ws'
  ).split(' '),
);

const minLength = 7;
const minShareOfUncommonPairs = 0.25;

/**
 * Whether a label looks like generated random characters: at least a quarter of its pairs of adjacent characters are
 * consonants that rarely follow each other, or a letter and a digit. One pair of a letter and a digit is not counted.
 */
export function looksRandom(label: string): boolean {
  if (label.length < minLength || !/^[a-z0-9]+$/.test(label)) return false;
  // Many names end in a number.
  let uncommon = /[a-z]\d|\d[a-z]/.test(label) ? -1 : 0;
  for (let index = 1; index < label.length; index++) if (isUncommonPair(label.slice(index - 1, index + 1))) uncommon++;
  return uncommon / (label.length - 1) >= minShareOfUncommonPairs;
}

function isUncommonPair(pair: string): boolean {
  if (/\d/.test(pair)) return /[a-z]/.test(pair);
  return !/[aeiouy]/.test(pair) && pair[0] !== pair[1] && !commonPairs.has(pair);
}

/**
 * The kinds of characters in a label that consists of digits or looks random, such as `letters`; null for other labels.
 */
export function alphabetOf(label: string): string | null {
  if (/^\d+$/.test(label)) return 'digits';
  if (!looksRandom(label)) return null;
  return /\d/.test(label) ? 'letters and digits' : 'letters';
}
