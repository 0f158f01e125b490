import { type Executor, runStatement, StatementParameters } from '../../../../platform/database/statement.js';
import type { NameChange } from '../rules/observations.js';
import { changeOf, type NameRow } from './rows.js';

/** An ingest in the window of a change-set. */
export interface WindowIngest {
  readonly id: number;
  readonly zoneId: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The first import of its zone: all names are new, and none of them are in `change`. */
  readonly isInitial: boolean;
}

/** Ingests of a window up to the watermark, from a cursor on, ordered by time. */
export async function selectWindowIngests(
  sql: Executor,
  query: {
    /** Null: of all zones. */
    zoneId: number | null;
    start: number;
    end: number;
    watermark: number;
    from: { at: number; ingest: number };
    limit: number;
  },
): Promise<WindowIngest[]> {
  const { zoneId, start, end, watermark, from, limit } = query;
  const parameters = new StatementParameters();
  const at = `${parameters.add(Math.max(start, from.at))}::bigint`;
  const zone = zoneId === null ? '' : `and zone_id = ${parameters.add(zoneId)}::int`;
  const text = `select id, zone_id as "zoneId", at::float8 as at, is_initial as "isInitial" from zones.ingest
    where at >= ${at} and at < ${parameters.add(end)}::bigint and id <= ${parameters.add(watermark)}::int
      and (at > ${parameters.add(from.at)}::bigint or id >= ${parameters.add(from.ingest)}::int) ${zone}
    order by at, id limit ${parameters.add(limit)}::int`;
  return await runStatement(sql, text, parameters.values);
}

/** Labels to read of an ingest's zone. */
export interface IngestRange {
  readonly ingest: WindowIngest;
  readonly suffix: string;
  /** First label, inclusive. */
  readonly from: string;
  /** Single labels before `from` to read in addition. */
  readonly points: readonly string[];
}

export interface LabelChange extends NameChange {
  readonly label: string;
}

/** The first changes of these ingests, in their order and by label; with `like`, only of names that match. */
export async function selectIngestChanges(
  sql: Executor,
  query: { ranges: readonly IngestRange[]; to: string | null; like: string | null; limit: number },
): Promise<LabelChange[]> {
  const parameters = new StatementParameters();
  const { ranges } = query;
  const ids = parameters.add(ranges.map(({ ingest }) => ingest.id));
  const times = parameters.add(ranges.map(({ ingest }) => ingest.at));
  const froms = parameters.add(ranges.map(({ from }) => from));
  const suffixes = parameters.add(ranges.map(({ suffix }) => suffix));
  const limit = `${parameters.add(query.limit)}::int`;
  const to = query.to === null ? '' : `and label < ${parameters.add(query.to)}`;
  const like = query.like === null ? '' : `and label || span.suffix like ${parameters.add(query.like)}`;
  // Rows are sorted per ingest, one ingest after the other; sorting all of them would read all of them.
  const text = `select found.zone_id as "zoneId", found.label, found.old_set_id as "setId", found.old_since as since,
      found.old_seen as seen, found.at::float8 as at, found.ingest, found.new_set_id as "newSetId"
    from unnest(${ids}::int[], ${times}::bigint[], ${froms}::text[], ${suffixes}::text[])
      as span (id, at, label_from, suffix)
    cross join lateral (
      ${pointBranch(query, { parameters, limit, like })}
      (select * from zones.change
        where ingest = span.id and at = span.at and label >= span.label_from ${to} ${like} order by label limit ${limit})
    ) found limit ${limit}`;
  const rows = await runStatement<Omit<NameRow, 'kind'>>(sql, text, parameters.values);
  return inOrder(rows, ranges).map((row) => ({ label: row.label, ...changeOf(row) }));
}

function pointBranch(
  query: { ranges: readonly IngestRange[] },
  { parameters, limit, like }: { parameters: StatementParameters; limit: string; like: string },
): string {
  const points = query.ranges.flatMap(({ ingest, points }) => points.map((label) => ({ id: ingest.id, label })));
  if (points.length === 0) return '';
  const ids = parameters.add(points.map(({ id }) => id));
  const labels = parameters.add(points.map(({ label }) => label));
  return `(select change.* from zones.change
      join unnest(${ids}::int[], ${labels}::text[]) as point (id, label)
        on change.ingest = point.id and change.label = point.label
      where point.id = span.id and change.at = span.at ${like.replace('label', 'change.label')}
      order by change.label limit ${limit})
    union all`;
}

/** SQL does not guarantee an order without ORDER BY; this reports an error if the order ever differs. */
function inOrder(rows: Omit<NameRow, 'kind'>[], ranges: readonly IngestRange[]): Omit<NameRow, 'kind'>[] {
  const order = new Map(ranges.map(({ ingest }, position) => [ingest.id, position]));
  let before = { position: -1, label: '' };
  for (const { ingest, label } of rows) {
    const position = order.get(ingest ?? 0) ?? -1;
    if (position < before.position || (position === before.position && label < before.label)) {
      throw new Error('the database returned changes in an unexpected order: expected ingest, label');
    }
    before = { position, label };
  }
  return rows;
}
