import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { copyIn } from '../../../../platform/database/copy.js';
import {
  cast,
  float8,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  runForRow,
  sqlFile,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { nameserverSet } from '../../tables.js';

type Lines = AsyncIterable<Buffer | string>;

/** Rows of a zone's state in the order of labels, as lines: `labels`, and the same number of `setIds`. */
export interface StatePage {
  readonly labels: Buffer;
  readonly setIds: Buffer;
}

/** Maximum number of rows per page: several hundred kilobytes. */
const pageRows = 16_384;

/** Reads the state of a zone in the order of labels. While a page is processed, the next one is read. */
export async function* readState(transaction: TransactionSql, zoneId: number): AsyncGenerator<StatePage> {
  let next: Promise<StatePage | undefined> = readPage(transaction, { zoneId, after: '' });
  try {
    for (let page = await next; page !== undefined; page = await next) {
      next = readPage(transaction, { zoneId, after: lastLine(page.labels) });
      next.catch(() => {}); // The error is thrown when the page is awaited.
      yield page;
    }
  } finally {
    // Afterwards, the connection is free for other statements.
    await next.catch(() => {});
  }
}

const statePage = sqlFile(import.meta.url, './state-page.sql', {
  parameters: { zoneId: integer, after: text, limit: integer },
  row: { labels: nullable(text), setIds: nullable(text) },
});

async function readPage(
  transaction: TransactionSql,
  position: { zoneId: number; after: string },
): Promise<StatePage | undefined> {
  const { labels = null, setIds = null } =
    (await runForRow(transaction, statePage, { ...position, limit: pageRows })) ?? {};
  if (labels === null || setIds === null) return undefined;
  return { labels: Buffer.from(`${labels}\n`, 'latin1'), setIds: Buffer.from(`${setIds}\n`, 'latin1') };
}

function lastLine(lines: Buffer): string {
  const end = lines.length - 1;
  return lines.toString('latin1', lines.lastIndexOf(0x0a, end - 1) + 1, end);
}

const conflictingSet = statement({}, () =>
  rawQuery(
    { id: nameserverSet.id },
    (columns) => sql`select ${columns} from ${nameserverSet} join staged_set staged using (id)
    where ${nameserverSet.data} <> staged.data limit 1`,
  ),
);

/**
 * Adds nameserver sets unless they are stored.
 * @param lines lines of an id and an array of names, in the text format of COPY; may repeat
 * @throws {Error} if two sets have the same id
 */
export async function addNameserverSets(transaction: TransactionSql, lines: Lines): Promise<void> {
  await transaction.unsafe('create temporary table staged_set (id int8, data text[]) on commit drop');
  await copyIn(transaction, 'copy staged_set from stdin', lines);
  await transaction.unsafe(`insert into zones.nameserver_set (id, data)
    select distinct on (id) id, data from staged_set order by id on conflict do nothing`);
  const conflict = await runForRow(transaction, conflictingSet);
  if (conflict !== undefined) throw new Error(`two nameserver sets have the same id: ${conflict.id}`);
}

/**
 * Copies the changes of a zone into a temporary table; the state does not change yet.
 * @param lines lines of a label and the id of its new set, which is NULL for a removed domain, in the text format of
 * COPY
 */
export async function stageChanges(transaction: TransactionSql, lines: Lines): Promise<void> {
  await transaction.unsafe('create temporary table staged_change (label text collate "C", set_id int8) on commit drop');
  await copyIn(transaction, 'copy staged_change from stdin', lines);
  await transaction.unsafe('analyze staged_change');
}

/**
 * Joins the staged changes with the rows that they change. A nameserver that remains keeps the ingest that added it.
 */
async function resolveChanges(
  transaction: TransactionSql,
  { zoneId, ingest }: { zoneId: number; ingest: number },
): Promise<void> {
  await transaction.unsafe(`create temporary table resolved on commit drop as
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
  await transaction.unsafe('analyze resolved');
}

const count = (condition: string) => cast(float8, sql`count(*) filter (where ${sql.raw(condition)})`);
const sum = (expression: string) => cast(float8, sql`coalesce(sum(${sql.raw(expression)}), 0)`);
const resolvedDifference = statement({}, () =>
  rawQuery(
    {
      addedDomains: count('old_set is null'),
      removedDomains: count('new_set is null'),
      changedDomains: count('old_set is not null and new_set is not null'),
      addedObservations: sum('new_size - kept'),
      removedObservations: sum('old_size - kept'),
    },
    (columns) => sql`select ${columns} from resolved`,
  ),
);

/** Difference between a zone before and after an import; changed domains have other nameservers. */
export type ImportDifference = RowOf<typeof resolvedDifference>;

/**
 * Applies the staged changes to the state of their zone and writes them to the change log.
 * @throws {Error} if the changes do not fit the state
 */
export async function applyChanges(
  transaction: TransactionSql,
  { zoneId, ingest, at }: { zoneId: number; ingest: number; at: number },
): Promise<ImportDifference> {
  await resolveChanges(transaction, { zoneId, ingest });
  await transaction.unsafe(`insert into zones.change
      (at, ingest, zone_id, old_set_id, new_set_id, old_since, label, old_seen)
    select ${at}, ${ingest}, ${zoneId}, old_set, new_set, old_since, label, old_seen from resolved`);
  await transaction.unsafe(`delete from zones.state using resolved
    where state.zone_id = ${zoneId} and state.label = resolved.label and resolved.new_set is null`);
  await transaction.unsafe(`update zones.state set set_id = resolved.new_set, since = ${ingest}, seen = resolved.new_seen
    from resolved where state.zone_id = ${zoneId} and state.label = resolved.label
      and resolved.old_set is not null and resolved.new_set is not null`);
  await transaction.unsafe(`insert into zones.state (set_id, zone_id, since, label)
    select new_set, ${zoneId}, ${ingest}, label from resolved where old_set is null and new_set is not null`);
  const difference = await runForRow(transaction, resolvedDifference);
  if (difference === undefined) throw new Error('an aggregate returned no row');
  return difference;
}
