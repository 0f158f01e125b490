import type { TransactionSql } from 'postgres';
import type { Database } from '../../../../platform/database/index.js';
import { type Parameter, runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { gatherNames, type NameRow, type ReadNames, rowColumns } from './name-rows.js';
import { changesSince, planOnce } from './slices.js';
import type { SearchZone } from './zones.js';

export interface TrigramQuery {
  readonly zones: readonly SearchZone[];
  /** Texts that the labels contain. */
  readonly literals: readonly string[];
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

/**
 * The first names, in the order of whole names, whose labels contain the literals, by the trigram indexes of the state and
 * of what is gone. Every zone has the same bound, a whole name. Null when the time was too short.
 */
export async function selectByTrigrams(database: Database, query: TrigramQuery): Promise<ReadNames | null> {
  const parameters = new StatementParameters();
  const text = statement(query, parameters);
  try {
    const rows = await database.transaction(async (sql) => {
      const isPlannedOnce = query.zones.length > 1;
      if (isPlannedOnce) await planOnce(sql);
      // The planner takes a walk through all names for cheap when few of them are wanted.
      await sql.unsafe(
        `set local enable_seqscan = off; set local enable_sort = on;
        set local statement_timeout = ${Math.max(1, Math.floor(query.milliseconds))}`,
      );
      if (isPlannedOnce) return await runStatement<NameRow>(sql, text, parameters.values);
      return await unprepared(sql, text, parameters.values);
    });
    return gatherNames(rows);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TIMEOUT') return null;
    throw error;
  }
}

/** How common the trigrams are is known when the statement is planned with their values. */
async function unprepared(sql: TransactionSql, text: string, values: readonly Parameter[]): Promise<NameRow[]> {
  // postgres.js types parameters more narrowly than what it sends; the statement selects these columns.
  return (await sql.unsafe(text, values as never[], { prepare: false })) as unknown as NameRow[];
}

function statement(query: TrigramQuery, parameters: StatementParameters): string {
  const ids = parameters.add(query.zones.map(({ id }) => id));
  const suffixes = parameters.add(query.zones.map(({ suffix }) => suffix));
  const names = parameters.add(query.zones.map(({ name }) => name));
  const contained = query.literals.map((literal) => `label like ${parameters.add(`%${literal}%`)}`).join(' and ');
  const size = `${parameters.add(query.size)}::int`;
  const since = changesSince(query, parameters);
  return `with span as materialized (
      select * from unnest(${ids}::int[], ${suffixes}::text[], ${names}::text[]) as given (zone_id, suffix, name)
    ), hit as materialized (
      select * from zones.state where zone_id = any(${ids}::int[]) and ${contained}
    ), gone as materialized (
      select distinct zone_id, label from zones.change
      where new_set_id is null and zone_id = any(${ids}::int[]) and ${contained} and at >= ${since}
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
