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
  /** Id of the last followed ingest that changed the name. */
  readonly since: number;
  /** Unix epoch milliseconds; null before the first triage. */
  readonly triagedAt: number | null;
  /** Unix epoch milliseconds; null if the hit was never reopened. */
  readonly reopenedAt: number | null;
}

/** A change of a name by an ingest. */
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
 * Returns the new state of a hit after an ingest changed its name; undefined if the hit already has this change. A name
 * changes hands when it is registered again or gets other nameservers: then a dismissed hit is reopened. A confirmed
 * one counts as reopened only if the name was registered again, because nameservers of attackers move; it remains
 * confirmed, so the name remains blocked until a person decides, and is not reopened again before that. A name that
 * does not match its brand is not reopened.
 */
export function applyNameEvent<Hit extends HitState>(
  hit: Hit,
  event: NameEvent,
  isMatch: boolean,
): ChangedHit<Hit> | undefined {
  if (event.ingest <= hit.since) return undefined;
  const since = event.ingest;
  if (event.isRemoved) return { hit: { ...hit, since, isActive: false }, entries: ['removed'] };
  const entry = event.isAdded ? 'registered' : 'nameservers';
  const isConfirmed = hit.status === 'confirmed' && !isAwaitingDecision(hit);
  const hasChangedHands = hit.status === 'dismissed' || (isConfirmed && event.isAdded);
  if (!hasChangedHands || hit.isUnmatched || !isMatch) {
    return { hit: { ...hit, since, isActive: true }, entries: [entry] };
  }
  const status = hit.status === 'confirmed' ? hit.status : 'open';
  return { hit: { ...hit, since, isActive: true, status }, entries: [entry, 'reopened'] };
}

/** What the response of a registry reports about the holder of a name. Times are Unix epoch milliseconds. */
export interface ReportedHolder {
  readonly registeredAt: number | undefined;
  readonly transferredAt: number | undefined;
  /** How it differs from an earlier response; `at` is undefined if neither has the time of the change. */
  readonly change: { readonly kind: 'registered' | 'transferred'; readonly at?: number } | undefined;
}

/**
 * Returns the new state of a hit that was triaged; undefined if its name has not changed hands since. As after an
 * import, a confirmed hit counts as reopened only if the name was registered again, and once until a person decides. A
 * difference from an earlier response counts although it is older than the decision, which was made without it, but not
 * if it was the reason of an earlier reopening.
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
 * Returns the new state of a hit whose name matches a revision of its brand. It remains blocked automatically only if
 * the brand still blocks names of its kind and distance.
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
