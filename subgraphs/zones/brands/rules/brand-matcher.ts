import { editDistance, toUnicodeName } from '../../names.js';
import { BrandHitKind, brandHitKinds } from '../vocabulary.js';
import { AffixClassifier, Words } from './affixes.js';
import { BrandVariants, type Variant } from './brand-variants.js';
import { asciiReadings, foldCharacters, foldPairs } from './letters.js';
import { SubstringFinder } from './substring-finder.js';

/** A brand that names are compared with. */
export interface WatchedBrand {
  /** Label in Punycode, in lower case. */
  readonly name: string;
  /** Domain names of the brand's owner; they and their subdomains are never hits. */
  readonly allowedNames: readonly string[];
  /** Names of the zones in which the brand is watched; null: all zones. */
  readonly zones: readonly string[] | null;
  readonly kinds: readonly BrandHitKind[];
  /** Maximum edit distance of typos. */
  readonly maxDistance: number;
  /** Words that make combosquats, in addition to the built-in words. */
  readonly words: readonly string[];
}

/** A domain name: its label and its zone. */
export interface ZoneLabel {
  /** The domain without the suffix of its zone, in lower case and Punycode. */
  readonly label: string;
  readonly zone: string;
  /** Suffix of the zone, which is appended to the label to form the domain. */
  readonly suffix: string;
}

export interface BrandMatch {
  /** Index of the brand. */
  readonly brand: number;
  readonly kind: BrandHitKind;
  /** Edit distance between the brand and the label, in Unicode. */
  readonly distance: number;
}

const noMatches: readonly BrandMatch[] = [];
/** Minimum length of brands that are searched for within names; shorter ones are part of too many words. */
const minSubstringLength = 3;
const substringKinds = new Set<BrandHitKind>([BrandHitKind.SUBDOMAIN, BrandHitKind.COMBOSQUAT, BrandHitKind.CONTAINS]);
const precedence = new Map(brandHitKinds.map((kind, index) => [kind, index]));

interface PreparedBrand {
  readonly text: string;
  readonly kinds: ReadonlySet<BrandHitKind>;
  readonly zones: ReadonlySet<string> | null;
  readonly allowed: ReadonlySet<string>;
  readonly maxDistance: number;
  readonly words: readonly string[];
  readonly affixWords: Words | undefined;
}

/** Compares names with many brands at once, in a time that hardly depends on the number of brands. */
export class BrandMatcher {
  readonly #brands: readonly PreparedBrand[];
  readonly #variants: BrandVariants;
  readonly #finder: SubstringFinder;
  readonly #affixes: AffixClassifier;
  /** For each brand that the current name imitates, the matching kind that comes first in the order of precedence. */
  readonly #found = new Map<number, BrandHitKind>();
  /** The current name, or the part of it that is being compared, in Unicode. */
  #text = '';

