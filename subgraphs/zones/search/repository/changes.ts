import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  bigint,
  byShape,
  integer,
  nullable,
  optional,
  type Placeholders,
  type RowOf,
  rawQuery,
  records,
  run,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { change, ingest } from '../../tables.js';
import { changeOf, type NameChange } from '../rules/observations.js';
import { changeRow, type NameRow, nameRows } from './rows.js';

interface WindowQuery {
  /** Id of the zone; null: all zones. */
  readonly zoneId: number | null;
  readonly start: number;
  readonly end: number;
  readonly watermark: number;
  readonly from: { readonly at: number; readonly ingest: number };
  readonly limit: number;
}

const windowTypes = {
  ...{ zoneId: optional(nullable(integer)), start: bigint, end: bigint, watermark: integer },
  ...{ fromAt: bigint, fromIngest: integer, limit: integer },
};

const windowIngests = byShape(
  ({ zoneId }: WindowQuery) => String(zoneId === null),
  (query) =>
    statement(windowTypes, ({ zoneId, start, end, watermark, fromAt, fromIngest, limit }) =>
      rawQuery(
        getTableColumns(ingest),
        (columns) => sql`select ${columns} from ${ingest}
        where at >= ${start} and at < ${end} and id <= ${watermark} and (at > ${fromAt} or id >= ${fromIngest})
          ${query.zoneId === null ? sql`` : sql`and zone_id = ${zoneId}`}
        order by at, id limit ${limit}`,
      ),
    ),
);

/** An ingest in the window of a change-set. */
export type WindowIngest = RowOf<ReturnType<typeof windowIngests>>;

/** Ingests of a window up to the watermark, starting at a cursor, ordered by time. */
export async function selectWindowIngests(executor: Executor, query: WindowQuery): Promise<WindowIngest[]> {
  const { start, from } = query;
  const values = { ...query, start: Math.max(start, from.at), fromAt: from.at, fromIngest: from.ingest };
  return await run(executor, windowIngests(query), values);
}

/** An ingest, and the labels whose changes are read. */
export interface IngestRange {
  readonly ingest: WindowIngest;
  readonly suffix: string;
  /** First label, inclusive. */
  readonly from: string;
  /** Single labels before `from` to read in addition. */
  readonly points: readonly string[];
}

interface ChangesQuery {
  readonly ranges: readonly IngestRange[];
  readonly to: string | null;
  readonly like: string | null;
  readonly limit: number;
}

export interface LabelChange extends NameChange {
  readonly label: string;
}

const changesTypes = {
  span: records({ id: integer, at: bigint, labelFrom: text, suffix: text }),
  point: optional(records({ id: integer, label: text })),
  ...{ to: optional(nullable(text)), like: optional(nullable(text)), limit: integer },
};

const ingestChanges = byShape(
  ({ to, like, ranges }: ChangesQuery) => `${to === null} ${like === null} ${pointsOf(ranges).length === 0}`,
  ({ to, like, ranges }) =>
    statement(changesTypes, (parameters) => {
      const bounded = to === null ? sql`` : sql`and label < ${parameters.to}`;
      const matching = like === null ? sql`` : sql`and change.label || span.suffix like ${parameters.like}`;
      const points = pointsOf(ranges).length === 0 ? sql`` : sql`${pointBranch(matching, parameters)} union all`;
      // Rows are sorted per ingest, one ingest after the other; sorting all of them would read all of them.
      const source = sql`${parameters.span} cross join lateral (
          ${points}
          (select * from ${change}
            where ingest = span.id and at = span.at and label >= span.label_from ${bounded} ${matching}
            order by label limit ${parameters.limit})
        ) found limit ${parameters.limit}`;
      return nameRows(sql``, [[changeRow('found'), source]]);
    }),
);

/** The first changes of these ingests, ordered by ingest and label; with `like`, only changes of matching names. */
export async function selectIngestChanges(executor: Executor, query: ChangesQuery): Promise<LabelChange[]> {
  const { ranges } = query;
  const span = ranges.map(({ ingest: { id, at }, from, suffix }) => ({ id, at, labelFrom: from, suffix }));
  const found = await run(executor, ingestChanges(query), { ...query, span, point: pointsOf(ranges) });
  assertOrder(found, ranges);
  return found.map((row) => ({ label: row.label, ...changeOf(row) }));
}

function pointsOf(ranges: readonly IngestRange[]): { id: number; label: string }[] {
  return ranges.flatMap(({ ingest, points }) => points.map((label) => ({ id: ingest.id, label })));
}

function pointBranch(matching: SQL, parameters: Placeholders<typeof changesTypes>): SQL {
  return sql`(select change.* from ${change}
    join ${parameters.point} on change.ingest = point.id and change.label = point.label
    where point.id = span.id and change.at = span.at ${matching}
    order by change.label limit ${parameters.limit})`;
}

/** Verifies the order of rows, because SQL does not guarantee an order without ORDER BY. */
function assertOrder(found: readonly NameRow[], ranges: readonly IngestRange[]): void {
  const order = new Map(ranges.map(({ ingest }, position) => [ingest.id, position]));
  let before = { position: -1, label: '' };
  for (const { ingest, label } of found) {
    const position = order.get(ingest ?? 0) ?? -1;
    if (position < before.position || (position === before.position && label < before.label)) {
      throw new Error('the database returned changes in an unexpected order: expected ingest, label');
    }
    before = { position, label };
  }
}
