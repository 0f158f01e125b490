import type { TransactionSql } from 'postgres';
import { copyIn } from '../../../../platform/database/copy.js';
import { runStatement } from '../../../../platform/database/statement.js';
import type { ImportDifference } from '../records.js';

type Lines = AsyncIterable<Buffer | string>;

/** Some rows of a zone's state in the order of labels, as lines: `labels` and as many `setIds`. */
export interface StatePage {
  readonly labels: Buffer;
  readonly setIds: Buffer;
}

/** So many rows of the state are read at once: some hundred kilobytes. */
const rowsInPage = 16_384;

/**
 * The zone's state in the order of its labels. While a page is looked at, the next one is read. Pages of aggregated text
 * cost both sides a fraction of what rows do.
 */
export async function* readState(sql: TransactionSql, zoneId: number): AsyncGenerator<StatePage> {
  let next: Promise<StatePage | undefined> = readPage(sql, { zoneId, behind: '' });
  try {
    for (let page = await next; page !== undefined; page = await next) {
      next = readPage(sql, { zoneId, behind: lastLine(page.labels) });
      next.catch(() => {}); // Whoever waits for it hears of it.
      yield page;
    }
  } finally {
    // The connection is free for others only then.
    await next.catch(() => {});
  }
}

async function readPage(
  sql: TransactionSql,
  { zoneId, behind }: { zoneId: number; behind: string },
): Promise<StatePage | undefined> {
  const [page] = await runStatement<{ labels: string | null; setIds: string | null }>(
    sql,
    `select string_agg(label, e'\\n') as labels, string_agg(set_id::text, e'\\n') as "setIds"
    from (select label, set_id from zones.state where zone_id = $1 and label > $2 order by label limit $3) page`,
    [zoneId, behind, rowsInPage],
  );
  if (page === undefined || page.labels === null || page.setIds === null) return undefined;
  return { labels: Buffer.from(`${page.labels}\n`, 'latin1'), setIds: Buffer.from(`${page.setIds}\n`, 'latin1') };
}

function lastLine(lines: Buffer): string {
  const end = lines.length - 1;
  return lines.toString('latin1', lines.lastIndexOf(0x0a, end - 1) + 1, end);
}

/**
 * Adds the sets that are not there yet.
 * @param lines an id and an array of names each, in COPY's text format; repetitions do not matter
 * @throws {Error} when two sets have one id
 */
export async function addNameserverSets(sql: TransactionSql, lines: Lines): Promise<void> {
  await sql.unsafe('create temporary table staged_set (id int8, data text[]) on commit drop');
  await copyIn(sql, 'copy staged_set from stdin', lines);
  await sql.unsafe(`insert into zones.nameserver_set (id, data)
    select distinct on (id) id, data from staged_set order by id on conflict do nothing`);
  const [clash] = await runStatement<{ id: string }>(
    sql,
    `select id::text from staged_set join zones.nameserver_set known using (id) where known.data <> staged_set.data limit 1`,
  );
  if (clash !== undefined) throw new Error(`two sets of nameservers have the id ${clash.id}`);
}

/**
 * Takes the changes of a zone into tables of the transaction's own; the state is not touched yet.
 * @param lines a label and the id of its new set each, or NULL for a domain that has gone, in COPY's text format
 */
export async function stageChanges(sql: TransactionSql, lines: Lines): Promise<void> {
  await sql.unsafe('create temporary table staged_change (label text collate "C", set_id int8) on commit drop');
  await copyIn(sql, 'copy staged_change from stdin', lines);
  await sql.unsafe('analyze staged_change');
}

/** Compares what was staged with the rows that it changes. A nameserver that stays keeps the ingest it is there since. */
async function resolveChanges(sql: TransactionSql, options: { zoneId: number; ingest: number }): Promise<void> {
  const { zoneId, ingest } = options;
  await sql.unsafe(`create temporary table resolved on commit drop as
    select staged.label, staged.set_id as new_set, before.set_id as old_set, before.since as old_since,
      before.seen as old_seen, coalesce(new.size, 0) as new_size, coalesce(cardinality(old_set.data), 0) as old_size,
      coalesce(new.kept, 0) as kept, case when new.kept > 0 then new.seen end as new_seen
    from staged_change staged
    left join zones.state before on before.zone_id = ${zoneId} and before.label = staged.label
    left join zones.nameserver_set old_set on old_set.id = before.set_id
    left join zones.nameserver_set new_set on new_set.id = staged.set_id
    left join lateral (
      select count(*) as size, count(had.name) as kept,
        array_agg(coalesce(had.since, ${ingest}) order by has.place) as seen
      from unnest(new_set.data) with ordinality has (name, place)
      left join unnest(old_set.data, coalesce(before.seen, case when before.since is not null then
          array_fill(before.since, array[cardinality(old_set.data)]) end)) had (name, since) on had.name = has.name
    ) new on staged.set_id is not null`);
  await sql.unsafe('analyze resolved');
}

/**
 * Makes the staged changes the state of their zone and writes them into the log.
 * @throws {Error} when what was staged does not fit the state
 */
export async function applyChanges(
  sql: TransactionSql,
  options: { zoneId: number; ingest: number; at: number },
): Promise<ImportDifference> {
  const { zoneId, ingest, at } = options;
  await resolveChanges(sql, options);
  await sql.unsafe(`insert into zones.change
      (at, ingest, zone_id, old_set_id, new_set_id, old_since, label, old_seen)
    select ${at}, ${ingest}, ${zoneId}, old_set, new_set, old_since, label, old_seen from resolved`);
  await sql.unsafe(`delete from zones.state using resolved
    where state.zone_id = ${zoneId} and state.label = resolved.label and resolved.new_set is null`);
  await sql.unsafe(`update zones.state set set_id = resolved.new_set, since = ${ingest}, seen = resolved.new_seen
    from resolved where state.zone_id = ${zoneId} and state.label = resolved.label
      and resolved.old_set is not null and resolved.new_set is not null`);
  await sql.unsafe(`insert into zones.state (set_id, zone_id, since, label)
    select new_set, ${zoneId}, ${ingest}, label from resolved where old_set is null and new_set is not null`);
  const [difference] = await runStatement<ImportDifference>(
    sql,
    `select count(*) filter (where old_set is null)::float8 as "addedDomains",
      count(*) filter (where new_set is null)::float8 as "removedDomains",
      count(*) filter (where old_set is not null and new_set is not null)::float8 as "changedDomains",
      coalesce(sum(new_size - kept), 0)::float8 as "addedObservations",
      coalesce(sum(old_size - kept), 0)::float8 as "removedObservations"
    from resolved`,
  );
  if (difference === undefined) throw new Error('an aggregate without a row');
  return difference;
}
