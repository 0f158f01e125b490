import { and, eq, getTableColumns, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRows,
  float8,
  insertInto,
  integer,
  nullable,
  optional,
  type Placeholders,
  queryBuilder,
  type RowOf,
  type RowOfSelection,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { dateOf } from '../../tables.js';
import { importOutcomeType, zoneImport } from '../tables.js';
import { ImportOutcome } from '../vocabulary.js';

const { ingest: _, ...columns } = getTableColumns(zoneImport);
const selection = {
  ...columns,
  ...{ at: dateOf(columns.at), startedAt: dateOf(columns.startedAt), endedAt: dateOf(columns.endedAt) },
};

/** An import as shown in lists. */
export type ImportRecord = RowOfSelection<typeof selection>;

interface ImportsQuery {
  /** Name of the zone; null: all zones. */
  readonly zone: string | null;
  /** End time, in Unix epoch milliseconds, and id of the import to continue after; null for the first page. */
  readonly after: { readonly value: number; readonly id: string } | null;
  readonly limit: number;
}

const zoneTypes = { zone: optional(nullable(text)) };
const pageTypes = { ...zoneTypes, value: optional(float8), id: optional(uuid), limit: integer };

const imports = byShape(
  ({ zone, after }: ImportsQuery) => `${zone === null} ${after === null}`,
  (query) =>
    statement(pageTypes, (parameters) => {
      const { endedAt, id } = zoneImport;
      const page =
        and(zoneCondition(query.zone, parameters), query.after === null ? undefined : cursorCondition(parameters)) ??
        sql`true`;
      return rawQuery(
        { ...selection, cursorValue: endedAt },
        (selected) => sql`select ${selected} from ${zoneImport} where ${page}
          order by ${endedAt} desc, ${id} limit ${parameters.limit}`,
      );
    }),
);

function zoneCondition(zone: string | null, parameters: Placeholders<typeof zoneTypes>): SQL | undefined {
  return zone === null ? undefined : eq(zoneImport.zone, parameters.zone);
}

function cursorCondition(parameters: Placeholders<typeof pageTypes>): SQL | undefined {
  const { endedAt, id } = zoneImport;
  return and(lte(endedAt, parameters.value), or(lt(endedAt, parameters.value), gt(id, parameters.id)));
}

/** Imports of one zone or of all zones, newest first. */
export async function selectImports(
  executor: Executor,
  query: ImportsQuery,
): Promise<(ImportRecord & { cursorValue: number })[]> {
  return await run(executor, imports(query), { ...query, ...query.after });
}

/** The imports with these ids, in any order. */
export const selectImportsByIds = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  queryBuilder.select(selection).from(zoneImport).where(sql`${zoneImport.id} = any(${ids})`),
);

const importCount = byShape(
  (zone: string | null) => String(zone === null),
  (zone) =>
    statement(zoneTypes, (parameters) =>
      queryBuilder
        .select({ total: cast(integer, sql`count(*)`) })
        .from(zoneImport)
        .where(zoneCondition(zone, parameters)),
    ),
);

/** The number of imports of a zone (null: of all zones). */
export async function countImports(executor: Executor, zone: string | null): Promise<number> {
  return (await runForRow(executor, importCount(zone), { zone }))?.total ?? 0;
}

const entryTypes = {
  ...{ id: uuid, zone: text, outcome: enumeration(importOutcomeType), ingest: nullable(integer), at: bigint },
  ...{ startedAt: float8, endedAt: float8, reason: nullable(text), serial: nullable(bigint), bytes: bigint },
  ...{ records: bigint, domains: bigint, observations: bigint, addedDomains: bigint, removedDomains: bigint },
  ...{ changedDomains: bigint, addedObservations: bigint, removedObservations: bigint },
};

/** Adds an import to the log. Times are Unix epoch milliseconds. */
export const insertImport = execute(entryTypes, (entry) => insertInto(zoneImport, entry));

/**
 * Numbers of domains added to and removed from each of these zones on each day with imports; the range includes both
 * ends.
 */
export const selectDailyCounts = fetchRows(
  { zones: array(text), from: integer, to: integer },
  ({ zones, from, to }) => {
    const { zone, outcome, at, addedDomains, removedDomains } = zoneImport;
    const day = sql`${at} / 86400000`;
    return queryBuilder
      .select({
        zone,
        /** UTC date, in days since the Unix epoch. */
        day: cast(integer, day),
        added: cast(float8, sql`sum(${addedDomains})`),
        removed: cast(float8, sql`sum(${removedDomains})`),
      })
      .from(zoneImport)
      .where(
        and(
          ...[eq(outcome, ImportOutcome.APPLIED), sql`${zone} = any(${zones})`],
          sql`${at} >= ${from}::bigint * 86400000 and ${at} < (${to}::bigint + 1) * 86400000`,
        ),
      )
      .groupBy(zone, day);
  },
);

/** Numbers of domains added to and removed from a zone on one day. */
export type DayCount = RowOf<typeof selectDailyCounts>;
