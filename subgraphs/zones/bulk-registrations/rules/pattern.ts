import { editDistance } from '../../names.js';
import { BulkRegistrationKind } from '../vocabulary.js';
import { endAnchor, featureKinds, startAnchor } from './features.js';
import { alphabetOf } from './random-names.js';

/** The common pattern of the names of a cluster. */
export interface Pattern {
  readonly kind: BulkRegistrationKind;
  /**
   * A label with `{n}` for numbers and `{*}` for other parts; `~label` for variants; `{8-12 letters}` for random names.
   */
  readonly text: string;
  /** Similarity of the names, 0 to 1; the measure depends on the kind. */
  readonly similarity: number;
}

/** The pattern of names that have a feature. */
export function patternOf(feature: string, names: readonly string[]): Pattern {
  const argument = feature.slice(1);
  switch (feature[0]) {
    case featureKinds.numbered:
      return { kind: BulkRegistrationKind.NUMBERED, text: argument.replaceAll('#', '{n}'), similarity: 1 };
    case featureKinds.variant:
      return variantsPattern(names);
    case featureKinds.random:
      return randomPattern(names);
    default:
      return sharedPattern(argument, names);
  }
}

/** Maximum number of candidates for the center: the name that all others are variants of. */
const candidates = 16;

function variantsPattern(names: readonly string[]): Pattern {
  const sample = names.slice(0, candidates);
  const sumOf = (name: string) => sample.reduce((sum, other) => sum + editDistance(name, other), 0);
  const [center = ''] = sample
    .map((name) => ({ name, sum: sumOf(name) }))
    .sort((a, b) => a.sum - b.sum)
    .map(({ name }) => name);
  const distances = names.reduce((sum, name) => sum + editDistance(center, name), 0);
  const similarity = Math.max(0, 1 - distances / names.length / center.length);
  return { kind: BulkRegistrationKind.VARIANTS, text: `~${center}`, similarity };
}

function randomPattern(names: readonly string[]): Pattern {
  const lengths = names.map((name) => name.length);
  const [min, max] = [lengths.reduce((a, b) => Math.min(a, b)), lengths.reduce((a, b) => Math.max(a, b))];
  const range = min === max ? String(min) : `${min}-${max}`;
  const text = `{${range} ${alphabetOf(names[0] ?? '') ?? 'letters'}}`;
  return { kind: BulkRegistrationKind.RANDOM, text, similarity: min / max };
}

/** Minimum share of the names that must have the next character for the pattern to include it. */
const minShare = 0.9;

/** The longest string around a common substring that nearly all names contain. */
function sharedPattern(seed: string, names: readonly string[]): Pattern {
  const framed = names.map((name) => `${startAnchor}${name}${endAnchor}`);
  const starts = framed.map((name) => name.indexOf(seed));
  const next = (offset: number) =>
    mostCommonCharacter(framed.map((name, index) => name[(starts[index] ?? 0) + offset] ?? ''));
  let fixed = seed;
  let before = 0;
  for (let character = next(-1); character !== undefined; character = next(-before - 1)) {
    fixed = character + fixed;
    before++;
  }
  for (let character = next(fixed.length - before); character !== undefined; character = next(fixed.length - before))
    fixed += character;
  const remainders = framed.map((name, index) => {
    const start = (starts[index] ?? 0) - before;
    return [name.slice(1, Math.max(1, start)), name.slice(start + fixed.length, -1)] as const;
  });
  return buildSharedPattern(
    fixed,
    remainders.map(([rest]) => rest),
    remainders.map(([, rest]) => rest),
    names,
  );
}

function mostCommonCharacter(characters: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  for (const [character, count] of counts)
    if (character !== '' && count >= minShare * characters.length) return character;
  return undefined;
}

function buildSharedPattern(
  framed: string,
  before: readonly string[],
  after: readonly string[],
  names: readonly string[],
): Pattern {
  const [start, end] = [
    placeholder(before, framed.startsWith(startAnchor)),
    placeholder(after, framed.endsWith(endAnchor)),
  ];
  let fixed = framed.replaceAll(/^\^|\$$/g, '');
  // Numbers may share digits, which belong to `{n}`.
  if (end === '{n}') fixed = fixed.replace(/\d+$/, '');
  if (start === '{n}') fixed = fixed.replace(/^\d+/, '');
  const isNumbered = `${start}${end}`.includes('{n}') && !`${start}${end}`.includes('{*}');
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  return {
    kind: isNumbered ? BulkRegistrationKind.NUMBERED : BulkRegistrationKind.SHARED,
    text: `${start}${fixed}${end}`,
    similarity: isNumbered ? 1 : Math.min(1, (fixed.length * names.length) / characters),
  };
}

function placeholder(remainders: readonly string[], isFixed: boolean): '' | '{n}' | '{*}' {
  if (isFixed) return '';
  return remainders.every((rest) => /^\d*$/.test(rest)) ? '{n}' : '{*}';
}
