import { BrandHitKind } from '../vocabulary.js';
import { replaceParts } from './affixes.js';
import { asciiReadings, foldCharacters, foldPairs } from './letters.js';
import { lookAlikeStrings } from './look-alike-strings.js';
import { typosOf } from './typos.js';

/** A string that imitates a brand. The brand itself has the kind TLD_SWAP. */
export interface Variant {
  /** Index of the brand. */
  readonly brand: number;
  readonly kind: BrandHitKind;
}

interface VariantSource {
  /** The string in Unicode. */
  readonly text: string;
  readonly kinds: ReadonlySet<BrandHitKind>;
  readonly maxDistance: number;
  /** Additional words of the brand. */
  readonly words: readonly string[];
}

const noVariants: readonly Variant[] = [];

/** All variants of all brands, keyed by string, so a few lookups compare a name with all of them. */
export class BrandVariants {
  readonly #exactMatches = new Map<string, readonly Variant[]>();
  readonly #skeletons = new Map<string, readonly Variant[]>();
  readonly #joined = new Map<string, readonly Variant[]>();

  constructor(brands: readonly VariantSource[]) {
    for (const [brand, of] of brands.entries()) this.#addBrand(of, brand);
  }

  /** Brands and variants that are equal to a string in Unicode. */
  exactMatches(text: string): readonly Variant[] {
    return this.#exactMatches.get(text) ?? noVariants;
  }

  /** Brands, and variants with typing errors, whose skeleton is equal to that of a name. */
  skeletonMatches(skeleton: string): readonly Variant[] {
    return this.#skeletons.get(skeleton) ?? noVariants;
  }

  /** Brands that differ from a string only in hyphens. */
  joinedMatches(text: string): readonly Variant[] {
    return this.#joined.get(text.replaceAll('-', '')) ?? noVariants;
  }

  #addBrand({ text, kinds, maxDistance, words }: VariantSource, brand: number): void {
    const isBrand = { brand, kind: BrandHitKind.TLD_SWAP };
    add(this.#exactMatches, text, isBrand);
    add(this.#skeletons, skeletonOf(text), isBrand);
    if (kinds.has(BrandHitKind.HYPHENATION)) {
      add(this.#joined, text.replaceAll('-', ''), { brand, kind: BrandHitKind.HYPHENATION });
    }
    if (kinds.has(BrandHitKind.HOMOGLYPH)) this.#addHomoglyphs(text, brand);
    for (const [typo, kind] of typosOf(text, kinds)) {
      add(this.#exactMatches, typo, { brand, kind });
      if (maxDistance > 1) add(this.#skeletons, skeletonOf(typo), { brand, kind });
    }
    if (kinds.has(BrandHitKind.COMBOSQUAT)) {
      for (const name of replaceParts(text, words))
        add(this.#exactMatches, name, { brand, kind: BrandHitKind.COMBOSQUAT });
    }
  }

  #addHomoglyphs(text: string, brand: number): void {
    const [reading = text] = asciiReadings(text);
    const variants = [...lookAlikeStrings(reading), ...(reading === text ? [] : [reading])];
    for (const variant of variants) add(this.#exactMatches, variant, { brand, kind: BrandHitKind.HOMOGLYPH });
  }
}

/** Adds a variant, unless the brand already has one with the same string. */
function add(variantsByText: Map<string, readonly Variant[]>, text: string, variant: Variant): void {
  const existing = variantsByText.get(text);
  if (existing === undefined) variantsByText.set(text, [variant]);
  else if (existing.every(({ brand }) => brand !== variant.brand)) variantsByText.set(text, [...existing, variant]);
}

function skeletonOf(text: string): string {
  const [reading = text] = asciiReadings(text);
  return foldPairs(foldCharacters(reading));
}
