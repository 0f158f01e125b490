import type { TransactionSql } from 'postgres';
import type { WatchedBrandRow } from '../repository/followed-imports.js';
import {
  addScanHits,
  countOpenHits,
  insertHits,
  lockHitsOfNames,
  markBrandsFull,
  type NewHit,
  type StoredHit,
  updateHits,
} from '../repository/record-hits.js';
import { isAutoBlocked } from '../rules/auto-block.js';
import { brandLimits } from '../rules/brand-input.js';
import { type BrandMatch, BrandMatcher } from '../rules/brand-matcher.js';
import { applyMatch, applyNameEvent, type ChangedHit, dismissUnmatched, type NameEvent } from '../rules/hit-changes.js';
import { BrandHitSource } from '../vocabulary.js';
import { auditBlocks } from './audit-blocks.js';

/**
 * Caches the matcher of the most recently compared brands, because creating it takes longer than comparing a page of
 * names.
 */
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

interface FoundMatch {
  readonly brand: WatchedBrandRow;
  readonly label: string;
  readonly match: BrandMatch;
}

/** Compares names of one zone with brands; returns the names that imitate one. */
export function findMatches(
  options: { matcher: BrandMatcher; brands: readonly WatchedBrandRow[]; zone: { name: string; suffix: string } },
  labels: Iterable<string>,
): FoundMatch[] {
  const { matcher, brands, zone } = options;
  const found: FoundMatch[] = [];
  for (const label of labels) {
    for (const match of matcher.match({ label, zone: zone.name, suffix: zone.suffix })) {
      const brand = brands[match.brand] as WatchedBrandRow; // The matcher has the same brands.
      found.push({ brand, label, match });
    }
  }
  return found;
}

interface FollowedImport {
  /** The changes that the import made to names. */
  readonly events: ReadonlyMap<string, NameEvent>;
  /** Compares names that have hits with the brands, because the import has changed them. */
  readonly match: (labels: Iterable<string>) => FoundMatch[];
}

/** The names of a zone whose hits one transaction adds and updates. */
export interface HitRecording {
  readonly zone: { readonly id: number; readonly suffix: string };
  readonly found: readonly FoundMatch[];
  /** The ingest that last changed each found name. */
  readonly lastIngestIds: ReadonlyMap<string, number>;
  /** The followed import; undefined for a scan, and for the first import of a zone. */
  readonly followed?: FollowedImport;
  readonly source: BrandHitSource;
  readonly at: number;
}

/** Adds hits of found names, and updates existing hits. The transaction must hold the lock of the progress. */
export async function recordHits(transaction: TransactionSql, recording: HitRecording): Promise<void> {
  const { zone, found, followed, source, at } = recording;
  const zoneId = zone.id;
  const labels = [...new Set([...found.map(({ label }) => label), ...(followed?.events.keys() ?? [])])];
  if (labels.length === 0) return;
  const storedHits = await lockHitsOfNames(transaction, { zoneId, labels });
  const changes = changesOf(storedHits, recording);
  await updateHits(transaction, { changes, at });
  const unblocked = changes.flatMap(({ hit, entries }) => (entries.includes('unblocked') ? [hit] : []));
  await auditBlocks(transaction, { action: 'unblock.brand-hit', hits: unblocked, zone });
  const storedKeys = new Set(storedHits.map(({ brandId, label }) => `${brandId} ${label}`));
  const added = found.filter(({ brand, label }) => !storedKeys.has(`${brand.id} ${label}`));
  const hits = await limitHits(
    transaction,
    added.map((each) => newHit(each, recording)),
  );
  if (hits.length === 0) return;
  const inserted = await insertHits(transaction, { hit: hits, zoneId, source, at });
  const blocked = inserted.filter((hit) => hit.isAutoBlocked);
  await auditBlocks(transaction, { action: 'block.brand-hit', hits: blocked, zone });
  if (source !== BrandHitSource.SCAN || inserted.length === 0) return;
  const counts = [...Map.groupBy(inserted, ({ brandId }) => brandId)];
  await addScanHits(transaction, { found: counts.map(([brandId, { length }]) => ({ brandId, count: length })) });
}

function changesOf(storedHits: readonly StoredHit[], { found, followed }: HitRecording): ChangedHit<StoredHit>[] {
  const foundLabels = new Set(found.map(({ label }) => label));
  const others = new Set(storedHits.map(({ label }) => label).filter((label) => !foundLabels.has(label)));
  const all = [...found, ...(followed?.match(others) ?? [])];
  const matches = new Map(all.map((each) => [`${each.brand.id} ${each.label}`, each]));
  return storedHits.flatMap((hit): ChangedHit<StoredHit>[] => {
    const event = followed?.events.get(hit.label);
    const same = matches.get(`${hit.brandId} ${hit.label}`);
    const changed = event === undefined ? undefined : applyNameEvent(hit, event, same !== undefined);
    if (changed === undefined && !foundLabels.has(hit.label)) return [];
    if (changed !== undefined && !changed.hit.isActive) return [changed];
    if (same === undefined) return changed === undefined ? [] : [dismissIfOpen(changed)];
    const { match, brand } = same;
    const { kind, distance } = match;
    const matchOfRevision = { kind, distance, revision: brand.revision, isAutoBlocked: isAutoBlocked(brand, match) };
    const matched = applyMatch(changed?.hit ?? hit, matchOfRevision);
    return [{ hit: matched.hit, entries: [...(changed?.entries ?? []), ...matched.entries] }];
  });
}

/** Dismisses an open hit if its name was added again or its nameservers changed, and it no longer matches its brand. */
function dismissIfOpen(changed: ChangedHit<StoredHit>): ChangedHit<StoredHit> {
  if (changed.hit.status !== 'open') return changed;
  const { hit, entries } = dismissUnmatched(changed.hit);
  return { hit, entries: [...changed.entries, ...entries] };
}

/**
 * A new open hit. Only names that an import adds to a known zone are blocked automatically, not those that a scan
 * finds.
 */
function newHit({ brand, label, match }: FoundMatch, { lastIngestIds, source }: HitRecording): NewHit {
  const { id: brandId, tenantId, revision } = brand;
  const { kind, distance } = match;
  return {
    ...{ brandId, tenantId, revision, label, kind, distance, lastIngestId: lastIngestIds.get(label) ?? 0 },
    isAutoBlocked: source === BrandHitSource.IMPORT && isAutoBlocked(brand, match),
  };
}

/**
 * Returns the hits that can be added. Hits beyond the maximum number of open hits of a brand are omitted, and the brand
 * is marked as full.
 */
async function limitHits(transaction: TransactionSql, hits: readonly NewHit[]): Promise<NewHit[]> {
  const ids = [...new Set(hits.map(({ brandId }) => brandId))];
  if (ids.length === 0) return [];
  const counts = new Map((await countOpenHits(transaction, { ids })).map(({ brandId, count }) => [brandId, count]));
  const fullBrands = new Set<string>();
  const hitsToRecord = hits.filter(({ brandId }) => {
    const count = counts.get(brandId) ?? 0;
    if (count < brandLimits.openHits) counts.set(brandId, count + 1);
    else fullBrands.add(brandId);
    return count < brandLimits.openHits;
  });
  if (fullBrands.size > 0) await markBrandsFull(transaction, { ids: [...fullBrands] });
  return hitsToRecord;
}
