import type { BrandHitEntryKind, BrandHitKind, BrandHitStatus } from '../vocabulary.js';
import { isBlocked } from './auto-block.js';

/** The fields of a hit that imports, scans and responses of registries read or change. */
export interface HitState {
  readonly kind: BrandHitKind;
  readonly distance: number;
  readonly status: BrandHitStatus;
  readonly isActive: boolean;
  readonly isUnmatched: boolean;
  readonly isAutoBlocked: boolean;
  readonly revision: number;
  /** Id of the last processed ingest that changed the name. */
  readonly lastIngestId: number;
  /** Time of the last triage, in Unix epoch milliseconds; null before the first triage. */
  readonly triagedAt: number | null;
  /** Time at which the hit was last reopened, in Unix epoch milliseconds; null if it never was. */
  readonly reopenedAt: number | null;
}

/** A change that an ingest made to a name. */
export interface NameEvent {
  readonly ingest: number;
  readonly isAdded: boolean;
  readonly isRemoved: boolean;
}

/** The new state of a hit, and the entries to add to its history. */
export interface ChangedHit<Hit> {
  readonly hit: Hit;
  readonly entries: readonly BrandHitEntryKind[];
}

/**
 * Returns the new state of a hit after an ingest changed its name; undefined if the hit already has this change. A
 * dismissed hit is reopened if the name was registered again or its nameservers changed. A confirmed hit is recorded as
 * reopened only if the name was registered again, because attackers change nameservers; it remains confirmed, so the
 * name remains blocked, and it is not recorded as reopened again before the next triage. A hit whose name does not
 * match its brand is not reopened.
 */
export function applyNameEvent<Hit extends HitState>(
  hit: Hit,
  event: NameEvent,
  isMatch: boolean,
): ChangedHit<Hit> | undefined {
  if (event.ingest <= hit.lastIngestId) return undefined;
  const lastIngestId = event.ingest;
  if (event.isRemoved) return { hit: { ...hit, lastIngestId, isActive: false }, entries: ['removed'] };
  const entry = event.isAdded ? 'registered' : 'nameservers';
  const isConfirmed = hit.status === 'confirmed' && !isAwaitingDecision(hit);
  const hasChangedHands = hit.status === 'dismissed' || (isConfirmed && event.isAdded);
  if (!hasChangedHands || hit.isUnmatched || !isMatch) {
    return { hit: { ...hit, lastIngestId, isActive: true }, entries: [entry] };
  }
  const status = hit.status === 'confirmed' ? hit.status : 'open';
  return { hit: { ...hit, lastIngestId, isActive: true, status }, entries: [entry, 'reopened'] };
}

/** What a registry's response reports about the holder of a name. Times are Unix epoch milliseconds. */
export interface ReportedHolder {
  readonly registeredAt: number | undefined;
  readonly transferredAt: number | undefined;
  /**
   * How the holder differs from an earlier response; undefined if it does not. `at` is undefined if neither response
   * has the time of the change.
   */
  readonly change: { readonly kind: 'registered' | 'transferred'; readonly at?: number } | undefined;
}

/**
 * Returns the new state of a triaged hit after a registry's response; undefined if the name has not changed hands since
 * the triage. A confirmed hit is recorded as reopened only if the name was registered again, and only once until the
 * next triage. A difference from an earlier response counts even if it is older than the triage, because it was not
 * known then, but not if it caused an earlier reopening.
 */
export function applyResponse<Hit extends HitState>(
  hit: Hit,
  { registeredAt = 0, transferredAt = 0, change }: ReportedHolder,
  isMatch: boolean,
): ChangedHit<Hit> | undefined {
  if (isAwaitingDecision(hit)) return undefined;
  const [triagedAt, reopenedAt] = [hit.triagedAt ?? 0, hit.reopenedAt ?? 0];
  const kind = change === undefined || (change.at ?? Number.POSITIVE_INFINITY) <= reopenedAt ? undefined : change.kind;
  const isRegistered = registeredAt > triagedAt || kind === 'registered';
  const isTransferred = transferredAt > triagedAt || kind === 'transferred';
  if (!isMatch || !(isRegistered || (isTransferred && hit.status === 'dismissed'))) return undefined;
  const status = hit.status === 'confirmed' ? hit.status : 'open';
  return { hit: { ...hit, status }, entries: [isRegistered ? 'registered' : 'transferred', 'reopened'] };
}

/** Whether a hit was reopened and has not been triaged since. */
export function isAwaitingDecision({ triagedAt, reopenedAt }: Pick<HitState, 'triagedAt' | 'reopenedAt'>): boolean {
  return (reopenedAt ?? 0) > (triagedAt ?? 0);
}

/** Dismisses a hit whose name no longer matches its brand. `isUnmatched` distinguishes this from a decision. */
export function dismissUnmatched<Hit extends HitState>(hit: Hit): ChangedHit<Hit> {
  const entries: BrandHitEntryKind[] = isBlocked(hit) ? ['unmatched', 'unblocked'] : ['unmatched'];
  return { hit: { ...hit, status: 'dismissed', isUnmatched: true, isAutoBlocked: false }, entries };
}

/** Ends the automatic block of a hit. */
export function removeAutoBlock<Hit extends HitState>(hit: Hit): ChangedHit<Hit> {
  return { hit: { ...hit, isAutoBlocked: false }, entries: ['unblocked'] };
}

/**
 * Returns the new state of a hit whose name matches a revision of its brand. The hit remains blocked automatically only
 * if the brand still blocks names of its kind and distance.
 */
export function applyMatch<Hit extends HitState>(
  hit: Hit,
  match: { kind: BrandHitKind; distance: number; revision: number; isAutoBlocked: boolean },
): ChangedHit<Hit> {
  const { kind, distance, revision, isAutoBlocked } = match;
  const matched = { ...hit, kind, distance, revision };
  if (hit.isAutoBlocked && !isAutoBlocked) return removeAutoBlock(matched);
  if (!hit.isUnmatched) return { hit: matched, entries: [] };
  return { hit: { ...matched, isUnmatched: false, status: 'open' }, entries: ['reopened'] };
}
