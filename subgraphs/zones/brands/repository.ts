import type { TransactionSql } from 'postgres';
import { type Executor, runStatement, StatementParameters } from '../../../platform/database/statement.js';

export interface FoundLookAlike {
  readonly label: string;
  /** Name of the zone. */
  readonly zone: string;
  readonly suffix: string;
  /** Start of its uninterrupted presence in the zone, as far as stored; Unix epoch milliseconds. */
  readonly activeSince: number;
}

/** Maximum number of international labels per search. */
const maxLabels = 5000;

/** International labels with these skeletons. */
export async function selectIdnLabels(sql: Executor, skeletons: readonly string[]): Promise<string[]> {
  const rows = await runStatement<{ label: string }>(
    sql,
    `select label from zones.idn_label where skeleton = any($1::text[]) order by label limit ${maxLabels}`,
    [skeletons],
  );
  return rows.map(({ label }) => label);
}

/** Selects those of the labels that are active, by label and zone, after a cursor. */
export async function selectLookAlikes(
  sql: Executor,
  query: {
    labels: readonly string[];
    /** Null: all zones. */
    zones: readonly string[] | null;
    /** Unix epoch milliseconds; null: whenever they were added. */
    since: number | null;
    after: { label: string; zone: string } | null;
    limit: number;
  },
): Promise<FoundLookAlike[]> {
  const { labels, zones, since, after, limit } = query;
  const parameters = new StatementParameters();
  const remaining = after === null ? labels : labels.filter((label) => label >= after.label);
  const wanted = parameters.add(remaining);
  const named = zones === null ? '' : `where zone.name = any(${parameters.add(zones)}::text[])`;
  const later = since === null ? 'true' : `coalesce(added.at, ingest.at) >= ${parameters.add(since)}::bigint`;
  const position =
    after === null
      ? 'true'
      : `(found.label, zone.name) > (${parameters.add(after.label)}, ${parameters.add(after.zone)})`;
  const text = `select found.label, zone.name as zone, zone.suffix,
      coalesce(added.at, ingest.at)::float8 as "activeSince"
    from (select id, name, suffix from zones.zone ${named}) zone
    cross join lateral (
      select label, since, seen from zones.state where zone_id = zone.id and label = any(${wanted}::text[])
    ) found
    join zones.ingest on ingest.id = least(found.since, (select min(each) from unnest(found.seen) each))
    left join lateral (
      select at from zones.change
      where zone_id = zone.id and label = found.label and old_set_id is null order by at desc limit 1
    ) added on true
    where ${position} and ${later}
    order by found.label, zone.name limit ${parameters.add(limit)}::int`;
  return await runStatement(sql, text, parameters.values);
}

/** Progress of the table of international labels. */
export interface IdnProgress {
  readonly ingest: number;
  /** The last label of the ingest that was added; null: all were. */
  readonly label: string | null;
}

/** Sorts after every label: labels in Punycode are ASCII. */
const allLabels = '\u{10FFFF}';

/** Reads the progress and locks it until the transaction ends. */
export async function lockIdnProgress(sql: TransactionSql): Promise<IdnProgress> {
  await sql`insert into zones.idn_progress (is_only, ingest, label) values (true, 0, ${allLabels}) on conflict do nothing`;
  const [row] = await sql<{ ingest: number; label: string }[]>`
    select ingest, label from zones.idn_progress for update`;
  if (row === undefined) throw new Error('the row that was just inserted is not there');
  return { ingest: row.ingest, label: row.label === allLabels ? null : row.label };
}

export async function moveIdnProgress(sql: TransactionSql, { ingest, label }: IdnProgress): Promise<void> {
  await sql`update zones.idn_progress set ingest = ${ingest}, label = ${label ?? allLabels}`;
}

/** The ingest to continue with, or the next one; undefined when there is none. */
export async function selectIdnIngest(
  sql: Executor,
  { ingest, label }: IdnProgress,
): Promise<{ id: number; zoneId: number; at: number; isInitial: boolean } | undefined> {
  const [row] = await runStatement<{ id: number; zoneId: number; at: number; isInitial: boolean }>(
    sql,
    `select id, zone_id as "zoneId", at::float8 as at, is_initial as "isInitial" from zones.ingest
    where id >= $1::int order by id limit 1`,
    [label === null ? ingest + 1 : ingest],
  );
  return row;
}

/** International labels that an ingest added, after a label. Those of a first import are read from the state. */
export async function selectNewIdnLabels(
  sql: Executor,
  query: { ingest: { id: number; zoneId: number; at: number; isInitial: boolean }; after: string; limit: number },
): Promise<string[]> {
  const { ingest, after, limit } = query;
  const range = `label > $1::text and label >= 'xn--' and label < 'xn-.' order by label limit $2::int`;
  const rows = ingest.isInitial
    ? await runStatement<{ label: string }>(sql, `select label from zones.state where zone_id = $3::int and ${range}`, [
        after,
        limit,
        ingest.zoneId,
      ])
    : await runStatement<{ label: string }>(
        sql,
        `select label from zones.change where ingest = $3::int and at = $4::bigint and ${range}`,
        [after, limit, ingest.id, ingest.at],
      );
  return rows.map(({ label }) => label);
}

export async function insertIdnLabels(
  sql: Executor,
  rows: readonly { label: string; skeleton: string }[],
): Promise<void> {
  await runStatement(
    sql,
    'insert into zones.idn_label (label, skeleton) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [rows.map(({ label }) => label), rows.map(({ skeleton }) => skeleton)],
  );
}
