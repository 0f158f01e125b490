import { sql } from 'drizzle-orm';
import {
  array,
  bigint,
  boolean,
  byShape,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  optional,
  rawQuery,
  records,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { blockChange } from '../../blocklist/tables.js';
import { zone } from '../../tables.js';
import { brand, brandAlert, brandAlertProgress, brandHit } from '../tables.js';

/** Reads the serial up to which confirmed hits have opened alerts, and locks it until the transaction ends. */
export const lockAlertProgress = fetchRow({}, () =>
  rawQuery(
    { serial: brandAlertProgress.serial },
    (columns) => sql`select ${columns} from ${brandAlertProgress} for update`,
  ),
);

export const updateAlertProgress = execute(
  { serial: bigint },
  ({ serial }) => sql`update ${brandAlertProgress} set serial = ${serial}`,
);

/**
 * The newest serial of block list changes. All changes with lower serials are visible, because serials follow commits.
 */
export const selectNewestSerial = fetchOne({}, () =>
  rawQuery(
    { serial: cast(bigint, sql`coalesce(max(${blockChange.serial}), 0)`) },
    (columns) => sql`select ${columns} from ${blockChange}`,
  ),
);

const hitColumns = {
  ...{ hitId: brandHit.id, tenantId: brand.tenantId, brand: brand.name, zone: zone.name, kind: brandHit.kind },
  distance: brandHit.distance,
  name: cast(text, sql`${brandHit.label} || ${zone.suffix}`),
};

/**
 * Finds the first serial after `after` and up to `upTo` with confirmed hits of brands that open alerts, and returns the
 * hits that were confirmed at this serial.
 */
export const selectConfirmedHits = fetchRows({ after: bigint, upTo: bigint }, ({ after, upTo }) =>
  rawQuery(
    {
      ...hitColumns,
      ...{ serial: blockChange.serial, domain: blockChange.name },
    },
    (columns) => sql`select ${columns} from ${blockChange}
        join ${brand} on ${brand.id} = ${blockChange.brandId} join ${brandHit} on ${brandHit.id} = ${blockChange.hitId}
        join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where coalesce(is_confirmed, is_added) and opens_alerts and ${blockChange.serial} = (
          select min(first.serial) from ${blockChange} first join ${brand} opening on opening.id = first.brand_id
            where coalesce(first.is_confirmed, first.is_added) and opening.opens_alerts and first.serial > ${after} and first.serial <= ${upTo}
              and exists (select from ${brandHit} existing where existing.id = first.hit_id))
        order by ${blockChange.hitId}`,
  ),
);

/** Records inferences that are submitted to the alerts domain, unless they are recorded already. */
export const insertInferences = execute(
  { submitted: records({ inferenceId: text, hitId: uuid, domain: text }), at: bigint },
  ({ submitted, at }) => sql`insert into ${brandAlert} (inference_id, hit_id, hostname, at)
      select inference_id, hit_id, domain, ${at} from ${submitted} on conflict do nothing`,
);

/**
 * Active hits of brands that open alerts, except dismissed ones; sorted by id, after a given id. `tenantId` is the
 * tenant of the brand, or `alertTenant` if it has none; hits without either are omitted.
 */
export const selectHitsToMatch = fetchRows(
  { after: uuid, alertTenant: text, limit: integer },
  ({ after, alertTenant, limit }) =>
    rawQuery(
      {
        ...{ id: brandHit.id, name: hitColumns.name },
        tenantId: cast(text, sql`coalesce(${brand.tenantId}, ${alertTenant})`),
        isOfTenant: cast(boolean, sql`${brand.tenantId} is not null`),
      },
      (columns) => sql`select ${columns} from ${brandHit}
        join ${brand} on ${brand.id} = ${brandHit.brandId} join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where opens_alerts and is_active and status <> 'dismissed' and ${brandHit.id} > ${after}
          and coalesce(${brand.tenantId}, ${alertTenant}) <> ''
        order by ${brandHit.id} limit ${limit}`,
    ),
);

/** Records inferences about hosts at or below names of hits, once for each hit and host; returns the new ones. */
export const insertMatches = fetchRows({ found: records({ id: uuid, hostname: text }), at: bigint }, ({ found, at }) =>
  rawQuery(
    { inferenceId: cast(text, sql`inference_id`) },
    (columns) => sql`insert into ${brandAlert} (inference_id, hit_id, hostname, at)
        select distinct 'brand-match:' || id || ':' || md5(hostname), id, hostname, ${at} from ${found}
        where exists (select from ${brandHit} where ${brandHit.id} = found.id)
          and not exists (select from ${brandAlert} known
            where known.hit_id = found.id and known.hostname = found.hostname)
        on conflict do nothing returning ${columns}`,
  ),
);

/**
 * Inferences that were submitted before a time, and whose import the alerts domain has not reported. Inferences for
 * brands without a tenant are included only if `alertTenant` is not empty.
 */
export const selectUnreportedInferences = fetchRows(
  { before: bigint, alertTenant: text, limit: integer },
  ({ before, alertTenant, limit }) =>
    rawQuery(
      {
        ...hitColumns,
        ...{ inferenceId: brandAlert.inferenceId, domain: brandAlert.hostname, at: brandAlert.at },
      },
      (columns) => sql`select ${columns} from ${brandAlert}
        join ${brandHit} on ${brandHit.id} = ${brandAlert.hitId} join ${brand} on ${brand.id} = ${brandHit.brandId}
        join ${zone} on ${zone.id} = ${brandHit.zoneId}
        where alert_id is null and ignored_at is null and at < ${before}
          and coalesce(${brand.tenantId}, ${alertTenant}) <> '' order by at, inference_id limit ${limit}`,
    ),
);

/** Marks inferences as ignored, because they belong to no alert; inferences with a stored alert are unchanged. */
export const markInferencesIgnored = execute(
  { inferenceIds: array(text), at: bigint },
  ({ inferenceIds, at }) => sql`update ${brandAlert} set ignored_at = ${at}
      where inference_id = any(${inferenceIds}) and alert_id is null`,
);

/** Stores the alert that each inference belongs to. */
export const storeAlertIds = execute(
  { opened: records({ inferenceId: text, alertId: uuid }) },
  ({ opened }) => sql`update ${brandAlert} set alert_id = opened.alert_id
      from ${opened} where ${brandAlert.inferenceId} = opened.inference_id`,
);

/** The alerts with inferences about hits, by the time of the inferences, oldest first. */
export const selectAlertsOfHits = fetchRows({ hitIds: array(uuid) }, ({ hitIds }) =>
  rawQuery(
    { hitId: brandAlert.hitId, alertId: cast(text, sql`${brandAlert.alertId}`) },
    (columns) => sql`select ${columns} from ${brandAlert}
        where hit_id = any(${hitIds}) and alert_id is not null order by at, inference_id`,
  ),
);

/** The hits that alerts have inferences about, for brands of these tenants (null: all brands). */
export const selectHitsOfAlerts = fetchRows(
  { alertIds: array(uuid), tenants: nullable(array(text)) },
  ({ alertIds, tenants }) =>
    rawQuery(
      { alertId: cast(text, sql`${brandAlert.alertId}`), hitId: brandAlert.hitId },
      (columns) => sql`select distinct ${columns} from ${brandAlert} join ${brandHit} on ${brandHit.id} = hit_id
        where alert_id = any(${alertIds}) and (${tenants} is null or ${brandHit.tenantId} = any(${tenants}))
        order by 1, 2`,
    ),
);

/** The newest alerts with inferences about a name's hits, for brands of these tenants (null: all brands). */
export const selectAlertsOfName = fetchRows(
  byShape(
    ({ tenants }: { tenants: readonly string[] | null }) => String(tenants === null),
    ({ tenants }) =>
      statement({ zone: text, label: text, limit: integer, tenants: optional(nullable(array(text))) }, (parameters) =>
        rawQuery(
          {
            ...{ inferenceId: brandAlert.inferenceId, at: brandAlert.at, brand: hitColumns.brand },
            alertId: cast(text, sql`${brandAlert.alertId}`),
          },
          (columns) => sql`select ${columns} from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
          join ${brand} on ${brand.id} = ${brandHit.brandId} join ${brandAlert} on ${brandAlert.hitId} = ${brandHit.id}
          where ${zone.name} = ${parameters.zone} and ${brandHit.label} = ${parameters.label} and alert_id is not null
            ${tenants === null ? sql`` : sql`and ${brandHit.tenantId} = any(${parameters.tenants})`}
          order by at desc, inference_id limit ${parameters.limit}`,
        ),
      ),
  ),
);
