import { eq, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  bytea,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  insertInto,
  integer,
  nullable,
  queryBuilder,
  type RowOf,
  rawQuery,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { dateOf, ingest, zone } from '../../tables.js';
import { zoneImport } from '../tables.js';

const zones = statement({}, () => {
  const { name, domains, observations, lastImportAt } = zone;
  return queryBuilder
    .select({ name, domains, observations, lastImportAt: dateOf(lastImportAt) })
    .from(zone)
    .orderBy(name);
});

/** A zone as shown in lists. */
export type ZoneRecord = RowOf<typeof zones>;

/** All zones, ordered by name. */
export const selectZones = fetchRows(zones);

/**
 * The zone with this name, and the state of its newest import. `lastSerial`: serial of the newest import that had one;
 * null if there is none.
 */
export const selectZone = fetchRow({ name: text }, (parameters) => {
  const { id, name, domains, observations, serial, lastImportAt, fileBytes, fileDigest } = zone;
  const earlierSerial = sql`(select i.serial from ${zoneImport} i
    where i.zone = ${parameters.name} and i.outcome = 'applied' and i.serial is not null order by i.at desc limit 1)`;
  return queryBuilder
    .select({
      ...{ id, domains, observations, serial, lastImportAt, fileBytes, fileDigest },
      lastSerial: cast(nullable(bigint), sql`coalesce(${serial}, ${earlierSerial})`),
    })
    .from(zone)
    .where(eq(name, parameters.name));
});

/** The state of the newest import that the next import of the zone needs. */
export type ZoneRow = RowOf<typeof selectZone>;

/**
 * Adds a zone without an import; {@link updateZone} follows in the same transaction. The id is the highest id plus one,
 * because commits are serialized (partitions.ts). A sequence would skip an id with each rejected import, and the cost
 * of statements over all zones grows with the ids.
 */
export const insertZone = fetchOne({ name: text, suffix: text }, ({ name, suffix }) =>
  rawQuery(
    { id: zone.id },
    (columns) => sql`insert into ${zone}
        (id, name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes, file_digest)
      overriding system value
      values ((select coalesce(max(id), 0) + 1 from ${zone}), ${name}, ${suffix}, 0, 0, 0, 0, 0, 0, '')
      returning ${columns}`,
  ),
);

/** Adds an ingest. Its id is the highest, because commits are serialized (see partitions.ts). */
export const insertIngest = fetchOne({ zoneId: integer, at: bigint, isInitial: boolean }, (added) =>
  rawQuery({ id: ingest.id }, (columns) => sql`${insertInto(ingest, added)} returning ${columns}`),
);

/** Sets the time of an ingest whose observations are not visible yet. */
export const updateIngestTime = execute(
  { id: integer, at: bigint },
  ({ id, at }) => sql`update ${ingest} set at = ${at} where id = ${id}`,
);

const updateTypes = {
  ...{ zoneId: integer, ingest: integer, at: bigint, domains: bigint, observations: bigint },
  ...{ serial: nullable(bigint), fileBytes: bigint, fileDigest: bytea },
};

/** Records an applied import as the newest of its zone. */
export const updateZone = execute(
  updateTypes,
  (update) => sql`update ${zone} set domains = ${update.domains}, observations = ${update.observations},
      last_import_at = ${update.at}, serial = ${update.serial}, file_bytes = ${update.fileBytes},
      file_digest = ${update.fileDigest}, last_ingest = ${update.ingest},
      first_ingest = case when first_ingest = 0 then ${update.ingest} else first_ingest end
    where id = ${update.zoneId}`,
);

/** Records an import without changes as the newest of its zone. */
export const updateLastImport = execute(
  { id: integer, at: bigint },
  ({ id, at }) => sql`update ${zone} set last_import_at = ${at} where id = ${id}`,
);
