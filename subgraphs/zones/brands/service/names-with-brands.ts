import type { TransactionSql } from 'postgres';
import type { WatchedBrandRow } from '../repository/feed.js';
import {
  addScanHits,
  countStoredHits,
  type HitChange,
  insertHits,
  lockHitsOfNames,
  markFull,
  type NewHit,
  type StoredHit,
  updateHits,
} from '../repository/record-hits.js';
import { brandLimits } from '../rules/brand-input.js';
import { type BrandMatch, BrandMatcher } from '../rules/brand-matcher.js';
import { afterMatch, afterNameEvent, type NameEvent } from '../rules/hit-changes.js';
import { BrandHitSource } from '../vocabulary.js';

/** Keeps the matcher of the brands that were compared last: creating it takes longer than comparing a page of names. */
export class MatcherCache {
  #key = '';
  #matcher: BrandMatcher | undefined;

  matcher(brands: readonly WatchedBrandRow[], zones: readonly string[]): BrandMatcher {
    const key = JSON.stringify([brands.map(({ id, revision }) => [id, revision]), zones]);
    if (this.#matcher === undefined || key !== this.#key) this.#matcher = new BrandMatcher(brands, zones);
    this.#key = key;
    return this.#matcher;
  }
}

/** A name to compare with brands. */
export interface ComparedName {
  readonly label: string;
  /** The ingest that last changed it. */
  readonly since: number;
}

interface Found {
  readonly brand: WatchedBrandRow;
  readonly label: string;
  readonly match: BrandMatch;
}

/** Names of one zone that imitate brands. */
export function findMatches(
  options: { matcher: BrandMatcher; brands: readonly WatchedBrandRow[]; zone: { name: string; suffix: string } },
  labels: Iterable<string>,
): Found[] {
  const { matcher, brands, zone } = options;
  const found: Found[] = [];
  for (const label of labels) {
    for (const match of matcher.match({ label, zone: zone.name, suffix: zone.suffix })) {
      const brand = brands[match.brand] as WatchedBrandRow; // The brands of the matcher.
      found.push({ brand, label, match });
    }
  }
  return found;
}

/** The work of one transaction on the names of a zone. */
export interface Recording {
  readonly zoneId: number;
  readonly found: readonly Found[];
  /** The ingest that last changed each found name. */
  readonly sinceOf: ReadonlyMap<string, number>;
  /** The changes of names by the followed import; empty for a scan. */
  readonly events: ReadonlyMap<string, NameEvent>;
  readonly source: BrandHitSource;
  readonly at: number;
}

/** Adds hits of found names, and changes the existing hits of names. The transaction holds the lock of the feed. */
export async function recordHits(transaction: TransactionSql, recording: Recording): Promise<void> {
  const { zoneId, found, events, source, at } = recording;
  const labels = [...new Set([...found.map(({ label }) => label), ...events.keys()])];
  if (labels.length === 0) return;
  const stored = await lockHitsOfNames(transaction, { zoneId, labels });
  await updateHits(transaction, { changes: changesOf(stored, recording), at });
  const known = new Set(stored.map(({ brandId, label }) => `${brandId} ${label}`));
  const added = found.filter(({ brand, label }) => !known.has(`${brand.id} ${label}`));
  const hits = await withinLimits(
    transaction,
    added.map((each) => newHit(each, recording)),
  );
  const counts = await insertHits(transaction, { hits, zoneId, source, at });
  if (source !== BrandHitSource.SCAN || counts.length === 0) return;
  await addScanHits(transaction, {
    ids: counts.map(({ brandId }) => brandId),
    counts: counts.map(({ count }) => count),
  });
}

function changesOf(stored: readonly StoredHit[], { found, events }: Recording): HitChange[] {
  const matches = new Map(found.map((each) => [`${each.brand.id} ${each.label}`, each]));
  return stored.flatMap((hit): HitChange[] => {
    const event = events.get(hit.label);
    const followed = event === undefined ? undefined : afterNameEvent(hit, event);
    const same = matches.get(`${hit.brandId} ${hit.label}`);
    if (same === undefined) return followed === undefined ? [] : [followed];
    const { kind, distance } = same.match;
    const matched = afterMatch(followed?.hit ?? hit, { kind, distance, revision: same.brand.revision });
    return [{ hit: matched.hit, entries: [...(followed?.entries ?? []), ...matched.entries] }];
  });
}

function newHit({ brand, label, match }: Found, { sinceOf }: Recording): NewHit {
  const { id, tenantId, revision } = brand;
  const { kind, distance } = match;
  return { brandId: id, tenantId, revision, label, kind, distance, since: sinceOf.get(label) ?? 0 };
}

/** Omits hits of brands that have the maximum number. */
async function withinLimits(transaction: TransactionSql, hits: readonly NewHit[]): Promise<NewHit[]> {
  const ids = [...new Set(hits.map(({ brandId }) => brandId))];
  if (ids.length === 0) return [];
  const counts = new Map((await countStoredHits(transaction, { ids })).map(({ brandId, count }) => [brandId, count]));
  const full = new Set<string>();
  const kept = hits.filter(({ brandId }) => {
    const count = counts.get(brandId) ?? 0;
    if (count < brandLimits.hits) counts.set(brandId, count + 1);
    else full.add(brandId);
    return count < brandLimits.hits;
  });
  if (full.size > 0) await markFull(transaction, { ids: [...full] });
  return kept;
}
