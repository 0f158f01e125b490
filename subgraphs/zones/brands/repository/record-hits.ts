import { type SQL, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  array,
  bigint,
  boolean,
  cast,
  enumeration,
  execute,
  fetchRows,
  hasRow,
  integer,
  nullable,
  type RecordOf,
  type RowOf,
  rawQuery,
  records,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { zone } from '../../tables.js';
import type { ChangedHit } from '../rules/hit-changes.js';
import {
  brand,
  brandHit,
  brandHitEntry,
  brandHitEntryKindType,
  brandHitKindType,
  brandHitSourceType,
  brandHitStatusType,
  brandScan,
} from '../tables.js';
import type { BrandHitEntryKind } from '../vocabulary.js';

const hitColumns = {
  ...{ id: brandHit.id, brandId: brandHit.brandId, label: brandHit.label, kind: brandHit.kind },
  ...{ tenantId: brandHit.tenantId, distance: brandHit.distance, status: brandHit.status, isActive: brandHit.isActive },
  ...{ isUnmatched: brandHit.isUnmatched, isAutoBlocked: brandHit.isAutoBlocked },
  ...{ revision: brandHit.revision, lastIngestId: brandHit.lastIngestId, triagedAt: brandHit.triagedAt },
  reopenedAt: brandHit.reopenedAt,
};

/** Locks and returns the hits with these names. */
export const lockHitsOfNames = fetchRows({ zoneId: integer, labels: array(text) }, ({ zoneId, labels }) =>
  rawQuery(
    hitColumns,
    (columns) => sql`select ${columns} from ${brandHit} where zone_id = ${zoneId} and label = any(${labels})
      order by ${brandHit.id} for update`,
  ),
);

/** The fields of a stored hit that imports and scans read or change. */
export type StoredHit = RowOf<typeof lockHitsOfNames>;

/**
 * Locks and returns a page of the hits of a brand that changed settings can affect, in the order of their ids: hits
 * that are not dismissed and, with `withUnmatched`, hits of names that no longer matched and are not in their zones.
 * Scans compare names that are in their zones.
 */
export const lockHitsOfBrand = fetchRows(
  { brandId: uuid, withUnmatched: boolean, afterId: uuid, limit: integer },
  ({ brandId, withUnmatched, afterId, limit }) =>
    rawQuery(
      { ...hitColumns, zone: zone.name, suffix: zone.suffix },
      (columns) => sql`select ${columns} from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where ${brandHit.brandId} = ${brandId} and ${brandHit.id} > ${afterId} and (${brandHit.status} <> 'dismissed'
          or (${withUnmatched} and ${brandHit.isUnmatched} and not ${brandHit.isActive}))
        order by ${brandHit.id} limit ${limit} for update of brand_hit`,
    ),
);

const isTriaged = (parameters: { zone: SQL; label: SQL }) => sql`${zone.name} = ${parameters.zone}
  and ${brandHit.label} = ${parameters.label} and ${brandHit.status} <> 'open' and not ${brandHit.isUnmatched}`;

/** Whether a name has triaged hits: confirmed hits, or hits that were dismissed by a decision. */
export const hasTriagedHits = hasRow(
  { zone: text, label: text },
  (parameters) =>
    sql`select 1 from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where ${isTriaged(parameters)} limit 1`,
);

/** Locks and returns the triaged hits of a name: confirmed hits, and hits that were dismissed by a decision. */
export const lockTriagedHits = fetchRows({ zone: text, label: text }, (parameters) =>
  rawQuery(
    { ...hitColumns, suffix: zone.suffix },
    (columns) => sql`select ${columns} from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where ${isTriaged(parameters)} order by ${brandHit.id} for update of brand_hit`,
  ),
);

const newHit = records({
  ...{ brandId: uuid, tenantId: nullable(text), label: text, kind: enumeration(brandHitKindType), distance: integer },
  ...{ isAutoBlocked: boolean, revision: integer, lastIngestId: integer },
});

/** A hit to add. */
export type NewHit = RecordOf<typeof newHit>;

/** Adds open hits in a zone, unless they exist; returns the added hits. */
export const insertHits = fetchRows(
  { hit: newHit, zoneId: integer, source: enumeration(brandHitSourceType), at: bigint },
  ({ hit, zoneId, source, at }) =>
    rawQuery(
      {
        ...{ id: cast(uuid, sql`id`), brandId: cast(uuid, sql`brand_id`), label: cast(text, sql`label`) },
        ...{ tenantId: cast(nullable(text), sql`tenant_id`), isAutoBlocked: cast(boolean, sql`is_auto_blocked`) },
      },
      (columns) => sql`with added as (
          insert into ${brandHit} (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
            is_unmatched, is_auto_blocked, revision, since, found_at)
          select brand_id, tenant_id, ${zoneId}, label, kind, distance, ${source}, 'open', true, false,
            is_auto_blocked, revision, last_ingest_id, ${at}
          from ${hit} on conflict do nothing returning id, brand_id, label, tenant_id, is_auto_blocked
        ), entries as (
          insert into ${brandHitEntry} (hit_id, brand_id, kind, at) select id, brand_id, entry.kind, ${at}
          from added cross join lateral (values (1, 'found'::zones.brand_hit_entry_kind, true),
            (2, 'blocked', is_auto_blocked)) entry (position, kind, is_added)
          where entry.is_added order by position, id
        )
        select ${columns} from added`,
    ),
);

const changedHit = records({
  ...{ id: uuid, kind: enumeration(brandHitKindType), distance: integer, status: enumeration(brandHitStatusType) },
  ...{ isActive: boolean, isUnmatched: boolean, isAutoBlocked: boolean, revision: integer, lastIngestId: integer },
  isReopened: boolean,
});

const updateRows = execute(
  { hit: changedHit, at: bigint },
  ({ hit, at }) => sql`update ${brandHit} set kind = hit.kind, distance = hit.distance, status = hit.status,
        is_active = hit.is_active, is_unmatched = hit.is_unmatched, is_auto_blocked = hit.is_auto_blocked,
        revision = hit.revision, since = hit.last_ingest_id,
        reopened_at = case when hit.is_reopened then ${at} else reopened_at end
      from ${hit} where ${brandHit.id} = hit.id`,
);

const insertEntries = execute(
  {
    entry: records({ hitId: uuid, brandId: uuid, kind: enumeration(brandHitEntryKindType) }),
    ...{ at: bigint, caller: nullable(text), note: nullable(text) },
  },
  ({ entry, at, caller, note }) => sql`insert into ${brandHitEntry} (hit_id, brand_id, kind, at, caller, note)
      select hit_id, brand_id, kind, ${at}, ${caller}, ${note} from ${entry}`,
);

/** Stores changed hits and their new history entries. The transaction must have locked the hits. */
export async function updateHits(
  transaction: TransactionSql,
  { changes, at }: { changes: readonly ChangedHit<StoredHit>[]; at: number },
): Promise<void> {
  if (changes.length === 0) return;
  const hits = changes.map(({ hit, entries }) => ({ ...hit, isReopened: entries.includes('reopened') }));
  await updateRows(transaction, { hit: hits, at });
  const entries = changes.flatMap((change) => change.entries.map((kind) => ({ hit: change.hit, kind })));
  await addEntries(transaction, { entries, at, caller: null, note: null });
}

/** Adds entries to the history of hits. */
export async function addEntries(
  transaction: TransactionSql,
  added: {
    entries: readonly { hit: Pick<StoredHit, 'id' | 'brandId'>; kind: BrandHitEntryKind }[];
    at: number;
    caller: string | null;
    note: string | null;
  },
): Promise<void> {
  const { entries, ...common } = added;
  if (entries.length === 0) return;
  const rows = entries.map(({ hit, kind }) => ({ hitId: hit.id, brandId: hit.brandId, kind }));
  await insertEntries(transaction, { ...common, entry: rows });
}

/** The number of open hits of each of these brands whose names are in their zones. */
export const countOpenHits = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  rawQuery(
    { brandId: brandHit.brandId, count: cast(integer, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${brandHit}
        where brand_id = any(${ids}) and status = 'open' and is_active group by brand_id`,
  ),
);

/** Marks brands as full: hits were not stored, because the brands have the maximum number of open hits. */
export const markBrandsFull = execute(
  { ids: array(uuid) },
  ({ ids }) => sql`update ${brand} set is_full = true where id = any(${ids})`,
);

/** Increases the number of hits that the scan of each brand has added, unless the scan is finished. */
export const addScanHits = execute(
  { found: records({ brandId: uuid, count: integer }) },
  ({ found }) => sql`update ${brandScan} set hits = hits + found.count
      from ${found} where ${brandScan.brandId} = found.brand_id and ${brandScan.finishedAt} is null`,
);

/** Stores an analyst's decision on hits, which replaces automatic blocks. The transaction must have locked the hits. */
export const storeTriage = execute(
  { ids: array(uuid), status: enumeration(brandHitStatusType), at: bigint, by: text, note: nullable(text) },
  (parameters) => sql`update ${brandHit} set status = ${parameters.status}, triaged_at = ${parameters.at},
      triaged_by = ${parameters.by}, note = ${parameters.note}, is_unmatched = false,
      is_auto_blocked = false where id = any(${parameters.ids})`,
);
