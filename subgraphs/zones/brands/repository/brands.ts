import { getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  boolean,
  byShape,
  cast,
  execute,
  fetchOne,
  fetchRows,
  hasRow,
  insertInto,
  integer,
  nullable,
  optional,
  type RowOfSelection,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { zone } from '../../tables.js';
import { brand, brandHit, brandScan } from '../tables.js';

const columns = {
  ...getTableColumns(brand),
  ...{ namesRead: brandScan.namesRead, namesTotal: brandScan.namesTotal, scanHits: brandScan.hits },
  ...{ scanStartedAt: brandScan.startedAt, scanFinishedAt: brandScan.finishedAt },
};

/** A brand and the progress of its scan. Times are Unix epoch milliseconds. */
export type BrandRow = RowOfSelection<typeof columns>;

/** Filter of the brands that a statement selects. */
export interface BrandQuery {
  /** Tenants of the brands; null: all brands, including those without a tenant. */
  readonly tenants: readonly string[] | null;
  readonly ids?: readonly string[];
}

/** Selects brands with the progress of their scans, ordered by name and tenant. */
export const selectBrands = fetchRows(
  byShape(
    ({ tenants, ids }: BrandQuery) => `${tenants === null} ${ids === undefined}`,
    ({ tenants, ids }) =>
      statement({ tenants: optional(nullable(array(text))), ids: optional(array(uuid)) }, (parameters) =>
        rawQuery(
          columns,
          (selected) => sql`select ${selected} from ${brand} join ${brandScan} on ${brandScan.brandId} = ${brand.id}
          where ${tenants === null ? sql`true` : sql`${brand.tenantId} = any(${parameters.tenants})`}
            and ${ids === undefined ? sql`true` : sql`${brand.id} = any(${parameters.ids})`}
          order by ${brand.name}, ${brand.tenantId} nulls first`,
        ),
      ),
  ),
);

const settingTypes = {
  ...{ id: uuid, allowedNames: array(text), zones: nullable(array(text)), kinds: array(text), maxDistance: integer },
  ...{ words: array(text), opensAlerts: boolean, autoBlockKinds: array(text), autoBlockMaxDistance: integer },
  ...{ revision: integer, updatedAt: bigint },
};

/** Stores a brand; {@link startScan} must follow. */
export const insertBrand = execute(
  { ...settingTypes, tenantId: nullable(text), name: text, createdAt: bigint, createdBy: text },
  (parameters) => insertInto(brand, { ...parameters, isFull: sql`false` }),
);

/** Stores the settings of a brand; after a change of its revision, {@link startScan} must follow. */
export const updateBrand = execute(
  settingTypes,
  (parameters) => sql`update ${brand} set allowed_names = ${parameters.allowedNames}, zones = ${parameters.zones},
      kinds = ${parameters.kinds}, max_distance = ${parameters.maxDistance}, words = ${parameters.words}, opens_alerts = ${parameters.opensAlerts},
      auto_block_kinds = ${parameters.autoBlockKinds}, auto_block_max_distance = ${parameters.autoBlockMaxDistance},
      is_full = is_full and revision = ${parameters.revision}, revision = ${parameters.revision},
      skipped_certificates = case when revision = ${parameters.revision} then skipped_certificates else 0 end,
      updated_at = ${parameters.updatedAt} where id = ${parameters.id}`,
);

/** Removes a brand with its hits. */
export const deleteBrand = execute({ id: uuid }, ({ id }) => sql`delete from ${brand} where id = ${id}`);

/** Resets the progress of a brand's scan, so the job compares it with all names from the first one. */
export const startScan = execute(
  { id: uuid, zones: nullable(array(text)), at: bigint },
  ({ id, zones, at }) => sql`insert into ${brandScan}
        (brand_id, zone_id, label, names_read, names_total, hits, started_at)
      select ${id}, 0, '', 0, coalesce(sum(domains), 0), 0, ${at} from ${zone}
        where ${zones} is null or name = any(${zones})
      on conflict (brand_id) do update set zone_id = 0, label = '', names_read = 0, hits = 0,
        names_total = excluded.names_total, started_at = excluded.started_at, finished_at = null`,
);

/** Number of all brands, and number of the brands of a tenant (null: brands without a tenant). */
export const countBrands = fetchOne({ tenantId: nullable(text) }, ({ tenantId }) =>
  rawQuery(
    {
      all: cast(integer, sql`count(*)`),
      ofTenant: cast(integer, sql`count(*) filter (where tenant_id is not distinct from ${tenantId})`),
    },
    (selected) => sql`select ${selected} from ${brand}`,
  ),
);

/** Whether a tenant (null: no tenant) has a brand with this name. */
export const hasBrand = hasRow({ tenantId: nullable(text), name: text }, ({ tenantId, name }) =>
  rawQuery(
    { id: brand.id },
    (selected) =>
      sql`select ${selected} from ${brand} where name = ${name} and tenant_id is not distinct from ${tenantId}`,
  ),
);

/** Number of hits of each brand and status; brands without hits are omitted. */
export const countHitsOfBrands = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  rawQuery(
    {
      brandId: brandHit.brandId,
      open: cast(integer, sql`count(*) filter (where status = 'open')`),
      dismissed: cast(integer, sql`count(*) filter (where status = 'dismissed')`),
      confirmed: cast(integer, sql`count(*) filter (where status = 'confirmed')`),
    },
    (selected) => sql`select ${selected} from ${brandHit} where brand_id = any(${ids}) group by brand_id`,
  ),
);

/** Brands for which hits or names of certificates were not recorded, because there are too many; ordered by name. */
export const selectFullBrands = fetchRows({}, () =>
  rawQuery(
    { name: brand.name, isFull: brand.isFull, skippedCertificates: brand.skippedCertificates },
    (selected) => sql`select ${selected} from ${brand} where is_full or skipped_certificates > 0 order by name`,
  ),
);
