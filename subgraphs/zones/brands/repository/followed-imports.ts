import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  runForRow,
  sqlFile,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { change, ingest, state, zone } from '../../tables.js';
import { brand, brandHit, brandProgress, brandScan } from '../tables.js';

/** Starts to follow imports after the newest one, unless imports are already followed. */
export const startProgress = execute(
  {},
  () => sql`insert into ${brandProgress} (is_only, ingest) select true, coalesce(max(id), 0) from ${ingest}
      on conflict do nothing`,
);

/**
 * Reads the position of followed imports, and locks it until the transaction ends; undefined if imports are not
 * followed.
 */
export const lockProgress = fetchRow({}, () =>
  rawQuery(
    { ingest: brandProgress.ingest, label: brandProgress.label },
    (columns) => sql`select ${columns} from ${brandProgress} for update`,
  ),
);

/** Position up to which imports were processed: an import, and a label in it (null: the whole import). */
export type BrandProgress = RowOf<typeof lockProgress>;

export const updateProgress = execute(
  { ingest: integer, label: nullable(text) },
  (values) => sql`update ${brandProgress} set ingest = ${values.ingest}, label = ${values.label}`,
);

export const selectNewestIngest = fetchOne({}, () =>
  rawQuery({ id: cast(integer, sql`coalesce(max(id), 0)`) }, (columns) => sql`select ${columns} from ${ingest}`),
);

const nextIngest = statement({ from: integer }, ({ from }) =>
  rawQuery(
    {
      ...{ id: ingest.id, at: ingest.at, isInitial: ingest.isInitial, zoneId: ingest.zoneId },
      ...{ zone: zone.name, suffix: zone.suffix },
    },
    (columns) => sql`select ${columns} from ${ingest} join ${zone} on ${zone.id} = ${ingest.zoneId}
      where ${ingest.id} >= ${from} order by ${ingest.id} limit 1`,
  ),
);

/** An applied import and its zone. */
export type IngestRow = RowOf<typeof nextIngest>;

/** The next import to process: the current one if it is only partly processed; undefined if there is none. */
export async function selectIngest(executor: Executor, progress: BrandProgress): Promise<IngestRow | undefined> {
  return await runForRow(executor, nextIngest, {
    from: progress.label === null ? progress.ingest + 1 : progress.ingest,
  });
}

/** Changes made by an import, after a label; not for the first import of a zone. */
export const selectChanges = fetchRows(
  { id: integer, at: bigint, after: text, limit: integer },
  ({ id, at, after, limit }) =>
    rawQuery(
      {
        label: change.label,
        isAdded: cast(boolean, sql`old_set_id is null`),
        isRemoved: cast(boolean, sql`new_set_id is null`),
      },
      (columns) => sql`select ${columns} from ${change}
        where ingest = ${id} and at = ${at} and label > ${after} order by label limit ${limit}`,
    ),
);

/** A name that an import added or removed, or whose nameservers it changed. */
export type NameChange = RowOf<typeof selectChanges>;

/**
 * Names of the first import of a zone, after a label: the names in the current state that no later import has changed,
 * and those that later imports have changed or removed.
 */
export const selectFirstNames = fetchRows(
  { id: integer, zoneId: integer, at: bigint, after: text, limit: integer },
  (values) =>
    rawQuery(
      { label: cast(text, sql`label`) },
      (columns) => sql`select ${columns} from (
        (select label from ${state} where zone_id = ${values.zoneId} and label > ${values.after}
          and since = ${values.id} order by label limit ${values.limit})
        union
        (select label from ${change} where zone_id = ${values.zoneId} and at > ${values.at} and label > ${values.after}
          and old_since = ${values.id} order by label limit ${values.limit})
      ) names order by label limit ${values.limit}`,
    ),
);

/** The import that last changed each of these names; names that are not in the zone are omitted. */
export const selectLastIngests = fetchRows({ zoneId: integer, labels: array(text) }, ({ zoneId, labels }) =>
  rawQuery(
    { label: state.label, since: state.since },
    (columns) => sql`select ${columns} from ${state} where zone_id = ${zoneId} and label = any(${labels})`,
  ),
);

const labelPage = sqlFile(import.meta.url, './brand-labels.sql', {
  parameters: { zoneId: integer, after: text, upTo: nullable(text), limit: integer },
  row: { labels: nullable(text) },
});

/** Labels of a zone's state, in order, after `after` and up to `upTo` (null: to the last label). */
export async function selectLabels(
  executor: Executor,
  page: { zoneId: number; after: string; upTo: string | null; limit: number },
): Promise<string[]> {
  const found = await runForRow(executor, labelPage, page);
  return found?.labels?.split('\n') ?? [];
}

/** All zones, ordered by id. */
export const selectZonesById = fetchRows({}, () =>
  rawQuery(
    { id: zone.id, name: zone.name, suffix: zone.suffix },
    (columns) => sql`select ${columns} from ${zone} order by ${zone.id}`,
  ),
);

const watchedBrandColumns = {
  ...{ id: brand.id, tenantId: brand.tenantId, name: brand.name, allowedNames: brand.allowedNames },
  ...{
    zones: brand.zones,
    kinds: brand.kinds,
    maxDistance: brand.maxDistance,
    words: brand.words,
    revision: brand.revision,
  },
  ...{ autoBlockKinds: brand.autoBlockKinds, autoBlockMaxDistance: brand.autoBlockMaxDistance },
  ...{ isFull: brand.isFull, scanZoneId: brandScan.zoneId, scanLabel: brandScan.label },
};

/**
 * Brands with their scan positions, ordered by position; if `isScanning` is true, only brands whose scan is not
 * finished.
 */
export const selectWatchedBrands = fetchRows({ isScanning: boolean }, ({ isScanning }) =>
  rawQuery(
    watchedBrandColumns,
    (columns) => sql`select ${columns} from ${brand} join ${brandScan} on ${brandScan.brandId} = ${brand.id}
      where not ${isScanning} or ${brandScan.finishedAt} is null
      order by ${brandScan.zoneId}, ${brandScan.label}, ${brand.id}`,
  ),
);

export type WatchedBrandRow = RowOf<typeof selectWatchedBrands>;

export const moveScans = execute(
  { ids: array(uuid), zoneId: integer, label: text, names: integer },
  (values) => sql`update ${brandScan} set zone_id = ${values.zoneId}, label = ${values.label},
      names_read = names_read + ${values.names} where brand_id = any(${values.ids})`,
);

/**
 * Publishes that the names of a new zone were compared, for each brand that has hits of scans in the zone, unless a
 * scan of the brand is in progress. The stored result of the brand's scan of all names does not change.
 */
export const publishScansOfZone = execute(
  { zoneId: integer },
  ({ zoneId }) => sql`insert into platform.event (type, tenant_id, data)
    select 'brand-scans', tenant_id, jsonb_build_object('brandId', ${brand.id}, 'name', ${brand.name}, 'hits', found,
      'zone', ${zone.name})
    from (select brand_id, count(*) as found from ${brandHit} where zone_id = ${zoneId} and source = 'scan'
        group by brand_id) hits
      join ${brand} on ${brand.id} = hits.brand_id
      join ${brandScan} on ${brandScan.brandId} = hits.brand_id and ${brandScan.finishedAt} is not null
      join ${zone} on ${zone.id} = ${zoneId}`,
);

export const finishScans = execute(
  { ids: array(uuid), at: bigint },
  ({ ids, at }) => sql`update ${brandScan} set finished_at = ${at} where brand_id = any(${ids})`,
);
