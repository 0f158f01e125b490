import type { TransactionSql } from 'postgres';
import type { Database } from '../../../../platform/database/index.js';
import { runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import { groupNames, type NameRow, type ReadNames, rowColumns } from './rows.js';
import type { SearchZone } from './sessions.js';

/** What to read of one zone. */
export interface ZoneSlice {
  readonly zone: SearchZone;
  /** Maximum number of names of the state. */
  readonly size: number;
  /** Names to read in addition to the range. */
  readonly points: readonly string[];
}

export interface SliceQuery {
  /** At least one. */
  readonly zones: readonly ZoneSlice[];
  /** Labels of the range, the same in all zones: `from` inclusive, `to` exclusive (null: no upper bound). */
  readonly from: string;
  readonly to: string | null;
  /** LIKE pattern for whole names: other names are read and filtered out. */
  readonly like: string | null;
  readonly watermark: number;
  /** Lower bound of the changes to read; changes after the watermark are always read. Null: only those. */
  readonly changesFrom: number | null;
}

/** Sorts after every label. */
const lastText = '\u{10FFFF}';

/** Extra changes per read, so that names with many changes rarely cut a page short. */
const spareChanges = 1000;

/**
 * Selects the first names of a range with their changes, from the state and from removed names, in one statement and so
 * in one snapshot: docs/decisions/0012. The part of the range before all bounds is complete.
 */
export async function selectSlice(database: Database, query: SliceQuery): Promise<ReadNames> {
  if (query.zones.length === 1) {
    const parameters = new StatementParameters();
    const text = ofOneZone(query, parameters);
    return groupNames(await database.guard((sql) => runStatement<NameRow>(sql, text, parameters.values)));
  }
  return await database.transaction((sql) => readManyZones(sql, query));
}

/** Two statements in one snapshot: the current names, and the changes of names up to the last of those. */
async function readManyZones(sql: TransactionSql, query: SliceQuery): Promise<ReadNames> {
  await sql.unsafe('set transaction isolation level repeatable read, read only');
  await planOnce(sql);
  const present = new StatementParameters();
  const rows = await runStatement<NameRow>(sql, presentInZones(query, present), present.values);
  const ends = rows.filter(({ kind }) => kind === 'b').map(({ label }) => label);
  const minBound = ends.reduce((one, other) => (one < other ? one : other), lastText);
  const past = new StatementParameters();
  const more = await runStatement<NameRow>(sql, pastInZones(query, minBound, past), past.values);
  return groupNames([...rows, ...more]);
}

/**
 * Plans a statement over all zones once per connection: planning visits every partition, which takes longer than reading.
 * A generic plan knows no values, so the planner must not assume that a range is small and sort it.
 */
export async function planOnce(sql: TransactionSql): Promise<void> {
  await sql.unsafe(
    'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_sort = off',
  );
}

/**
 * SQL for the time of the oldest change to read. Changes after the watermark are always read, whatever their time,
 * because they undo what was imported after the session opened; an import may carry an old time.
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
  const max = `${parameters.add(slice.size + spareChanges)}::int`;
  const like = likeCondition(query, () => `${parameters.add(slice.zone.suffix)}::text`, parameters);
  const bound = `coalesce((select label from bound), ${parameters.add(lastText)})`;
  return `with present as materialized (
      select * from zones.state where zone_id = ${zone} and ${range} order by label limit ${size}
    ), bound as (
      select max(label) as label from present having count(*) >= ${size}
    ), past as materialized (
      select * from zones.change
      where zone_id = ${zone} and ${range} and label <= ${bound} and at >= ${changesSince(query, parameters)}
      order by label, at limit ${max}
    ) ${pointTables(query, parameters)}
    select ${rowColumns.state('present')} from present ${like}
    union all select ${rowColumns.change('past')} from past ${like}
    union all select ${rowColumns.bound(zone, 'label')} from bound
    union all select ${rowColumns.bound(zone, 'max(label)')} from past having count(*) >= ${max}
    ${pointSelects(query)}`;
}

/** The statement lists all zone ids up to a power of two, so that new zones rarely change its text. */
const minIds = 16;

/**
 * The first names of each zone, one branch per zone: a join with the partitioned table would visit all partitions for
 * each zone. The text does not depend on the request, because each connection caches its plan.
 */
function presentInZones(query: SliceQuery, parameters: StatementParameters): string {
  const { zones, from, to, like } = query;
  const maxZoneId = Math.max(...zones.map(({ zone }) => zone.id));
  const length = Math.max(minIds, 2 ** Math.ceil(Math.log2(maxZoneId)));
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
      select *, (${limits}::int[])[zone_id] as size from unnest(${ids}::int[], ${suffixes}::text[]) as input (zone_id, suffix)
    ), present as materialized (
      ${branches.join(' union all ')}
    )
    select ${rowColumns.state('present')} from present join span using (zone_id)
      where label || suffix like ${parameters.add(like ?? '%')}
    union all select ${rowColumns.bound('zone_id', 'max(label)')} from present join span using (zone_id)
      group by zone_id, size having count(*) >= size`;
}

function pastInZones(query: SliceQuery, minBound: string, parameters: StatementParameters): string {
  const ids = parameters.add(query.zones.map(({ zone }) => zone.id));
  const suffixes = parameters.add(query.zones.map(({ zone }) => zone.suffix));
  const sizes = parameters.add(query.zones.map(({ size }) => size));
  const range = rangeCondition(query, parameters);
  const like = likeCondition(query, () => 'span.suffix', parameters);
  return `with span as materialized (
      select * from unnest(${ids}::int[], ${suffixes}::text[], ${sizes}::int[]) as input (zone_id, suffix, size)
    ), past as materialized (
      select found.* from span cross join lateral (
        select * from zones.change
        where zone_id = span.zone_id and ${range} and label <= ${parameters.add(minBound)}
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

/** Single names, each read by its key; the caller checks whether they match. */
function pointTables(query: SliceQuery, parameters: StatementParameters): string {
  if (!hasPoints(query)) return '';
  const points = query.zones.flatMap(({ zone, points }) => points.map((label) => ({ id: zone.id, label })));
  const ids = parameters.add(points.map(({ id }) => id));
  const labels = parameters.add(points.map(({ label }) => label));
  return `, point as materialized (
      select * from unnest(${ids}::int[], ${labels}::text[]) as input (zone_id, label)
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
