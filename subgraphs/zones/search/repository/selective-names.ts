import type { TransactionSql } from 'postgres';
import type { Database } from '../../../../platform/database/index.js';
import { type Parameter, runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { groupNames, type NameRow, type ReadNames, rowColumns } from './rows.js';
import type { SearchZone } from './sessions.js';
import { changesSince, planOnce } from './slices.js';

/** How to find matches when few names match. */
export type SelectiveSearch =
  /** By trigrams of strings that the labels contain. */
  | { readonly by: 'trigrams'; readonly literals: readonly string[] }
  /** By a parallel scan of all labels in a range for labels that contain these strings in this order. */
  | { readonly by: 'scan'; readonly parts: readonly string[]; readonly from: string; readonly to: string | null };

export interface SelectiveQuery {
  readonly zones: readonly SearchZone[];
  readonly search: SelectiveSearch;
  /** LIKE pattern for the whole name. */
  readonly like: string;
  /** First name, inclusive. */
  readonly from: string;
  /** Maximum number of names. */
  readonly size: number;
  readonly watermark: number;
  readonly changesFrom: number | null;
  readonly milliseconds: number;
}

/** With a small limit the planner underestimates the cost of an index scan over all names. */
const settings = {
  trigrams: 'set local enable_seqscan = off; set local enable_sort = on',
  scan: `set local enable_seqscan = on; set local enable_sort = on; set local enable_bitmapscan = off;
    set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_table_scan_size = 0`,
};

/**
 * Selects the first matches in the order of whole names, from the state and from removed names. All zones share one bound, a
 * whole name. Null when the statement timed out.
 */
export async function selectMatchingNames(database: Database, query: SelectiveQuery): Promise<ReadNames | null> {
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
    return groupNames(rows);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TIMEOUT') return null;
    throw error;
  }
}

/** The planner needs the values to estimate how common trigrams are and how many labels a range has. */
async function unprepared(sql: TransactionSql, text: string, values: readonly Parameter[]): Promise<NameRow[]> {
  // postgres.js types parameters more narrowly than what it sends; the statement selects these columns.
  return (await sql.unsafe(text, values as never[], { prepare: false })) as unknown as NameRow[];
}

function statement(query: SelectiveQuery, parameters: StatementParameters): string {
  const ids = parameters.add(query.zones.map(({ id }) => id));
  const suffixes = parameters.add(query.zones.map(({ suffix }) => suffix));
  const names = parameters.add(query.zones.map(({ name }) => name));
  const wanted = labelCondition(query.search, parameters);
  const size = `${parameters.add(query.size)}::int`;
  const since = changesSince(query, parameters);
  return `with span as materialized (
      select * from unnest(${ids}::int[], ${suffixes}::text[], ${names}::text[]) as input (zone_id, suffix, name)
    ), hit as materialized (
      select * from zones.state where zone_id = any(${ids}::int[]) and ${wanted}
    ), removed as materialized (
      select distinct zone_id, label from zones.change
      where new_set_id is null and zone_id = any(${ids}::int[]) and ${wanted} and at >= ${since}
    ), candidate as materialized (
      select zone_id, label, label || suffix as domain
      from (select zone_id, label from hit union select zone_id, label from removed) found join span using (zone_id)
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

/** A condition that all matching labels meet, and few others. */
function labelCondition(search: SelectiveSearch, parameters: StatementParameters): string {
  if (search.by === 'trigrams') {
    return search.literals.map((literal) => `label like ${parameters.add(`%${literal}%`)}`).join(' and ');
  }
  const { parts, from, to } = search;
  const like = `label like ${parameters.add(['', ...parts, ''].join('%'))}`;
  return `${like} and label >= ${parameters.add(from)}${to === null ? '' : ` and label < ${parameters.add(to)}`}`;
}

/**
 * The first label after `from` at which a partition of a large zone ends; null when there is none. Zones that were large at
 * their first import have several partitions, each with a range of labels.
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
