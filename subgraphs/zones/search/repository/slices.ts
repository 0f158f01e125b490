import { type SQL, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Database } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byShape,
  integer,
  nullable,
  optional,
  type Placeholders,
  run,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { change, ingest, state } from '../../tables.js';
import { groupNames, type ReadNames } from '../rules/observations.js';
import { boundRow, changeRow, nameRows, stateRow } from './rows.js';
import type { SearchZone } from './sessions.js';

/** The part of a zone to read. */
export interface ZoneSlice {
  readonly zone: SearchZone;
  /** Maximum number of names that are read from the state. */
  readonly size: number;
  /** Names to read in addition to the range. */
  readonly points: readonly string[];
}

export interface SliceQuery {
  /** Zones to read; at least one. */
  readonly zones: readonly ZoneSlice[];
  /** Labels of the range, the same in all zones: `from` inclusive, `to` exclusive (null: no upper bound). */
  readonly from: string;
  readonly to: string | null;
  /** LIKE pattern for whole names: other names are read and filtered out. Null: all names. */
  readonly like: string | null;
  readonly watermark: number;
  /**
   * Time in Unix epoch milliseconds from which changes are read, in addition to those after the watermark. Null: only
   * the latter are read.
   */
  readonly changesFrom: number | null;
}

/** A string that sorts after every label. */
const maxText = '\u{10FFFF}';

/** Number of extra changes per read, so names with many changes rarely cut a page short. */
const extraChanges = 1000;

const changeTypes = { watermark: integer, changesFrom: nullable(bigint) };

/**
 * The time of the oldest change to read. Changes after the watermark are always read, regardless of their time, because
 * they undo imports that were applied after the session was opened, even if these have an old snapshot time.
 */
export function oldestChangeTime({ changesFrom, watermark }: Placeholders<typeof changeTypes>): SQL {
  return sql`(select least(${changesFrom}, (select min(at) from ${ingest} where id > ${watermark})))`;
}

const sliceTypes = {
  ...{ ...changeTypes, from: text, to: optional(nullable(text)), like: optional(nullable(text)) },
  ...{ pointIds: optional(array(integer)), pointLabels: optional(array(text)) },
};
type SliceParameters = Placeholders<typeof sliceTypes>;

function sliceValues(query: SliceQuery) {
  const points = query.zones.flatMap(({ zone, points }) => points.map((label) => ({ id: zone.id, label })));
  return { ...query, pointIds: points.map(({ id }) => id), pointLabels: points.map(({ label }) => label) };
}

function sliceShape(query: SliceQuery): string {
  return `${query.to === null} ${query.like === null} ${hasPoints(query)}`;
}

/**
 * Selects the first names of a range with their changes, from the state and from removed names, in one statement and so
 * in one snapshot: docs/decisions/0012. The part of the range before all bounds is complete.
 */
export async function selectSlice(database: Database, query: SliceQuery): Promise<ReadNames> {
  const [onlyZone, ...others] = query.zones;
  if (onlyZone === undefined || others.length > 0) {
    return await database.transaction((sql) => readManyZones(sql, query));
  }
  const { zone, size } = onlyZone;
  const values = { ...sliceValues(query), zoneId: zone.id, suffix: zone.suffix, size };
  return groupNames(await database.guard((sql) => run(sql, oneZone(query), values)));
}

const oneZone = byShape(sliceShape, (query) =>
  statement({ ...sliceTypes, zoneId: integer, suffix: optional(text), size: integer }, (parameters) => {
    const { zoneId, size } = parameters;
    const range = rangeCondition(query, parameters);
    const like = likeCondition(query, parameters, parameters.suffix);
    const max = sql`${size} + ${extraChanges}`;
    const tables = sql`with present as materialized (
        select * from ${state} where zone_id = ${zoneId} and ${range} order by label limit ${size}
      ), bound as (
        select max(label) as label from present having count(*) >= ${size}
      ), past as materialized (
        select * from ${change}
        where zone_id = ${zoneId} and ${range} and label <= coalesce((select label from bound), ${maxText})
          and at >= ${oldestChangeTime(parameters)}
        order by label, at limit ${max}
      ) ${pointTables(query, parameters)}`;
    return nameRows(tables, [
      [stateRow('present'), sql`present ${like}`],
      [changeRow('past'), sql`past ${like}`],
      [boundRow(zoneId, sql`label`), sql`bound`],
      [boundRow(zoneId, sql`max(label)`), sql`past having count(*) >= ${max}`],
      ...pointRows(query),
    ]);
  }),
);

/**
 * Reads with two statements in one snapshot: the current names, and the changes of names up to the last current name.
 */
