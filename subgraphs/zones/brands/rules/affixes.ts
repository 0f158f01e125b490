import { BrandHitKind } from '../vocabulary.js';
import { affixWords, commonZones, hostWords } from './affix-words.js';
import { foldCharacters, foldPairs } from './letters.js';

/** The parts of a name before and after a brand, as written or with look-alike characters folded. */
export interface Affixes {
  readonly before: string;
  readonly after: string;
}

/**
 * A set of words. Each is stored as written, with look-alike characters folded, and with look-alike pairs folded as
 * well.
 */
export class Words {
  readonly #words = new Set<string>();
  #maxLength = 0;

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const folded = foldCharacters(word);
      this.#words.add(word).add(folded).add(foldPairs(folded));
      this.#maxLength = Math.max(this.#maxLength, word.length);
    }
  }

  /** Adds the digits without folding them; the constructor would also add the letters that they fold to. */
  addDigits(): this {
    for (const digit of '0123456789') this.#words.add(digit);
    return this;
  }

  /** Whether a string consists only of these words and `others`, with any hyphens between them. */
  canCompose(text: string, others = noWords): boolean {
    const maxLength = Math.max(this.#maxLength, others.#maxLength);
    const reached = new Uint8Array(text.length + 1);
    reached[0] = 1;
    for (let start = 0; start < text.length; start++) {
      if (reached[start] === 0) continue;
      if (text[start] === '-') reached[start + 1] = 1;
      for (let end = start + 1; end <= Math.min(text.length, start + maxLength); end++) {
        if (reached[end] === 1) continue;
        const part = text.slice(start, end);
        if (this.#words.has(part) || others.#words.has(part)) reached[end] = 1;
      }
    }
    return reached[text.length] === 1;
  }
}

const noWords = new Words([]);

/** Classifies the parts that a name adds to a brand. */
export class AffixClassifier {
  readonly #hosts = new Words(hostWords);
  readonly #zones: Words;
  readonly #all: Words;

  /** @param zones names of the zones that are watched, such as `co.uk` */
  constructor(zones: readonly string[]) {
    const names = zones.flatMap((zone) => [zone.replaceAll('.', ''), ...zone.split('.')]).concat(commonZones);
    this.#zones = new Words(names);
    this.#all = new Words([...affixWords, ...hostWords, ...names]).addDigits();
  }

  /**
   * The kinds of imitation of a name that consists of a brand and these affixes; none if both affixes are empty or
   * consist of hyphens.
   * @param words additional words of the brand
   */
  kindsOf({ before, after }: Affixes, words?: Words): readonly BrandHitKind[] {
    if (isEmpty(before) && isEmpty(after)) return [];
    const isJoined = this.#hosts.canCompose(before) && this.#zones.canCompose(after);
    if (isJoined) return [BrandHitKind.SUBDOMAIN, BrandHitKind.COMBOSQUAT, BrandHitKind.CONTAINS];
    const isCombined = this.#all.canCompose(before, words) && this.#all.canCompose(after, words);
    return isCombined ? [BrandHitKind.COMBOSQUAT, BrandHitKind.CONTAINS] : [BrandHitKind.CONTAINS];
  }
}

function isEmpty(text: string): boolean {
  return text === '' || /^-+$/.test(text);
}

/** Names in which a word replaces the first or last part of a hyphenated brand: `acme-login` for `acme-bank`. */
export function replaceParts(brand: string, words: readonly string[]): string[] {
  const parts = brand.split('-');
  if (parts.length === 1) return [];
  const [head, tail] = [parts.slice(0, -1).join('-'), parts.slice(1).join('-')];
  return [...affixWords, ...hostWords, ...words].flatMap((word) => [`${head}-${word}`, `${word}-${tail}`]);
}
