import { eq, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Executor } from '../../../../platform/database/index.js';
import {
  bigint,
  boolean,
  build,
  bytea,
  type Given,
  insertInto,
  integer,
  nullable,
  type RowOf,
  rows,
  run,
  runForOne,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { dateOf, ingest, zone } from '../../tables.js';

const zones = statement({}, () => {
  const { name, domains, observations, lastImportAt } = zone;
  return build
    .select({ name, domains, observations, lastImportAt: dateOf(lastImportAt) })
    .from(zone)
    .orderBy(name);
});

/** A zone, as lists show it. */
export type ZoneRecord = RowOf<typeof zones>;

/** All zones, by name. */
export async function selectZones(executor: Executor): Promise<ZoneRecord[]> {
  return await run(executor, zones);
}

const zoneByName = statement({ name: text }, (given) => {
  const { id, name, domains, observations, serial, lastImportAt, fileBytes, fileDigest } = zone;
  return build
    .select({ id, domains, observations, serial, lastImportAt, fileBytes, fileDigest })
    .from(zone)
    .where(eq(name, given.name));
});

/** What the next import of a zone has to know of the newest one. */
export type ZoneRow = RowOf<typeof zoneByName>;

/** The zone with this name, as its newest import left it. */
export async function selectZone(executor: Executor, name: string): Promise<ZoneRow | undefined> {
  return await runForOne(executor, zoneByName, { name });
}

const newZone = statement({ name: text, suffix: text }, ({ name, suffix }) =>
  rows(
    { id: zone.id },
    (columns) => sql`insert into ${zone}
      (id, name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes, file_digest)
    overriding system value
    values ((select coalesce(max(id), 0) + 1 from ${zone}), ${name}, ${suffix}, 0, 0, 0, 0, 0, 0, '') returning ${columns}`,
  ),
);

/**
 * Adds a zone without an import; {@link updateZone} follows in the same transaction. Commits are serialized (partitions.ts), so its id is
 * the next one: a sequence would lose one with each import that is refused, and statements over all zones grow with the ids.
 */
export async function insertZone(sql: TransactionSql, added: { name: string; suffix: string }): Promise<number> {
  return idOf(await runForOne(sql, newZone, added));
}

const newIngest = statement({ zoneId: integer, at: bigint, isInitial: boolean }, (added) =>
  rows({ id: ingest.id }, (columns) => sql`${insertInto(ingest, added)} returning ${columns}`),
);

/** Adds an ingest. Its id is the greatest of all, because commits are serialized: see partitions.ts. */
export async function insertIngest(
  sql: TransactionSql,
  added: { zoneId: number; at: number; isInitial: boolean },
): Promise<number> {
  return idOf(await runForOne(sql, newIngest, added));
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error('the row was not inserted');
  return row.id;
}

const updateTypes = {
  ...{ zoneId: integer, ingest: integer, at: bigint, domains: bigint, observations: bigint },
  ...{ serial: nullable(bigint), fileBytes: bigint, fileDigest: bytea },
};

const updatedZone = statement(updateTypes, (update) =>
  rows(
    {},
    () => sql`update ${zone} set domains = ${update.domains}, observations = ${update.observations},
      last_import_at = ${update.at}, serial = ${update.serial}, file_bytes = ${update.fileBytes},
      file_digest = ${update.fileDigest}, last_ingest = ${update.ingest},
      first_ingest = case when first_ingest = 0 then ${update.ingest} else first_ingest end
    where id = ${update.zoneId}`,
  ),
);

/** Records an applied import as the newest of its zone. */
export async function updateZone(sql: TransactionSql, update: Given<typeof updateTypes>): Promise<void> {
  await run(sql, updatedZone, update);
}

const unchangedZone = statement({ id: integer, at: bigint }, ({ id, at }) =>
  rows({}, () => sql`update ${zone} set last_import_at = ${at} where id = ${id}`),
);

/** Records an import without changes as the newest of its zone. */
export async function updateLastImport(sql: TransactionSql, unchanged: { id: number; at: number }): Promise<void> {
  await run(sql, unchangedZone, unchanged);
}
