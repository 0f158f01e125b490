import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  boolean,
  byShape,
  fetchRows,
  integer,
  nullable,
  optional,
  type Placeholders,
  rawQuery,
  run,
  statement,
  text,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { changeRow, type NameRow, nameRows } from '../../search/index.js';
import { nameserverSetIds } from '../../set-ids.js';
import { change, ingest } from '../../tables.js';
import { nameserverUse } from '../tables.js';

/** Kinds of changes to return. */
export interface KindFilter {
  readonly added: boolean;
  readonly removed: boolean;
  readonly moved: boolean;
}

/** Position in the list of changes, which is ordered by import and label. */
export interface ChangePosition {
  readonly ingest: number;
  readonly label: string;
}

const kindTypes = { added: boolean, removed: boolean, moved: boolean };

function kindCondition({ added, removed, moved }: Placeholders<typeof kindTypes>): SQL {
  return sql`case when old_set_id is null then ${added} when new_set_id is null then ${removed} else ${moved} end`;
}

/**
 * Imports within a window, from a given import on, in order. First imports are omitted, because they have no changes.
 */
export const selectIngests = fetchRows(
  { zoneId: nullable(integer), start: bigint, end: bigint, watermark: integer, from: integer, limit: integer },
  ({ zoneId, start, end, watermark, from, limit }) =>
    rawQuery(
      { id: ingest.id, at: ingest.at },
      (columns) => sql`select ${columns} from ${ingest}
          where at >= ${start} and at < ${end} and id >= ${from} and id <= ${watermark} and not is_initial
            and (${zoneId} is null or zone_id = ${zoneId})
          order by id limit ${limit}`,
    ),
);

const changesOfIngests = statement(
  { ...kindTypes, ids: array(integer), times: array(bigint), after: text, limit: integer },
  (parameters) => {
    const { ids, times, after, limit } = parameters;
    const source = sql`(
        select id, at, case when number = 1 then ${after} else '' end as after
        from unnest(${ids}, ${times}) with ordinality as listed (id, at, number)
      ) span cross join lateral (
        select * from ${change}
        where ingest = span.id and at = span.at and label > span.after and ${kindCondition(parameters)}
        order by label limit ${limit}
      ) found limit ${limit}`;
    return nameRows(sql``, [[changeRow('found'), source]]);
  },
);

/** Changes of these imports, ordered by import and label; of the first import, those after the label `after`. */
export async function selectChangesOfIngests(
  executor: Executor,
  query: KindFilter & { ingests: readonly { id: number; at: number }[]; after: string; limit: number },
): Promise<NameRow[]> {
  const { ingests } = query;
  const ids = ingests.map(({ id }) => id);
  const found = await run(executor, changesOfIngests, { ...query, ids, times: ingests.map(({ at }) => at) });
  assertOrder(found);
  return found;
}

interface SetsQuery extends KindFilter {
  readonly name: string;
  readonly sets: readonly string[];
  /** Id of the zone; null: all zones. */
  readonly zoneId: number | null;
  readonly start: number;
  readonly end: number;
  readonly watermark: number;
  readonly after: ChangePosition;
  readonly includesTo: boolean;
  readonly includesFrom: boolean;
  readonly limit: number;
}

const setTypes = {
  ...{ ...kindTypes, name: text, sets: nameserverSetIds, zoneId: optional(integer), start: bigint, end: bigint },
  ...{ watermark: integer, afterIngest: integer, afterLabel: text, limit: integer },
};

const changesOfSets = byShape(
  ({ zoneId, includesTo, includesFrom }: SetsQuery) => `${zoneId === null} ${includesTo} ${includesFrom}`,
  ({ zoneId, includesTo, includesFrom }) =>
    statement(setTypes, (parameters) => {
      const conditions = [
        sql`at >= ${parameters.start} and at < ${parameters.end} and ingest <= ${parameters.watermark}`,
        sql`(ingest, label) > (${parameters.afterIngest}, ${parameters.afterLabel})`,
        kindCondition(parameters),
        ...(zoneId === null ? [] : [sql`zone_id = ${parameters.zoneId}`]),
      ];
      // A domain that continues to use the nameserver moves neither to it nor from it.
      const branch = (column: SQL, otherColumn: SQL) =>
        sql`(select * from ${change} ${whereAll([
          ...[sql`${column} = used.id`, ...conditions],
          sql`not exists (select from ${nameserverUse} where name = ${parameters.name} and set_id = ${otherColumn})`,
        ])} order by ingest, label limit ${parameters.limit})`;
      const branches = [
        ...(includesTo ? [branch(sql`new_set_id`, sql`old_set_id`)] : []),
        ...(includesFrom ? [branch(sql`old_set_id`, sql`new_set_id`)] : []),
      ];
      const source = sql`unnest(${parameters.sets}) as used (id) cross join lateral (
          ${sql.join(branches, sql` union all `)}
        ) found order by found.ingest, found.label limit ${parameters.limit}`;
      return nameRows(sql``, [[changeRow('found'), source]]);
    }),
);

/** Changes to and from the nameserver `name`, limited to some of its sets, ordered by import and label. */
export async function selectChangesOfSets(executor: Executor, query: SetsQuery): Promise<NameRow[]> {
  const { after, zoneId, ...rest } = query;
  const position = { afterIngest: after.ingest, afterLabel: after.label };
  return await run(executor, changesOfSets(query), { ...rest, ...position, zoneId: zoneId ?? undefined });
}

/** Verifies the order of rows, because SQL does not guarantee an order without ORDER BY. */
function assertOrder(found: readonly NameRow[]): void {
  let before = { ingest: 0, label: '' };
  for (const row of found) {
    const position = { ingest: row.ingest ?? 0, label: row.label };
    if (position.ingest < before.ingest || (position.ingest === before.ingest && position.label <= before.label)) {
      throw new Error('the database returned changes in an unexpected order: expected import, label');
    }
    before = position;
  }
}
