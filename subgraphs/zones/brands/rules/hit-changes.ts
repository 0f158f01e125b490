import type { BrandHitEntryKind, BrandHitKind, BrandHitStatus } from '../vocabulary.js';

/** The part of a hit that imports and scans change. */
export interface HitState {
  readonly kind: BrandHitKind;
  readonly distance: number;
  readonly status: BrandHitStatus;
  readonly isActive: boolean;
  readonly isUnmatched: boolean;
  readonly revision: number;
  /** The ingest that last changed the name, as far as followed. */
  readonly since: number;
}

/** What an ingest did to a name. */
export interface NameEvent {
  readonly ingest: number;
  readonly isAdded: boolean;
  readonly isRemoved: boolean;
}

/** What a hit becomes, and the entries that its history gets. */
export interface ChangedHit<Hit> {
  readonly hit: Hit;
  readonly entries: readonly BrandHitEntryKind[];
}

/**
 * What an ingest makes of a hit whose name it changed; undefined if the hit already has this change. A name changes
 * hands when it is registered again or gets other nameservers: then a dismissed hit is open again. A confirmed one is
 * open again only if the name was registered again, because nameservers of attackers move.
 */
export function afterNameEvent<Hit extends HitState>(hit: Hit, event: NameEvent): ChangedHit<Hit> | undefined {
  if (event.ingest <= hit.since) return undefined;
  const since = event.ingest;
  if (event.isRemoved) return { hit: { ...hit, since, isActive: false }, entries: ['removed'] };
  const entry = event.isAdded ? 'registered' : 'nameservers';
  const hasChangedHands = hit.status === 'dismissed' || (hit.status === 'confirmed' && event.isAdded);
  if (!hasChangedHands || hit.isUnmatched) return { hit: { ...hit, since, isActive: true }, entries: [entry] };
  return { hit: { ...hit, since, isActive: true, status: 'open' }, entries: [entry, 'reopened'] };
}

/** What a hit becomes when its name is compared with a revision of its brand and matches. */
export function afterMatch<Hit extends HitState>(
  hit: Hit,
  match: { kind: BrandHitKind; distance: number; revision: number },
): ChangedHit<Hit> {
  const { kind, distance, revision } = match;
  const matched = { ...hit, kind, distance, revision };
  if (!hit.isUnmatched) return { hit: matched, entries: [] };
  return { hit: { ...matched, isUnmatched: false, status: 'open' }, entries: ['reopened'] };
}
