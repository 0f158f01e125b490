import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byShape,
  fetchOne,
  integer,
  nullable,
  optional,
  type Placeholders,
  run,
  sqlFile,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { change, state } from '../../tables.js';
import { groupNames, type ReadNames } from '../rules/observations.js';
import { boundRow, changeRow, nameRows, stateRow } from './rows.js';
import type { SearchZone } from './sessions.js';
import { oldestChangeTime, useGenericPlan } from './slices.js';

/** A method of searching that is fast if few names match. */
export type SelectiveSearch =
  /** Uses trigrams of strings that the labels contain. */
  | { readonly by: 'trigrams'; readonly literals: readonly string[] }
  /**
   * Scans all labels in a range (`to` null: without an end) in parallel for labels that contain these strings in this
   * order.
   */
  | { readonly by: 'scan'; readonly parts: readonly string[]; readonly from: string; readonly to: string | null };

/** Whether each method of selective search may be tried; false if it timed out the last time. */
export type AllowedMethods = Readonly<Record<SelectiveSearch['by'], boolean>>;

export const allMethodsAllowed: AllowedMethods = { trigrams: true, scan: true };

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
  readonly timeoutMs: number;
}

/**
 * Settings of the planner for each method. With a small limit, the planner underestimates the cost of an index scan
 * over all names.
 */
const settings = {
  trigrams: 'set local enable_seqscan = off; set local enable_sort = on',
  scan: `set local enable_seqscan = on; set local enable_sort = on; set local enable_bitmapscan = off;
    set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_table_scan_size = 0`,
};

/**
 * Selects the first matches in the order of whole names, from the state and from removed names. All zones are read up
 * to the same bound, a whole name. Null if the statement timed out.
 */
export async function selectMatchingNames(database: Database, query: SelectiveQuery): Promise<ReadNames | null> {
  const { search, zones, timeoutMs } = query;
  const values = {
    ...{ ...query, ...search },
    ids: zones.map(({ id }) => id),
    suffixes: zones.map(({ suffix }) => suffix),
    names: zones.map(({ name }) => name),
    labelPatterns: labelPatternsOf(search),
    to: search.by === 'scan' ? search.to : null,
    firstLabel: search.by === 'scan' ? search.from : '',
    from: query.from,
  };
  try {
    const found = await database.transaction(async (sql) => {
      if (usesGenericPlan(query)) await useGenericPlan(sql);
      const timeout = Math.max(1, Math.floor(timeoutMs));
      await sql.unsafe(`${settings[search.by]}; set local statement_timeout = ${timeout}`);
      return await run(sql, matchingNames(query), values);
    });
    return groupNames(found);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TIMEOUT') return null;
    throw error;
  }
}

/**
 * Whether a statement is planned once, without values. For other statements, the planner needs the values to estimate
 * the frequency of trigrams and the size of a range.
 */
function usesGenericPlan({ search, zones }: SelectiveQuery): boolean {
  return search.by === 'trigrams' && zones.length > 1;
}

/** LIKE patterns that all matching labels match. */
function labelPatternsOf(search: SelectiveSearch): string[] {
  return search.by === 'scan' ? [['', ...search.parts, ''].join('%')] : search.literals.map((part) => `%${part}%`);
}

const matchingTypes = {
  ...{ ids: array(integer), suffixes: array(text), names: array(text), labelPatterns: array(text) },
  ...{ firstLabel: optional(text), to: optional(nullable(text)), like: text, from: text, size: integer },
  ...{ watermark: integer, changesFrom: nullable(bigint) },
};

const matchingNames = byShape(
  (query: SelectiveQuery) => {
    const { search } = query;
    return `${usesGenericPlan(query)} ${search.by === 'scan' ? search.to === null : search.literals.length}`;
  },
  (query) =>
    statement(
      matchingTypes,
      (input) => {
        const condition = labelCondition(query.search, input);
        const { ids, size } = input;
        const tables = sql`with span as materialized (
            select * from unnest(${ids}, ${input.suffixes}, ${input.names}) as input (zone_id, suffix, name)
          ), hit as materialized (
            select * from ${state} where zone_id = any(${ids}) and ${condition}
          ), removed as materialized (
            select distinct zone_id, label from ${change}
            where new_set_id is null and zone_id = any(${ids}) and ${condition} and at >= ${oldestChangeTime(input)}
          ), candidate as materialized (
            select zone_id, label, label || suffix as domain
            from (select zone_id, label from hit union select zone_id, label from removed) found join span using (zone_id)
            where label || suffix like ${input.like} and label || suffix >= ${input.from}
            order by domain, span.name limit ${size}
          ), past as (
            select found.* from candidate cross join lateral (
              select * from ${change}
              where zone_id = candidate.zone_id and label = candidate.label and at >= ${oldestChangeTime(input)}
            ) found
          )`;
        return nameRows(tables, [
          [stateRow('hit'), sql`hit join candidate using (zone_id, label)`],
          [changeRow('past'), sql`past`],
          [boundRow(sql`0`, sql`max(domain)`), sql`candidate having count(*) >= ${size}`],
        ]);
      },
      { isReplanned: !usesGenericPlan(query) },
    ),
);

/** A condition that all matching labels and few others satisfy. */
function labelCondition(
  search: SelectiveSearch,
  { labelPatterns, firstLabel, to }: Placeholders<typeof matchingTypes>,
): SQL {
  const likes = labelPatternsOf(search).map((_, index) => sql`label like (${labelPatterns})[${index + 1}]`);
  if (search.by === 'scan') likes.push(sql`label >= ${firstLabel}`);
  if (search.by === 'scan' && search.to !== null) likes.push(sql`label < ${to}`);
  return sql.join(likes, sql` and `);
}

/**
 * The first label after `from` at which a partition of a large zone ends; null if there is none. Zones that were large
 * at their first import have several partitions, each with a range of labels.
 */
export const selectTableEnd = fetchOne(
  sqlFile(import.meta.url, './table-end.sql', {
    parameters: { zoneId: integer, from: text },
    row: { label: nullable(text) },
  }),
);
