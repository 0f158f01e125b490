import { type SQL, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  array,
  bigint,
  enumeration,
  execute,
  fetchRows,
  hasRow,
  integer,
  nullable,
  type RowOf,
  rows,
  run,
  statement,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { zone } from '../../tables.js';
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
import type { BrandHitEntryKind, BrandHitKind, BrandHitSource, BrandHitStatus } from '../vocabulary.js';

const stored = {
  ...{ id: brandHit.id, brandId: brandHit.brandId, label: brandHit.label, kind: brandHit.kind },
  ...{ distance: brandHit.distance, status: brandHit.status, isActive: brandHit.isActive },
  ...{ isUnmatched: brandHit.isUnmatched, isAutoBlocked: brandHit.isAutoBlocked },
  ...{ revision: brandHit.revision, since: brandHit.since, triagedAt: brandHit.triagedAt },
  reopenedAt: brandHit.reopenedAt,
};

const hitsOfNames = statement({ zoneId: integer, labels: array(text) }, ({ zoneId, labels }) =>
  rows(
    stored,
    (columns) => sql`select ${columns} from ${brandHit} where zone_id = ${zoneId} and label = any(${labels})
      order by ${brandHit.id} for update`,
  ),
);

/** The fields of a stored hit that imports and scans read or change. */
export type StoredHit = RowOf<typeof hitsOfNames>;

/** Locks the hits with these names. */
export const lockHitsOfNames = fetchRows(hitsOfNames);

/** Locks the hits of a brand that are not dismissed. */
export const lockHitsOfBrand = fetchRows(
  statement({ brandId: uuid }, ({ brandId }) =>
    rows(
      { ...stored, zone: zone.name, suffix: zone.suffix },
      (columns) => sql`select ${columns} from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where ${brandHit.brandId} = ${brandId} and ${brandHit.status} <> 'dismissed'
        order by ${brandHit.id} for update of brand_hit`,
    ),
  ),
);

const isTriaged = (parameters: { zone: SQL; label: SQL }) => sql`${zone.name} = ${parameters.zone}
  and ${brandHit.label} = ${parameters.label} and ${brandHit.status} <> 'open' and not ${brandHit.isUnmatched}`;

/** Whether a name has hits that are dismissed because of a decision, or confirmed. */
export const hasTriagedHits = hasRow(
  statement({ zone: text, label: text }, (parameters) =>
    rows(
      { id: brandHit.id },
      (columns) => sql`select ${columns} from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where ${isTriaged(parameters)} limit 1`,
    ),
  ),
);

/** Locks the hits of a name that are dismissed because of a decision, or confirmed. */
export const lockTriagedHits = fetchRows(
  statement({ zone: text, label: text }, (parameters) =>
    rows(
      { ...stored, suffix: zone.suffix },
      (columns) => sql`select ${columns} from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where ${isTriaged(parameters)} order by ${brandHit.id} for update of brand_hit`,
    ),
  ),
);

/** A hit to add. */
export interface NewHit {
  readonly brandId: string;
  readonly tenantId: string | null;
  readonly revision: number;
  readonly label: string;
  readonly kind: BrandHitKind;
  readonly distance: number;
  readonly since: number;
  readonly isAutoBlocked: boolean;
}

const insertion = statement(
  {
    ...{ brandIds: array(uuid), tenantIds: array(nullable(text)), revisions: array(integer), labels: array(text) },
    ...{ kinds: array(enumeration(brandHitKindType)), distances: array(integer), sinces: array(integer) },
    ...{ autoBlocked: array(text), zoneId: integer, source: enumeration(brandHitSourceType), at: bigint },
  },
  (parameters) =>
    rows(
      { brandId: typed(uuid, sql`brand_id`), count: typed(integer, sql`count(*)`) },
      (columns) => sql`with added as (
          insert into ${brandHit} (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
            is_unmatched, is_auto_blocked, revision, since, found_at)
          select brand_id, tenant_id, ${parameters.zoneId}, label, kind, distance, ${parameters.source}, 'open', true, false,
            is_auto_blocked, revision, since, ${parameters.at}
          from unnest(${parameters.brandIds}, ${parameters.tenantIds}, ${parameters.revisions}, ${parameters.labels}, ${parameters.kinds},
            ${parameters.distances}, ${parameters.sinces}, ${parameters.autoBlocked}::boolean[])
            as hit (brand_id, tenant_id, revision, label, kind, distance, since, is_auto_blocked)
          on conflict do nothing returning id, brand_id, is_auto_blocked
        ), entries as (
          insert into ${brandHitEntry} (hit_id, brand_id, kind, at) select id, brand_id, entry.kind, ${parameters.at}
          from added cross join lateral (values (1, 'found'::zones.brand_hit_entry_kind, true),
            (2, 'blocked', is_auto_blocked)) entry (position, kind, is_added)
          where entry.is_added order by position, id
        )
        select ${columns} from added group by brand_id`,
    ),
);

/** Adds open hits in a zone, unless they exist; returns the number of added hits for each brand that has some. */
export async function insertHits(
  transaction: TransactionSql,
  added: { hits: readonly NewHit[]; zoneId: number; source: BrandHitSource; at: number },
): Promise<{ brandId: string; count: number }[]> {
  const { hits, ...common } = added;
  if (hits.length === 0) return [];
  return await run(transaction, insertion, {
    ...common,
    brandIds: hits.map((hit) => hit.brandId),
    tenantIds: hits.map((hit) => hit.tenantId),
    revisions: hits.map((hit) => hit.revision),
    labels: hits.map((hit) => hit.label),
    kinds: hits.map((hit) => hit.kind),
    distances: hits.map((hit) => hit.distance),
    sinces: hits.map((hit) => hit.since),
    autoBlocked: hits.map((hit) => String(hit.isAutoBlocked)),
  });
}

/** The new state of a stored hit, and the entries to add to its history. */
export interface HitChange {
  readonly hit: StoredHit;
  readonly entries: readonly BrandHitEntryKind[];
}

const updateRows = execute(
  statement(
    {
      ...{ ids: array(uuid), kinds: array(enumeration(brandHitKindType)), distances: array(integer) },
      ...{ statuses: array(enumeration(brandHitStatusType)), actives: array(text), unmatched: array(text) },
      ...{ autoBlocked: array(text), revisions: array(integer), sinces: array(integer), reopened: array(text) },
      at: bigint,
    },
    (parameters) => sql`update ${brandHit} set kind = hit.kind, distance = hit.distance, status = hit.status,
        is_active = hit.is_active, is_unmatched = hit.is_unmatched, is_auto_blocked = hit.is_auto_blocked,
        revision = hit.revision, since = hit.since,
        reopened_at = case when hit.is_reopened then ${parameters.at} else reopened_at end
      from unnest(${parameters.ids}, ${parameters.kinds}, ${parameters.distances}, ${parameters.statuses}, ${parameters.actives}::boolean[],
        ${parameters.unmatched}::boolean[], ${parameters.autoBlocked}::boolean[], ${parameters.revisions}, ${parameters.sinces},
        ${parameters.reopened}::boolean[])
        as hit (id, kind, distance, status, is_active, is_unmatched, is_auto_blocked, revision, since, is_reopened)
      where ${brandHit.id} = hit.id`,
  ),
);

const insertEntries = execute(
  statement(
    {
      ...{ hitIds: array(uuid), brandIds: array(uuid), kinds: array(enumeration(brandHitEntryKindType)), at: bigint },
      ...{ caller: nullable(text), note: nullable(text) },
    },
    (parameters) => sql`insert into ${brandHitEntry} (hit_id, brand_id, kind, at, caller, note)
      select hit_id, brand_id, kind, ${parameters.at}, ${parameters.caller}, ${parameters.note}
      from unnest(${parameters.hitIds}, ${parameters.brandIds}, ${parameters.kinds}) as entry (hit_id, brand_id, kind)`,
  ),
);

/** Stores changed hits, which the transaction has locked, and the entries in their history. */
export async function updateHits(
  transaction: TransactionSql,
  { changes, at }: { changes: readonly HitChange[]; at: number },
): Promise<void> {
  if (changes.length === 0) return;
  const hits = changes.map(({ hit }) => hit);
  await updateRows(transaction, {
    ids: hits.map((hit) => hit.id),
    kinds: hits.map((hit) => hit.kind),
    distances: hits.map((hit) => hit.distance),
    statuses: hits.map((hit) => hit.status),
    actives: hits.map((hit) => String(hit.isActive)),
    unmatched: hits.map((hit) => String(hit.isUnmatched)),
    autoBlocked: hits.map((hit) => String(hit.isAutoBlocked)),
    revisions: hits.map((hit) => hit.revision),
    sinces: hits.map((hit) => hit.since),
    reopened: changes.map(({ entries }) => String(entries.includes('reopened'))),
    at,
  });
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
  await insertEntries(transaction, {
    ...common,
    hitIds: entries.map(({ hit }) => hit.id),
    brandIds: entries.map(({ hit }) => hit.brandId),
    kinds: entries.map(({ kind }) => kind),
  });
}

/** Number of hits of each of these brands, without those whose names no longer match. */
export const countStoredHits = fetchRows(
  statement({ ids: array(uuid) }, ({ ids }) =>
    rows(
      { brandId: brandHit.brandId, count: typed(integer, sql`count(*)`) },
      (columns) => sql`select ${columns} from ${brandHit}
        where brand_id = any(${ids}) and not is_unmatched group by brand_id`,
    ),
  ),
);

/** Records that hits of these brands were not stored, because they have the maximum number. */
export const markFull = execute(
  statement({ ids: array(uuid) }, ({ ids }) => sql`update ${brand} set is_full = true where id = any(${ids})`),
);

/** Adds to the numbers of hits that the scans of brands have added. */
export const addScanHits = execute(
  statement(
    { ids: array(uuid), counts: array(integer) },
    ({ ids, counts }) => sql`update ${brandScan} set hits = hits + found.count
      from unnest(${ids}, ${counts}) as found (id, count) where ${brandScan.brandId} = found.id`,
  ),
);

/** The values that a triage sets. */
export interface Triage {
  readonly ids: readonly string[];
  readonly status: BrandHitStatus;
  readonly at: number;
  readonly by: string;
  readonly note: string | null;
}

/** Stores the decision of an analyst on hits that the transaction has locked; it replaces an automatic block. */
export const storeTriage = execute(
  statement(
    { ids: array(uuid), status: enumeration(brandHitStatusType), at: bigint, by: text, note: nullable(text) },
    (parameters) => sql`update ${brandHit} set status = ${parameters.status}, triaged_at = ${parameters.at},
      triaged_by = ${parameters.by}, note = ${parameters.note}, is_unmatched = false,
      is_auto_blocked = false where id = any(${parameters.ids})`,
  ),
);
