import { toASCII } from 'tr46';
import { DomainError } from '../../../../platform/domain-error.js';
import { quoted } from '../../../../platform/quoted.js';
import { toUnicodeName } from '../../names.js';
import { skeletonOf } from './skeleton.js';

/** Kind of similarity of a name to a brand. */
export const LookAlikeKind = { CONFUSABLE: 'confusable', EDIT: 'edit' } as const;
export type LookAlikeKind = (typeof LookAlikeKind)[keyof typeof LookAlikeKind];

const maxLabelLength = 63;
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789-'];

/** Confusable ASCII strings, in both directions. */
const exchanges: readonly (readonly [string, string])[] = [
  ['o', '0'],
  ['l', '1'],
  ['l', 'i'],
  ['i', '1'],
  ['m', 'rn'],
  ['w', 'vv'],
];

/**
 * Approximate maximum number of variants: a brand with twenty confusable letters has millions. Those with fewer
 * exchanges come first.
 */
const maxVariants = 2000;

/** Candidates for look-alikes of a brand: ASCII labels, and skeletons of IDN labels. */
export interface LookAlikeCandidates {
  readonly labels: ReadonlySet<string>;
  readonly skeletons: readonly string[];
}

/**
 * Normalizes a brand to a label in lower case and Punycode.
 * @throws {DomainError} BAD_USER_INPUT if it is not a single label
 */
export function normalizeBrand(brand: string): string {
  // Longer strings are invalid, and their conversion would take time.
  const label = brand.length > 4 * maxLabelLength ? null : toASCII(brand.trim(), { useSTD3ASCIIRules: true });
  if (label !== null && isLabel(label)) return label;
  throw new DomainError(
    'BAD_USER_INPUT',
    `brand must be a single label of at most ${maxLabelLength} characters without a zone, not ${quoted(brand)}`,
  );
}

/** The candidates for look-alikes of the brand; the labels do not include the brand itself. */
export function lookAlikeCandidates(brand: string): LookAlikeCandidates {
  const unicodeName = toUnicodeName(brand);
  const edits = isAscii(unicodeName) ? editsOf(unicodeName) : [];
  const variants = isAscii(unicodeName) ? variantsOf(unicodeName) : [skeletonOf(unicodeName)];
  const labels = new Set([...variants, ...edits].filter((label) => isLabel(label) && label !== brand));
  const skeletons = new Set([skeletonOf(unicodeName), ...edits.map(skeletonOf)]);
  return { labels, skeletons: [...skeletons] };
}

/** Returns the kind of similarity of a candidate to the brand. */
export function lookAlikeKind(label: string, brand: string): LookAlikeKind {
  const isConfusable = skeletonOf(toUnicodeName(label)) === skeletonOf(toUnicodeName(brand));
  return isConfusable ? LookAlikeKind.CONFUSABLE : LookAlikeKind.EDIT;
}

/** The string, and all strings at edit distance 1: one character removed, replaced or added. */
function editsOf(text: string): string[] {
  const edits = new Set<string>();
  for (let position = 0; position <= text.length; position++) {
    const [before, after] = [text.slice(0, position), text.slice(position)];
    edits.add(before + after.slice(1));
    for (const letter of alphabet) {
      edits.add(before + letter + after);
      edits.add(before + letter + after.slice(1));
    }
  }
  edits.delete('');
  return [...edits];
}

/** Variants by exchanges of confusable strings, those with fewer exchanges first. */
function variantsOf(text: string): string[] {
  const found = new Set([text]);
  for (const variant of found) {
    if (found.size >= maxVariants) break;
    for (const [a, b] of exchanges) {
      for (const next of [...exchangesOf(variant, a, b), ...exchangesOf(variant, b, a)]) found.add(next);
    }
  }
  return [...found];
}

/** All strings that result from one exchange of `a` for `b`, one for each occurrence. */
function exchangesOf(text: string, a: string, b: string): string[] {
  const variants: string[] = [];
  for (let position = text.indexOf(a); position !== -1; position = text.indexOf(a, position + 1)) {
    variants.push(text.slice(0, position) + b + text.slice(position + a.length));
  }
  return variants;
}

function isAscii(text: string): boolean {
  return /^[a-z0-9-]*$/.test(text);
}

function isLabel(text: string): boolean {
  return text.length <= maxLabelLength && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text);
}
