import type { Random } from './random.js';

export interface MutationSources {
  readonly random: Random;
  readonly dictionary: readonly string[];
  /** Returns another input, of which a part can be inserted. */
  other(): Buffer;
  readonly maxBytes: number;
}

type Mutation = (input: Buffer, sources: MutationSources) => Buffer;

const interestingBytes = [0, 1, 9, 10, 13, 0x20, 0x22, 0x25, 0x2e, 0x30, 0x39, 0x5c, 0x7f, 0x80, 0xc3, 0xfe, 0xff];
const interestingNumbers = ['0', '-1', '1', '255', '256', '65536', '2147483647', '2147483648', '4294967296'].concat([
  '9007199254740993',
  '1e309',
  '0.1',
  '-0',
  '00',
  '99999999999999999999',
  'NaN',
]);

const mutations: readonly Mutation[] = [
  (input, { random }) => changed(input, random, (byte) => byte ^ (1 << random.below(8))),
  (input, { random }) => changed(input, random, () => random.pick(interestingBytes)),
  (input, { random }) => changed(input, random, () => random.below(256)),
  (input, { random }) => splice(input, random.below(input.length + 1), 0, random.bytes(1 + random.below(4))),
  (input, { random }) => splice(input, ...pickPiece(input, random), Buffer.alloc(0)),
  (input, { random }) => {
    const [start, length] = pickPiece(input, random);
    const times = random.chance(0.1) ? 1 + random.below(64) : 1;
    const copy = Buffer.concat(Array(times).fill(input.subarray(start, start + length)));
    return splice(input, random.below(input.length + 1), 0, copy);
  },
  (input, { random, dictionary }) =>
    dictionary.length === 0
      ? input
      : splice(input, random.below(input.length + 1), 0, Buffer.from(random.pick(dictionary))),
  (input, { random, dictionary }) => {
    if (dictionary.length === 0) return input;
    const word = Buffer.from(random.pick(dictionary));
    return splice(input, random.below(input.length + 1), random.chance(0.5) ? word.length : random.below(8), word);
  },
  (input, { random, other }) => {
    const donor = other();
    const [start, length] = pickPiece(donor, random);
    return splice(input, ...pickPiece(input, random), donor.subarray(start, start + length));
  },
  (input, { random, other }) => {
    const donor = other();
    return Buffer.concat([
      input.subarray(0, random.below(input.length + 1)),
      donor.subarray(random.below(donor.length + 1)),
    ]);
  },
  (input, { random }) => replaceMatch(input, random, /-?\d+/g, () => random.pick(interestingNumbers)),
  (input, { random }) => replaceMatch(input, random, /[A-Za-z]+/g, (word) => changeCase(word)),
  (input, { random, dictionary }) =>
    replaceMatch(input, random, /[\w-]+/g, (word) => (dictionary.length === 0 ? word : random.pick(dictionary))),
  (input, { random }) => input.subarray(0, random.below(input.length + 1)),
];

/** Mutates an input at one to eight positions. */
export function mutate(input: Buffer, sources: MutationSources): Buffer {
  const { random, maxBytes } = sources;
  let result = input;
  for (let steps = random.chance(0.5) ? 1 : 1 << random.below(4); steps > 0; steps--)
    result = random.pick(mutations)(result, sources);
  return result.length > maxBytes ? Buffer.from(result.subarray(0, maxBytes)) : Buffer.from(result);
}

function changed(input: Buffer, random: Random, change: (byte: number) => number): Buffer {
  if (input.length === 0) return input;
  const copy = Buffer.from(input);
  const position = random.below(copy.length);
  copy[position] = change(copy[position] ?? 0);
  return copy;
}

function splice(input: Buffer, start: number, removed: number, inserted: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, start), inserted, input.subarray(start + removed)]);
}

/** Start and length of a random part, usually a short one. */
function pickPiece(input: Buffer, random: Random): [start: number, length: number] {
  const start = random.below(input.length + 1);
  const maxLength = input.length - start;
  return [start, Math.min(maxLength, random.chance(0.7) ? 1 + random.below(16) : random.below(maxLength + 1))];
}

/** Inputs are processed as Latin-1, which preserves invalid UTF-8. */
function replaceMatch(input: Buffer, random: Random, pattern: RegExp, replace: (match: string) => string): Buffer {
  const text = input.toString('latin1');
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return input;
  const { index, 0: match } = random.pick(matches);
  return splice(input, index, match.length, Buffer.from(replace(match)));
}

function changeCase(word: string): string {
  const upper = word.toUpperCase();
  return upper === word ? word.toLowerCase() : upper;
}
