import { eq, getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  optional,
  queryBuilder,
  rawQuery,
  records,
  statement,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { brand, brandHit, brandHitKindType } from '../brands/tables.js';
import { zone } from '../tables.js';
import { brandCertificate, certificate, certificateLog } from './tables.js';

export const selectLogs = fetchRows({ urls: array(text) }, ({ urls }) =>
  rawQuery(
    getTableColumns(certificateLog),
    (columns) => sql`select ${columns} from ${certificateLog} where ${certificateLog.url} = any(${urls})`,
  ),
);

export const selectLog = fetchRow({ url: text }, ({ url }) =>
  queryBuilder.select().from(certificateLog).where(eq(certificateLog.url, url)),
);

/** Records the start of an attempt to read a log; if the process dies, the log is due again at `retryAt`. */
export const beginLogAttempt = execute(
  { url: text, now: bigint, retryAt: bigint },
  ({ url, now, retryAt }) => sql`insert into ${certificateLog} (url, last_attempt_at, next_attempt_at)
      values (${url}, ${now}, ${retryAt}) on conflict (url) do update
      set last_attempt_at = excluded.last_attempt_at, next_attempt_at = excluded.next_attempt_at`,
);

/** Records the end of an attempt to read a log. */
export const endLogAttempt = execute(
  { url: text, error: nullable(text), failures: integer, nextAttemptAt: bigint },
  (ended) => sql`update ${certificateLog} set error = ${ended.error}, failures = ${ended.failures},
      next_attempt_at = ${ended.nextAttemptAt} where ${certificateLog.url} = ${ended.url}`,
);

/**
 * Stores a verified tree head of a log. The first one sets the reading position to the size of the tree, so earlier
 * entries are not read.
 */
export const storeTreeHead = execute(
  { url: text, size: bigint, rootHash: text, at: bigint },
  (head) => sql`update ${certificateLog} set tree_size = ${head.size}, root_hash = decode(${head.rootHash}, 'hex'),
      tree_at = ${head.at}, position = coalesce(position, ${head.size}) where ${certificateLog.url} = ${head.url}`,
);

export const updateLogPosition = execute(
  { url: text, position: bigint },
  ({ url, position }) => sql`update ${certificateLog} set position = ${position} where ${certificateLog.url} = ${url}`,
);

/**
 * Adds a certificate, unless it is already stored from its precertificate or from another log.
 * @returns its id
 */
export const addCertificate = fetchRow(
  {
    ...{ issuer: text, serialNumber: text, names: array(text), notBefore: bigint, notAfter: bigint },
    ...{ logUrl: text, entryIndex: bigint, loggedAt: bigint },
  },
  (added) =>
    rawQuery(
      { id: certificate.id },
      (columns) => sql`insert into ${certificate}
            (issuer, serial_number, names, not_before, not_after, log_url, entry_index, logged_at)
          values (${added.issuer}, ${added.serialNumber}, ${added.names}, ${added.notBefore}, ${added.notAfter},
            ${added.logUrl}, ${added.entryIndex}, ${added.loggedAt})
          on conflict (issuer, serial_number) do update set issuer = excluded.issuer returning ${columns}`,
    ),
);

/**
 * Adds certificate names that imitate brands; names for brands that were removed in the meantime are omitted.
 * @returns the brand of each name that was not added, because the brand has the maximum number of names
 */
export const addBrandCertificates = fetchRows(
  {
    match: records({
      ...{ brandId: uuid, name: text, zone: text, label: text },
      ...{ kind: enumeration(brandHitKindType), distance: integer },
    }),
    ...{ certificateId: uuid, loggedAt: bigint, max: integer },
  },
  ({ match, certificateId, loggedAt, max }) =>
    rawQuery(
      { brandId: cast(uuid, sql`found.brand_id`) },
      (columns) => sql`with held as (
            select id from ${brand} where id in (select brand_id from ${match}) for key share
          ), found as (
            select match.*, (select count(*) from ${brandCertificate}
              where ${brandCertificate.brandId} = match.brand_id) >= ${max} as is_full
            from ${match} where brand_id in (select id from held)
          ), stored as (
            insert into ${brandCertificate} (brand_id, certificate_id, name, zone, label, kind, distance, logged_at)
            select brand_id, ${certificateId}, name, zone, label, kind, distance, ${loggedAt}
            from found where not is_full on conflict do nothing
          )
          select ${columns} from found where is_full and not exists (
            select from ${brandCertificate} as known where known.brand_id = found.brand_id
              and known.certificate_id = ${certificateId} and known.name = found.name)`,
    ),
);

/**
 * Counts certificate names that were not recorded. Locks brands in the order of their ids, so processes do not
 * deadlock.
 */
export const countSkippedCertificates = execute(
  { skipped: records({ id: uuid, count: integer }) },
  ({ skipped }) => sql`with held as (
        select id from ${brand} where id in (select id from ${skipped}) order by id for no key update
      )
      update ${brand} set skipped_certificates = skipped_certificates + skipped.count
      from ${skipped} join held using (id) where ${brand.id} = skipped.id`,
);

/** Deletes the certificates that expired before a time, in Unix epoch milliseconds. */
export const deleteExpiredCertificates = execute(
  { before: bigint },
  ({ before }) => sql`delete from ${certificate} where ${certificate.notAfter} < ${before}`,
);

const isUnused = sql`not exists (
  select from ${brandCertificate} where ${brandCertificate.certificateId} = ${certificate.id})`;

/**
 * Locks the certificates that have no names of brands, except those that another transaction is storing; returns their
 * ids.
 */
export const lockUnusedCertificates = fetchRows({}, () =>
  rawQuery(
    { id: certificate.id },
    (columns) => sql`select ${columns} from ${certificate} where ${isUnused} for update skip locked`,
  ),
);

/** Deletes those of these certificates that have no names of brands. The transaction must have locked them. */
export const deleteUnusedCertificates = execute(
  { ids: array(uuid) },
  ({ ids }) => sql`delete from ${certificate} where ${certificate.id} = any(${ids}) and ${isUnused}`,
);

const certificateColumns = {
  ...{ brandId: brandCertificate.brandId, certificateId: brandCertificate.certificateId },
  ...{ name: brandCertificate.name, zone: brandCertificate.zone, label: brandCertificate.label },
  ...{ kind: brandCertificate.kind, distance: brandCertificate.distance, loggedAt: brandCertificate.loggedAt },
  ...{ issuer: certificate.issuer, serialNumber: certificate.serialNumber, names: certificate.names },
  ...{ notBefore: certificate.notBefore, notAfter: certificate.notAfter },
  ...{ logUrl: certificate.logUrl, entryIndex: certificate.entryIndex },
};

/**
 * For each of these hits, the most recently logged certificate names that belong to its domain and imitate its brand.
 */
export const selectCertificatesOfHits = fetchRows({ ids: array(uuid), limit: integer }, (parameters) =>
  rawQuery(
    { hitId: brandHit.id, ...certificateColumns },
    (columns) => sql`select ${columns} from ${brandHit}
        join ${zone} on ${zone.id} = ${brandHit.zoneId}
        cross join lateral (
          select match.certificate_id, match.name from ${brandCertificate} as match
          where match.brand_id = ${brandHit.brandId} and match.zone = ${zone.name} and match.label = ${brandHit.label}
          order by match.logged_at desc, match.certificate_id, match.name limit ${parameters.limit}
        ) newest
        join ${brandCertificate} on ${brandCertificate.brandId} = ${brandHit.brandId}
          and ${brandCertificate.certificateId} = newest.certificate_id and ${brandCertificate.name} = newest.name
        join ${certificate} on ${certificate.id} = newest.certificate_id
        where ${brandHit.id} = any(${parameters.ids})
        order by ${brandCertificate.loggedAt} desc, newest.certificate_id, newest.name`,
  ),
);

/**
 * The newest certificates of a domain logged up to a time, with one row for each brand of these tenants (null: all
 * brands) that a name of the certificate imitates. May exceed the limit by certificates that were logged at the same
 * time as the last one.
 */
export const selectCertificatesOfDomain = fetchRows(
  byShape(
    ({ tenants }: { tenants: readonly string[] | null }) => String(tenants === null),
    ({ tenants }) =>
      statement(
        { zone: text, label: text, maxLoggedAt: bigint, limit: integer, tenants: optional(nullable(array(text))) },
        (parameters) => {
          const inTenants = tenants === null ? sql`` : sql`and ${brand.tenantId} = any(${parameters.tenants})`;
          return rawQuery(
            { ...certificateColumns, brandName: cast(text, sql`brand_name`) },
            (columns) => sql`with shown as (
              select distinct on (match.brand_id, match.certificate_id)
                match.brand_id, match.certificate_id, match.name, ${brand.name} as brand_name
              from ${brand} join ${brandCertificate} as match on match.brand_id = ${brand.id}
              where match.zone = ${parameters.zone} and match.label = ${parameters.label}
                and match.logged_at <= ${parameters.maxLoggedAt} ${inTenants}
              order by match.brand_id, match.certificate_id, match.name
            )
            select ${columns} from shown join ${brandCertificate} using (brand_id, certificate_id, name)
            join ${certificate} on ${certificate.id} = certificate_id
            order by ${brandCertificate.loggedAt} desc fetch first (${parameters.limit}) rows with ties`,
          );
        },
      ),
  ),
);

/** Certificate names that imitate a brand, newest first, after a position. */
export const selectCertificatesOfBrand = fetchRows(
  { brandId: uuid, before: nullable(bigint), afterId: nullable(uuid), afterName: nullable(text), limit: integer },
  (parameters) =>
    rawQuery(
      certificateColumns,
      (columns) => sql`select ${columns} from ${brandCertificate}
          join ${certificate} on ${certificate.id} = ${brandCertificate.certificateId}
          where ${brandCertificate.brandId} = ${parameters.brandId} and (${parameters.before}::bigint is null
            or (-${brandCertificate.loggedAt}, ${brandCertificate.certificateId}, ${brandCertificate.name})
              > (-${parameters.before}, ${parameters.afterId}, ${parameters.afterName}))
          order by -${brandCertificate.loggedAt}, ${brandCertificate.certificateId}, ${brandCertificate.name}
          limit ${parameters.limit}`,
    ),
);
