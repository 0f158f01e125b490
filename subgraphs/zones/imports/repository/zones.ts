import type { TransactionSql } from 'postgres';
import { type Executor, runStatement } from '../../../../platform/database/statement.js';
import type { ZoneRecord } from '../records.js';
import type { NewestImport } from '../rules/refusal.js';

/** All zones, by name. */
export async function selectZones(sql: Executor): Promise<ZoneRecord[]> {
  return await runStatement(
    sql,
    `select name, domains::float8 as domains, observations::float8 as observations,
      to_timestamp(last_import_at / 1000.0) as "lastImportAt"
    from zones.zone order by name`,
  );
}

/** A zone as its next import needs it. */
export interface ZoneRow extends NewestImport {
  id: number;
  observations: number;
  fileBytes: number;
  fileDigest: Buffer;
}

/** The zone of this name, as its newest import left it. */
export async function selectZone(sql: Executor, name: string): Promise<ZoneRow | undefined> {
  const [row] = await runStatement<ZoneRow>(
    sql,
    `select id, domains::float8 as domains, observations::float8 as observations, serial::float8 as serial,
      last_import_at::float8 as "lastImportAt", file_bytes::float8 as "fileBytes", file_digest as "fileDigest"
    from zones.zone where name = $1`,
    [name],
  );
  return row;
}

/**
 * Adds a zone that has no import yet; figures follow in the same transaction. Commits take turns (partitions.ts), so its id is the
 * next one: a sequence would lose one with each import that is refused, and statements over all zones grow with the ids.
 */
export async function insertZone(sql: TransactionSql, zone: { name: string; suffix: string }): Promise<number> {
  const [row] = await runStatement<{ id: number }>(
    sql,
    `insert into zones.zone
      (id, name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes, file_digest)
    overriding system value
    values ((select coalesce(max(id), 0) + 1 from zones.zone), $1, $2, 0, 0, 0, 0, 0, 0, '') returning id`,
    [zone.name, zone.suffix],
  );
  return idOf(row);
}

/** Adds an ingest. Its id is the greatest of all, because commits take turns: see partitions.ts. */
export async function insertIngest(
  sql: TransactionSql,
  ingest: { zoneId: number; at: number; isInitial: boolean },
): Promise<number> {
  const [row] = await runStatement<{ id: number }>(
    sql,
    'insert into zones.ingest (zone_id, at, is_initial) values ($1, $2, $3) returning id',
    [ingest.zoneId, ingest.at, ingest.isInitial],
  );
  return idOf(row);
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error('the row was not inserted');
  return row.id;
}

/** What an applied import says of its zone. */
export interface ZoneUpdate {
  zoneId: number;
  ingest: number;
  at: number;
  domains: number;
  observations: number;
  serial: number | null;
  fileBytes: number;
  /** In hexadecimal digits; what it is made of is up to the service. */
  fileDigest: string;
}

/** Records an applied import as the newest of its zone. */
export async function updateZone(sql: TransactionSql, update: ZoneUpdate): Promise<void> {
  await runStatement(
    sql,
    `update zones.zone set domains = $2, observations = $3, last_import_at = $4, serial = $5, file_bytes = $6,
      file_digest = decode($7, 'hex'), last_ingest = $8,
      first_ingest = case when first_ingest = 0 then $8 else first_ingest end
    where id = $1`,
    [
      update.zoneId,
      update.domains,
      update.observations,
      update.at,
      update.serial,
      update.fileBytes,
      update.fileDigest,
      update.ingest,
    ],
  );
}

/** Records that the zone was seen again as it is. */
export async function updateLastImport(sql: TransactionSql, zoneId: number, at: number): Promise<void> {
  await runStatement(sql, 'update zones.zone set last_import_at = $2 where id = $1', [zoneId, at]);
}
