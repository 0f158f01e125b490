import { toASCII } from 'tr46';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { assertBetween, assertMaxItems, maxItems } from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import { zoneNameOf } from '../../names.js';
import { type BrandHitKind, defaultBrandHitKinds } from '../vocabulary.js';

/** Limits of brands and of each brand; they bound the memory of comparisons and the size of lists. */
export const brandLimits = {
  ofTenant: 100,
  all: 500,
  /** Of names that are in their zones. */
  openHits: 10_000,
  certificateNames: 10_000,
  maxDistance: 3,
  words: 200,
} as const;

const [defaultMaxDistance, defaultAutoBlockMaxDistance] = [2, 1];

/** The settings of a brand, as input; null and absent values of a new brand have defaults. */
export interface BrandFields {
  readonly allowedNames?: readonly string[] | null;
  readonly zones?: readonly string[] | null;
  readonly kinds?: readonly BrandHitKind[] | null;
  readonly maxDistance?: number | null;
  readonly words?: readonly string[] | null;
  readonly opensAlerts?: boolean | null;
  readonly autoBlockKinds?: readonly BrandHitKind[] | null;
  readonly autoBlockMaxDistance?: number | null;
}

/** {@link BrandFields}, validated and normalized. */
export interface BrandSettings {
  readonly allowedNames: readonly string[];
  /** Names of the zones in which the brand is watched; null: all zones. */
  readonly zones: readonly string[] | null;
  readonly kinds: readonly BrandHitKind[];
  readonly maxDistance: number;
  /** Words that make combosquats, in addition to the built-in words. */
  readonly words: readonly string[];
  /** Whether confirmed hits, and hosts at or below the names of hits, open alerts. */
  readonly opensAlerts: boolean;
  /** Kinds of imitation whose names are blocked automatically when an import adds them. */
  readonly autoBlockKinds: readonly BrandHitKind[];
  /** Maximum edit distance of typos that are blocked automatically. */
  readonly autoBlockMaxDistance: number;
}

/**
 * Validates and normalizes the settings of a brand.
 * @throws {DomainError} BAD_USER_INPUT with the name of the argument
 */
export function brandSettings(fields: BrandFields): BrandSettings {
  const { allowedNames, zones, kinds, maxDistance, words } = fields;
  assertMaxItems('allowedNames', allowedNames, maxItems.filterValues);
  assertMaxItems('zones', zones, maxItems.filterValues);
  assertMaxItems('kinds', kinds, maxItems.filterValues);
  assertMaxItems('words', words, brandLimits.words);
  const distance = maxDistance ?? defaultMaxDistance;
  assertBetween({ name: 'maxDistance', value: distance, min: 1, max: brandLimits.maxDistance });
  if (kinds?.length === 0)
    throw invalidArgument(
      'kinds',
      'kinds is empty: specify at least one kind, or omit kinds (new brand: the default kinds; existing brand: unchanged)',
    );
  if (zones?.length === 0)
    throw invalidArgument(
      'zones',
      'zones is empty: specify at least one zone, or omit zones (new brand: all zones; existing brand: unchanged)',
    );
  return {
    allowedNames: sortUnique((allowedNames ?? []).map(parseAllowedName)),
    zones: zones === null || zones === undefined ? null : sortUnique(zones.map(zoneNameOf)),
    kinds: sortUnique(kinds ?? defaultBrandHitKinds),
    maxDistance: distance,
    words: sortUnique((words ?? []).map(parseAffixWord)),
    opensAlerts: fields.opensAlerts ?? false,
    ...autoBlockSettings(fields, kinds ?? defaultBrandHitKinds),
  };
}

function autoBlockSettings(
  { autoBlockKinds, autoBlockMaxDistance }: BrandFields,
  watchedKinds: readonly BrandHitKind[],
): Pick<BrandSettings, 'autoBlockKinds' | 'autoBlockMaxDistance'> {
  assertMaxItems('autoBlockKinds', autoBlockKinds, maxItems.filterValues);
  const unwatched = autoBlockKinds?.find((kind) => !watchedKinds.includes(kind));
  if (unwatched !== undefined) {
    throw invalidArgument(
      'autoBlockKinds',
      `autoBlockKinds contains ${unwatched}, which kinds does not contain: add it to kinds`,
    );
  }
  const distance = autoBlockMaxDistance ?? defaultAutoBlockMaxDistance;
  assertBetween({ name: 'autoBlockMaxDistance', value: distance, min: 1, max: brandLimits.maxDistance });
  return { autoBlockKinds: sortUnique(autoBlockKinds ?? []), autoBlockMaxDistance: distance };
}

/**
 * Normalizes a domain name to lower case and Punycode, without a trailing dot.
 * @throws {DomainError} BAD_USER_INPUT unless the input is a valid domain name with at least two labels
 */
function parseAllowedName(input: string): string {
  // Longer strings are invalid, and their conversion would take time.
  const name = input.length > 1000 ? null : toASCII(input.trim().replace(/\.$/, ''), { useSTD3ASCIIRules: true });
  if (name !== null && name.length <= 253 && name.includes('.') && name.split('.').every(isLabel)) return name;
  throw invalidArgument('allowedNames', `${quoted(input)} is not a domain name such as acme.com`);
}

/**
 * Normalizes a word to lower case. Single characters are rejected, because they would be typing errors. Hyphens are
 * rejected, because they are always permitted around words.
 * @throws {DomainError} BAD_USER_INPUT
 */
function parseAffixWord(input: string): string {
  const word = input.trim().toLowerCase();
  if (/^[a-z0-9]{2,30}$/.test(word)) return word;
  throw invalidArgument('words', `${quoted(input)} is not a word of 2 to 30 letters (a to z) and digits`);
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label);
}

function sortUnique<Value extends string>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort();
}
