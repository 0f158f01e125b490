/**
 * Kinds of imitation of a brand, in order of precedence: a name that fits several kinds is assigned the first of them
 * that the brand is watched for.
 */
export const BrandHitKind = {
  TLD_SWAP: 'tld_swap',
  HOMOGLYPH: 'homoglyph',
  TRANSPOSITION: 'transposition',
  REPETITION: 'repetition',
  OMISSION: 'omission',
  HYPHENATION: 'hyphenation',
  VOWEL_SWAP: 'vowel_swap',
  REPLACEMENT: 'replacement',
  BITSQUATTING: 'bitsquatting',
  INSERTION: 'insertion',
  ADDITION: 'addition',
  SUBDOMAIN: 'subdomain',
  COMBOSQUAT: 'combosquat',
  EDIT: 'edit',
  CONTAINS: 'contains',
} as const;
export type BrandHitKind = (typeof BrandHitKind)[keyof typeof BrandHitKind];

export const brandHitKinds: readonly BrandHitKind[] = Object.values(BrandHitKind);

/** Default kinds of a brand: all but those that match many unrelated names. */
export const defaultBrandHitKinds: readonly BrandHitKind[] = brandHitKinds.filter(
  (kind) => kind !== BrandHitKind.EDIT && kind !== BrandHitKind.CONTAINS,
);

export const BrandHitStatus = { OPEN: 'open', DISMISSED: 'dismissed', CONFIRMED: 'confirmed' } as const;
export type BrandHitStatus = (typeof BrandHitStatus)[keyof typeof BrandHitStatus];

/** How a hit was found: its name was new in an import, or a scan compared a new or changed brand with all names. */
export const BrandHitSource = { IMPORT: 'import', SCAN: 'scan' } as const;
export type BrandHitSource = (typeof BrandHitSource)[keyof typeof BrandHitSource];

/** Kinds of entries in the history of a hit. */
export const BrandHitEntryKind = {
  FOUND: 'found',
  REGISTERED: 'registered',
  REMOVED: 'removed',
  NAMESERVERS: 'nameservers',
  TRANSFERRED: 'transferred',
  REOPENED: 'reopened',
  OPENED: 'opened',
  DISMISSED: 'dismissed',
  CONFIRMED: 'confirmed',
  UNMATCHED: 'unmatched',
  BLOCKED: 'blocked',
  UNBLOCKED: 'unblocked',
} as const;
export type BrandHitEntryKind = (typeof BrandHitEntryKind)[keyof typeof BrandHitEntryKind];