  /** @param zones names of all zones; a hit may contain the name of a zone without the dot */
  constructor(brands: readonly WatchedBrand[], zones: readonly string[]) {
    this.#brands = brands.map((brand) => ({
      text: toUnicodeName(brand.name),
      kinds: new Set(brand.kinds),
      zones: brand.zones === null ? null : new Set(brand.zones),
      allowed: new Set(brand.allowedNames),
      maxDistance: brand.maxDistance,
      words: brand.words,
      affixWords: brand.words.length === 0 ? undefined : new Words(brand.words),
    }));
    this.#variants = new BrandVariants(this.#brands);
    this.#affixes = new AffixClassifier(zones);
    this.#finder = new SubstringFinder(this.#brands.flatMap(patternsOf));
  }

  /** The brands that a name imitates. */
  match(name: ZoneLabel): readonly BrandMatch[] {
    this.#found.clear();
    const text = toUnicodeName(name.label);
    if (!text.includes('.')) this.#compare(text);
    else this.#compareParts(text);
    if (this.#found.size === 0) return noMatches;
    const matches: BrandMatch[] = [];
    for (const [index, kind] of this.#found) {
      const brand = this.#brands[index] as PreparedBrand; // The keys are indexes of the brands.
      const distance = distanceOf(brand.text, text);
      if (isWatched(brand, name) && isWithinDistance({ kind, distance }, brand.maxDistance)) {
        matches.push({ brand: index, kind, distance });
      }
    }
    return matches;
  }

  /** Compares the parts of a label that contains dots (a name below another name), and the label without its dots. */
  #compareParts(text: string): void {
    for (const part of text.split('.')) this.#compare(part);
    this.#text = text;
    for (const { brand, kind } of this.#variants.exactMatches(text.replaceAll('.', ''))) {
      if (kind === BrandHitKind.TLD_SWAP) this.#add(brand, BrandHitKind.SUBDOMAIN);
    }
  }

  #compare(text: string): void {
    this.#text = text;
    this.#addAll(this.#variants.exactMatches(text), BrandHitKind.TLD_SWAP);
    if (text.includes('-')) this.#addAll(this.#variants.joinedMatches(text), BrandHitKind.HYPHENATION);
    if (isAsciiText(text)) {
      this.#compareReading(text);
      return;
    }
    for (const reading of asciiReadings(text)) {
      this.#addAll(this.#variants.exactMatches(reading), BrandHitKind.HOMOGLYPH);
      this.#compareReading(reading);
    }
  }

  #compareReading(reading: string): void {
    const folded = foldCharacters(reading);
    const pairs = foldPairs(folded);
    this.#addAll(this.#variants.skeletonMatches(pairs), BrandHitKind.HOMOGLYPH);
    this.#finder.find(folded, (brand, start, end) => {
      this.#addOccurrence(brand, reading, start, end);
      if (reading !== folded) this.#addOccurrence(brand, folded, start, end);
    });
    if (pairs !== folded)
      this.#finder.find(pairs, (brand, start, end) => this.#addOccurrence(brand, pairs, start, end));
  }

  /** @param exactKind kind to record for a variant that is the brand itself */
  #addAll(variants: readonly Variant[], exactKind: BrandHitKind): void {
    for (const { brand, kind } of variants) this.#add(brand, kind === BrandHitKind.TLD_SWAP ? exactKind : kind);
  }

  #addOccurrence(brand: number, text: string, start: number, end: number): void {
    const affixes = { before: text.slice(0, start), after: text.slice(end) };
    for (const kind of this.#affixes.kindsOf(affixes, this.#brands[brand]?.affixWords)) this.#add(brand, kind);
  }

  #add(index: number, kind: BrandHitKind): void {
    const brand = this.#brands[index];
    if (brand === undefined || !brand.kinds.has(kind)) return;
    // The label of the brand is an imitation in other zones only.
    if (brand.text === this.#text && kind !== BrandHitKind.TLD_SWAP) return;
    const existing = this.#found.get(index);
    if (existing === undefined || rank(kind) < rank(existing)) this.#found.set(index, kind);
  }
}

function patternsOf({ text, kinds }: PreparedBrand, owner: number): { text: string; owner: number }[] {
  if (text.length < minSubstringLength || [...substringKinds].every((kind) => !kinds.has(kind))) return [];
  const [reading = text] = asciiReadings(text);
  const characters = foldCharacters(reading);
  return [...new Set([characters, foldPairs(characters), foldCharacters(text)])].map((each) => ({ text: each, owner }));
}

/** Whether the brand is watched in the zone of a name, and the name is not allowed. */
function isWatched({ zones, allowed }: PreparedBrand, { label, zone, suffix }: ZoneLabel): boolean {
  if (zones !== null && !zones.has(zone)) return false;
  return allowed.size === 0 || !isAllowed(label + suffix, allowed);
}

/** Whether a domain is an allowed name or a subdomain of one. */
export function isAllowed(domain: string, allowed: ReadonlySet<string>): boolean {
  for (let name = domain; name !== ''; name = parentName(name)) if (allowed.has(name)) return true;
  return false;
}

function parentName(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1);
}

/**
 * Whether a hit is within the maximum edit distance. The maximum applies only to kinds of typing errors: homoglyph and
 * keyword hits match at any distance.
 */
export function isWithinDistance(
  { kind, distance }: { kind: BrandHitKind; distance: number },
  maxDistance: number,
): boolean {
  const isLimited = kind !== BrandHitKind.HOMOGLYPH && kind !== BrandHitKind.TLD_SWAP && !substringKinds.has(kind);
  return !isLimited || distance <= maxDistance;
}

function distanceOf(brand: string, text: string): number {
  if (!text.includes('.')) return editDistance(brand, text);
  return Math.min(editDistance(brand, text), ...text.split('.').map((part) => editDistance(brand, part)));
}

function rank(kind: BrandHitKind): number {
  return precedence.get(kind) ?? brandHitKinds.length;
}

function isAsciiText(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