async function readManyZones(sql: TransactionSql, query: SliceQuery): Promise<ReadNames> {
  await sql.unsafe('set transaction isolation level repeatable read, read only');
  await useGenericPlan(sql);
  const { zones, like } = query;
  const ids = zones.map(({ zone }) => zone.id);
  const suffixes = zones.map(({ zone }) => zone.suffix);
  const length = listedIdCount(ids);
  const limits: number[] = Array.from({ length }, () => 0);
  for (const { zone, size } of zones) limits[zone.id - 1] = size;
  const range = { from: query.from, to: query.to ?? maxText, like: like ?? '%' };
  const present = await run(sql, presentInZones(length), { ...range, ids, suffixes, limits });
  const ends = present.filter(({ kind }) => kind === 'b').map(({ label }) => label);
  const bound = ends.reduce((a, b) => (a < b ? a : b), maxText);
  const sizes = zones.map(({ size }) => size);
  const past = await run(sql, pastInZones(query), { ...sliceValues(query), ids, suffixes, sizes, bound });
  return groupNames([...present, ...past]);
}

/**
 * Plans a statement over all zones once per connection: planning visits every partition, which takes longer than
 * reading. A generic plan has no values, so the planner must not assume that a range is small and sort it.
 */
export async function useGenericPlan(sql: TransactionSql): Promise<void> {
  await sql.unsafe(
    'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_sort = off',
  );
}

/** Minimum number of zone ids in the statement. Their number is a power of two, so new zones rarely change its text. */
const minIds = 16;

function listedIdCount(ids: readonly number[]): number {
  return Math.max(minIds, 2 ** Math.ceil(Math.log2(Math.max(...ids))));
}

const presentTypes = {
  ...{ ids: array(integer), suffixes: array(text), limits: array(integer) },
  ...{ from: text, to: text, like: text },
};

/**
 * The first names of each zone, one branch per zone: a join with the partitioned table would visit all partitions for
 * each zone. The text does not depend on the request, because each connection caches its plan.
 */
const presentInZones = byShape(String, (length: number) =>
  statement(presentTypes, ({ ids, suffixes, limits, from, to, like }) => {
    const branches = Array.from(
      { length },
      (_, index) => sql`(select * from ${state} where zone_id = ${index + 1} and label >= ${from} and label < ${to}
        order by label limit (${limits})[${index + 1}])`,
    );
    const tables = sql`with span as materialized (
        select *, (${limits})[zone_id] as size from unnest(${ids}, ${suffixes}) as input (zone_id, suffix)
      ), present as materialized (
        ${sql.join(branches, sql` union all `)}
      )`;
    return nameRows(tables, [
      [stateRow('present'), sql`present join span using (zone_id) where label || suffix like ${like}`],
      [
        boundRow(sql`zone_id`, sql`max(label)`),
        sql`present join span using (zone_id) group by zone_id, size having count(*) >= size`,
      ],
    ]);
  }),
);

const pastTypes = {
  ...{ ...sliceTypes, ids: array(integer), suffixes: array(text), sizes: array(integer) },
  bound: text,
};

const pastInZones = byShape(sliceShape, (query) =>
  statement(pastTypes, (parameters) => {
    const tables = sql`with span as materialized (
        select * from unnest(${parameters.ids}, ${parameters.suffixes}, ${parameters.sizes}) as input (zone_id, suffix, size)
      ), past as materialized (
        select found.* from span cross join lateral (
          select * from ${change}
          where zone_id = span.zone_id and ${rangeCondition(query, parameters)} and label <= ${parameters.bound}
            and at >= ${oldestChangeTime(parameters)}
          order by label, at limit span.size + ${extraChanges}
        ) found
      ) ${pointTables(query, parameters)}`;
    const spans = sql`past join span using (zone_id)`;
    return nameRows(tables, [
      [changeRow('past'), sql`${spans} ${likeCondition(query, parameters, sql`span.suffix`)}`],
      [
        boundRow(sql`zone_id`, sql`max(label)`),
        sql`${spans} group by zone_id, span.size having count(*) >= span.size + ${extraChanges}`,
      ],
      ...pointRows(query),
    ]);
  }),
);

function rangeCondition(query: SliceQuery, { from, to }: SliceParameters): SQL {
  return query.to === null ? sql`label >= ${from}` : sql`label >= ${from} and label < ${to}`;
}

function likeCondition(query: SliceQuery, { like }: SliceParameters, suffix: SQL): SQL {
  return query.like === null ? sql`` : sql`where label || ${suffix} like ${like}`;
}

/** Single names, each read by its key; the caller checks whether they match. */
function pointTables(query: SliceQuery, parameters: SliceParameters): SQL {
  if (!hasPoints(query)) return sql``;
  return sql`, point as materialized (
      select * from unnest(${parameters.pointIds}, ${parameters.pointLabels}) as input (zone_id, label)
    ), point_present as (
      select found.* from point cross join lateral (
        select * from ${state} where zone_id = point.zone_id and label = point.label
      ) found
    ), point_past as (
      select found.* from point cross join lateral (
        select * from ${change}
        where zone_id = point.zone_id and label = point.label and at >= ${oldestChangeTime(parameters)}
      ) found
    )`;
}

function pointRows(query: SliceQuery): Parameters<typeof nameRows>[1] {
  if (!hasPoints(query)) return [];
  return [
    [stateRow('point_present'), sql`point_present`],
    [changeRow('point_past'), sql`point_past`],
  ];
}

function hasPoints({ zones }: SliceQuery): boolean {
  return zones.some(({ points }) => points.length > 0);
}
