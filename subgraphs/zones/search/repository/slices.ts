import type { TransactionSql } from 'postgres';
import type { Database } from '../../../../platform/database/index.js';
import { runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import { gatherNames, type NameRow, type ReadNames, rowColumns } from './rows.js';
import type { SearchZone } from './sessions.js';

/** What to look at of one zone. */
export interface ZoneSlice {
  readonly zone: SearchZone;
  /** At most so many names of the state. */
  readonly size: number;
  /** Names to look at besides the range. */
  readonly points: readonly string[];
}

export interface SliceQuery {
  /** At least one. */
  readonly zones: readonly ZoneSlice[];
  /** The labels of the range, the same in all zones: from here on, and (unless null) before `to`. */
  readonly from: string;
  readonly to: string | null;
  /** Pattern of LIKE for whole names: others are looked at and left out. */
  readonly like: string | null;
  readonly watermark: number;
  /** From when on changes are wanted; those after the watermark always are. Null: only those. */
  readonly changesFrom: number | null;
}

/** Greater than every label. */
const lastText = '\u{10FFFF}';

/** Beyond the changes that the names of a page have on average, so that a page is rarely cut short by them. */
const spareChanges = 1000;

/**
 * The first names of a range with their changes, of the state and of names that are gone, in one statement and so of one
 * moment: docs/decisions, "Tables of zones". What lies in the range before all bounds is complete.
 */
export async function selectSlice(database: Database, query: SliceQuery): Promise<ReadNames> {
  if (query.zones.length === 1) {
    const parameters = new StatementParameters();
    const text = ofOneZone(query, parameters);
    return gatherNames(await database.guard((sql) => runStatement<NameRow>(sql, text, parameters.values)));
  }
  return await database.transaction((sql) => readManyZones(sql, query));
}

/** Two statements of one moment: the names that are there, and what became of names up to the end of those. */
async function readManyZones(sql: TransactionSql, query: SliceQuery): Promise<ReadNames> {
  await sql.unsafe('set transaction isolation level repeatable read, read only');
  await planOnce(sql);
  const present = new StatementParameters();
  const rows = await runStatement<NameRow>(sql, presentInZones(query, present), present.values);
  const ends = rows.filter(({ kind }) => kind === 'b').map(({ label }) => label);
  const nearest = ends.reduce((one, other) => (one < other ? one : other), lastText);
  const past = new StatementParameters();
  const more = await runStatement<NameRow>(sql, pastInZones(query, nearest, past), past.values);
  return gatherNames([...rows, ...more]);
}

/**
 * A statement over all zones is planned once for each connection: looking at every partition takes longer than reading.
 * Then the planner knows no values, so it must not take a range of unknown size for one that is soon read and sorted.
 */
export async function planOnce(sql: TransactionSql): Promise<void> {
  await sql.unsafe(
    'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_sort = off',
  );
}

/**
 * The time from which on changes are read. Those after the watermark are needed whatever time they are of, because they
 * undo what came later than the session; an import may be of a day long past.
 */
export function changesSince(
  query: { watermark: number; changesFrom: number | null },
  parameters: StatementParameters,
): string {
  const from = query.changesFrom === null ? 'null' : parameters.add(query.changesFrom);
  const later = `(select min(at) from zones.ingest where id > ${parameters.add(query.watermark)}::int)`;
  return `(select least(${from}::bigint, ${later}))`;
}

function ofOneZone(query: SliceQuery, parameters: StatementParameters): string {
  const [slice] = query.zones as readonly [ZoneSlice]; // The caller looked.
  const zone = `${parameters.add(slice.zone.id)}::int`;
  const size = `${parameters.add(slice.size)}::int`;
  const range = rangeCondition(query, parameters);
  const most = `${parameters.add(slice.size + spareChanges)}::int`;
  const like = likeCondition(query, () => `${parameters.add(slice.zone.suffix)}::text`, parameters);
  const bound = `coalesce((select label from bound), ${parameters.add(lastText)})`;
  return `with present as materialized (
      select * from zones.state where zone_id = ${zone} and ${range} order by label limit ${size}
    ), bound as (
      select max(label) as label from present having count(*) >= ${size}
    ), past as materialized (
      select * from zones.change
      where zone_id = ${zone} and ${range} and label <= ${bound} and at >= ${changesSince(query, parameters)}
      order by label, at limit ${most}
    ) ${pointTables(query, parameters)}
    select ${rowColumns.state('present')} from present ${like}
    union all select ${rowColumns.change('past')} from past ${like}
    union all select ${rowColumns.bound(zone, 'label')} from bound
    union all select ${rowColumns.bound(zone, 'max(label)')} from past having count(*) >= ${most}
    ${pointSelects(query)}`;
}

/** The statement names zones by all ids up to a power of two, so that new zones seldom make another statement. */
const fewestIds = 16;

/**
 * The first names of each zone, with a branch for each. A join with the partitioned table would, for each zone, go through
 * all the partitions; and the text must not depend on what is asked for, because each connection keeps its plan.
 */
function presentInZones(query: SliceQuery, parameters: StatementParameters): string {
  const { zones, from, to, like } = query;
  const greatest = Math.max(...zones.map(({ zone }) => zone.id));
  const length = Math.max(fewestIds, 2 ** Math.ceil(Math.log2(greatest)));
  const all = Array.from({ length }, (_, index) => index + 1);
  const sizes = new Map(zones.map(({ zone, size }) => [zone.id, size]));
  const ids = parameters.add(zones.map(({ zone }) => zone.id));
  const suffixes = parameters.add(zones.map(({ zone }) => zone.suffix));
  const limits = parameters.add(all.map((id) => sizes.get(id) ?? 0));
  const range = `label >= ${parameters.add(from)} and label < ${parameters.add(to ?? lastText)}`;
  const branches = all.map(
    (id) =>
      `(select * from zones.state where zone_id = ${id} and ${range} order by label limit (${limits}::int[])[${id}])`,
  );
  return `with span as materialized (
      select *, (${limits}::int[])[zone_id] as size from unnest(${ids}::int[], ${suffixes}::text[]) as given (zone_id, suffix)
    ), present as materialized (
      ${branches.join(' union all ')}
    )
    select ${rowColumns.state('present')} from present join span using (zone_id)
      where label || suffix like ${parameters.add(like ?? '%')}
    union all select ${rowColumns.bound('zone_id', 'max(label)')} from present join span using (zone_id)
      group by zone_id, size having count(*) >= size`;
}

function pastInZones(query: SliceQuery, nearest: string, parameters: StatementParameters): string {
  const ids = parameters.add(query.zones.map(({ zone }) => zone.id));
  const suffixes = parameters.add(query.zones.map(({ zone }) => zone.suffix));
  const sizes = parameters.add(query.zones.map(({ size }) => size));
  const range = rangeCondition(query, parameters);
  const like = likeCondition(query, () => 'span.suffix', parameters);
  return `with span as materialized (
      select * from unnest(${ids}::int[], ${suffixes}::text[], ${sizes}::int[]) as given (zone_id, suffix, size)
    ), past as materialized (
      select found.* from span cross join lateral (
        select * from zones.change
        where zone_id = span.zone_id and ${range} and label <= ${parameters.add(nearest)}
          and at >= ${changesSince(query, parameters)}
        order by label, at limit span.size + ${spareChanges}
      ) found
    ) ${pointTables(query, parameters)}
    select ${rowColumns.change('past')} from past join span using (zone_id) ${like}
    union all select ${rowColumns.bound('zone_id', 'max(label)')} from past join span using (zone_id)
      group by zone_id, span.size having count(*) >= span.size + ${spareChanges}
    ${pointSelects(query)}`;
}

function rangeCondition({ from, to }: SliceQuery, parameters: StatementParameters): string {
  const begin = `label >= ${parameters.add(from)}`;
  return to === null ? begin : `${begin} and label < ${parameters.add(to)}`;
}

function likeCondition({ like }: SliceQuery, suffix: () => string, parameters: StatementParameters): string {
  return like === null ? '' : `where label || ${suffix()} like ${parameters.add(like)}`;
}

/** Single names, each found by its key; the caller decides whether they match. */
function pointTables(query: SliceQuery, parameters: StatementParameters): string {
  if (!hasPoints(query)) return '';
  const points = query.zones.flatMap(({ zone, points }) => points.map((label) => ({ id: zone.id, label })));
  const ids = parameters.add(points.map(({ id }) => id));
  const labels = parameters.add(points.map(({ label }) => label));
  return `, point as materialized (
      select * from unnest(${ids}::int[], ${labels}::text[]) as given (zone_id, label)
    ), point_present as (
      select found.* from point cross join lateral (
        select * from zones.state where zone_id = point.zone_id and label = point.label
      ) found
    ), point_past as (
      select found.* from point cross join lateral (
        select * from zones.change
        where zone_id = point.zone_id and label = point.label and at >= ${changesSince(query, parameters)}
      ) found
    )`;
}

function pointSelects(query: SliceQuery): string {
  if (!hasPoints(query)) return '';
  return `union all select ${rowColumns.state('point_present')} from point_present
    union all select ${rowColumns.change('point_past')} from point_past`;
}

function hasPoints({ zones }: SliceQuery): boolean {
  return zones.some(({ points }) => points.length > 0);
}
