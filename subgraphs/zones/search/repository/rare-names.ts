import type { TransactionSql } from 'postgres';
import type { Database } from '../../../../platform/database/index.js';
import { type Parameter, runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { gatherNames, type NameRow, type ReadNames, rowColumns } from './rows.js';
import type { SearchZone } from './sessions.js';
import { changesSince, planOnce } from './slices.js';

/** How names with few matches among them are found. */
export type RareSearch =
  /** By the trigrams of texts that the labels contain. */
  | { readonly by: 'trigrams'; readonly literals: readonly string[] }
  /** By looking at all labels of a range, which contain these texts in this order; with all processors. */
  | { readonly by: 'scan'; readonly parts: readonly string[]; readonly from: string; readonly to: string | null };

export interface RareNamesQuery {
  readonly zones: readonly SearchZone[];
  readonly search: RareSearch;
  /** Pattern of LIKE for the whole name. */
  readonly like: string;
  /** Names from here on. */
  readonly from: string;
  /** At most so many names. */
  readonly size: number;
  readonly watermark: number;
  readonly changesFrom: number | null;
  readonly milliseconds: number;
}

/** The planner takes a walk through all names for cheap when few of them are wanted. */
const settings = {
  trigrams: 'set local enable_seqscan = off; set local enable_sort = on',
  scan: `set local enable_seqscan = on; set local enable_sort = on; set local enable_bitmapscan = off;
    set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_table_scan_size = 0`,
};

/**
 * The first names that match, in the order of whole names, of the state and of what is gone. Every zone has the same bound, a
 * whole name. Null when the time was too short.
 */
export async function selectRareNames(database: Database, query: RareNamesQuery): Promise<ReadNames | null> {
  const parameters = new StatementParameters();
  const text = statement(query, parameters);
  const { search, zones, milliseconds } = query;
  try {
    const rows = await database.transaction(async (sql) => {
      const isPlannedOnce = search.by === 'trigrams' && zones.length > 1;
      if (isPlannedOnce) await planOnce(sql);
      const timeout = Math.max(1, Math.floor(milliseconds));
      await sql.unsafe(`${settings[search.by]}; set local statement_timeout = ${timeout}`);
      if (isPlannedOnce) return await runStatement<NameRow>(sql, text, parameters.values);
      return await unprepared(sql, text, parameters.values);
    });
    return gatherNames(rows);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TIMEOUT') return null;
    throw error;
  }
}

/** How common trigrams are, and how many labels a range has, is known when the statement is planned with their values. */
async function unprepared(sql: TransactionSql, text: string, values: readonly Parameter[]): Promise<NameRow[]> {
  // postgres.js types parameters more narrowly than what it sends; the statement selects these columns.
  return (await sql.unsafe(text, values as never[], { prepare: false })) as unknown as NameRow[];
}

function statement(query: RareNamesQuery, parameters: StatementParameters): string {
  const ids = parameters.add(query.zones.map(({ id }) => id));
  const suffixes = parameters.add(query.zones.map(({ suffix }) => suffix));
  const names = parameters.add(query.zones.map(({ name }) => name));
  const wanted = labelCondition(query.search, parameters);
  const size = `${parameters.add(query.size)}::int`;
  const since = changesSince(query, parameters);
  return `with span as materialized (
      select * from unnest(${ids}::int[], ${suffixes}::text[], ${names}::text[]) as given (zone_id, suffix, name)
    ), hit as materialized (
      select * from zones.state where zone_id = any(${ids}::int[]) and ${wanted}
    ), gone as materialized (
      select distinct zone_id, label from zones.change
      where new_set_id is null and zone_id = any(${ids}::int[]) and ${wanted} and at >= ${since}
    ), candidate as materialized (
      select zone_id, label, label || suffix as domain
      from (select zone_id, label from hit union select zone_id, label from gone) found join span using (zone_id)
      where label || suffix like ${parameters.add(query.like)} and label || suffix >= ${parameters.add(query.from)}
      order by domain, span.name limit ${size}
    ), past as (
      select found.* from candidate cross join lateral (
        select * from zones.change
        where zone_id = candidate.zone_id and label = candidate.label and at >= ${since}
      ) found
    )
    select ${rowColumns.state('hit')} from hit join candidate using (zone_id, label)
    union all select ${rowColumns.change('past')} from past
    union all select ${rowColumns.bound('0', 'max(domain)')} from candidate having count(*) >= ${size}`;
}

/** A condition that the labels of all matches meet, and few others. */
function labelCondition(search: RareSearch, parameters: StatementParameters): string {
  if (search.by === 'trigrams') {
    return search.literals.map((literal) => `label like ${parameters.add(`%${literal}%`)}`).join(' and ');
  }
  const { parts, from, to } = search;
  const like = `label like ${parameters.add(['', ...parts, ''].join('%'))}`;
  return `${like} and label >= ${parameters.add(from)}${to === null ? '' : ` and label < ${parameters.add(to)}`}`;
}

/**
 * The least label behind another one at which a table of a large zone ends; null when there is none. Zones that were large
 * when they came have several tables, each with a range of the labels.
 */
export async function selectTableEnd(database: Database, zoneId: number, from: string): Promise<string | null> {
  const [row] = await database.guard((sql) =>
    runStatement<{ label: string | null }>(
      sql,
      `select min(label) as label from (
        select (regexp_match(pg_get_expr(relpartbound, oid), $$ TO \\('(.*)'\\)$$))[1] collate "C" as label
        from pg_partition_tree(to_regclass('zones.state_' || $1::text)) join pg_class on oid = relid
      ) leaf where label > $2::text`,
      [zoneId, from],
    ),
  );
  return row?.label ?? null;
}
