import { type Executor, runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import type { ImportRecord } from '../records.js';

/** Position in the log, ordered by end and id. */
export interface ImportCursor {
  /** Unix epoch milliseconds. */
  endedAt: number;
  id: string;
}

const columns = `id, zone, outcome, to_timestamp(at / 1000.0) as at, to_timestamp(started_at / 1000) as "startedAt",
  to_timestamp(ended_at / 1000) as "endedAt", reason, serial::float8 as serial, bytes::float8 as bytes,
  records::float8 as records, domains::float8 as domains, observations::float8 as observations,
  added_domains::float8 as "addedDomains", removed_domains::float8 as "removedDomains",
  changed_domains::float8 as "changedDomains", added_observations::float8 as "addedObservations",
  removed_observations::float8 as "removedObservations"`;

/** Imports of one zone or of all, newest first. */
export async function selectImports(
  sql: Executor,
  options: { zone: string | null; after: ImportCursor | null; limit: number },
): Promise<(ImportRecord & { position: number })[]> {
  const { zone, after, limit } = options;
  const parameters = new StatementParameters();
  const conditions: string[] = [];
  if (zone !== null) conditions.push(`zone = ${parameters.add(zone)}`);
  if (after !== null) {
    const at = `${parameters.add(after.endedAt)}::float8`;
    conditions.push(`ended_at <= ${at} and (ended_at < ${at} or id > ${parameters.add(after.id)}::uuid)`);
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return await runStatement(
    sql,
    `select ${columns}, ended_at as position from zones.import ${where}
    order by ended_at desc, id limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** The imports with these ids, in any order. */
export async function selectImportsByIds(sql: Executor, ids: readonly string[]): Promise<ImportRecord[]> {
  return await runStatement(sql, `select ${columns} from zones.import where id = any($1::uuid[])`, [ids]);
}

/** The number of imports of a zone; null: of all. */
export async function countImports(sql: Executor, zone: string | null): Promise<number> {
  const [condition, parameters] = zone === null ? ['', []] : ['where zone = $1', [zone]];
  const text = `select count(*)::int as total from zones.import ${condition}`;
  const [row] = await runStatement<{ total: number }>(sql, text, parameters);
  return row?.total ?? 0;
}

/** An import that ended, for the log. */
export type ImportEntry = Omit<ImportRecord, 'at' | 'startedAt' | 'endedAt'> & {
  ingest: number | null;
  /** Unix epoch milliseconds, as the next two. */
  at: number;
  startedAt: number;
  endedAt: number;
};

/** Adds an import to the log. */
export async function insertImport(sql: Executor, entry: ImportEntry): Promise<void> {
  await runStatement(
    sql,
    `insert into zones.import (id, zone, outcome, ingest, at, started_at, ended_at, reason, serial, bytes, records, domains,
      observations, added_domains, removed_domains, changed_domains, added_observations, removed_observations)
    values ($1, $2, $3::text::zones.import_outcome, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      entry.id,
      entry.zone,
      entry.outcome,
      entry.ingest,
      entry.at,
      entry.startedAt,
      entry.endedAt,
      entry.reason,
      entry.serial,
      entry.bytes,
      entry.records,
      entry.domains,
      entry.observations,
      entry.addedDomains,
      entry.removedDomains,
      entry.changedDomains,
      entry.addedObservations,
      entry.removedObservations,
    ],
  );
}

/** Names that came and went in a zone on one day. */
export interface DayCount {
  readonly zone: string;
  /** Number of the day since the Unix epoch, in UTC. */
  readonly day: number;
  readonly added: number;
  readonly removed: number;
}

/** The days of these zones on which there were imports; both ends belong to the span. */
export async function selectDailyCounts(
  sql: Executor,
  query: { zones: readonly string[]; from: number; to: number },
): Promise<DayCount[]> {
  return await runStatement(
    sql,
    `select zone, (at / 86400000)::int as day, sum(added_domains)::float8 as added, sum(removed_domains)::float8 as removed
    from zones.import
    where outcome = 'applied' and zone = any($1::text[]) and at >= $2::bigint * 86400000 and at < ($3::bigint + 1) * 86400000
    group by zone, at / 86400000`,
    [query.zones, query.from, query.to],
  );
}
