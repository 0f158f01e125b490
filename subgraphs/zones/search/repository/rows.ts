import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  array,
  cast,
  fetchRows,
  float8,
  integer,
  nullable,
  type Placeholders,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { nameserverSetIds } from '../../set-ids.js';
import { change, ingest, nameserverSet, state } from '../../tables.js';

const rowTypes = {
  ...{ kind: text, zoneId: integer, label: text },
  ...{ setId: nullable(text), since: nullable(integer), seen: nullable(array(integer)) },
  ...{ at: nullable(float8), ingest: nullable(integer), newSetId: nullable(text) },
};

type RowSelection = Placeholders<typeof rowTypes>;

/**
 * A row of a statement that reads names: a row of `state` (kind `s`), a change (kind `c`), or the bound up to which a
 * zone was read (kind `b`); columns that a kind does not have are null.
 */
export type NameRow = RowOfSelection<RowSelection>;

function rowOf(values: { readonly [Name in keyof RowSelection]?: SQLWrapper }): RowSelection {
  const entries = Object.entries(rowTypes).map(([name, type]) => {
    const value = values[name as keyof RowSelection]; // The keys are those of `rowTypes`.
    return [name, cast<unknown>(type, sql`${value ?? sql`null`}`)];
  });
  return Object.fromEntries(entries) as RowSelection; // Contains an entry for each column.
}

/** A row of `state`, in a table of this name. */
export function stateRow(table: string): RowSelection {
  return rowOf({ ...alias(state, table), kind: sql`'s'` });
}

/** A row of `change`, in a table of this name. */
export function changeRow(table: string): RowSelection {
  const { oldSetId, oldSince, oldSeen, ...row } = alias(change, table);
  return rowOf({ ...row, kind: sql`'c'`, setId: oldSetId, since: oldSince, seen: oldSeen });
}

/** A row with the bound up to which a zone was read. */
export function boundRow(zoneId: SQL, label: SQL): RowSelection {
  return rowOf({ kind: sql`'b'`, zoneId, label });
}

/** The row as a JSON object. */
export function jsonRow(row: RowSelection): SQL {
  const members = Object.entries(row).map(([name, value]) => sql`${name}::text, ${value}`);
  return sql`json_build_object(${sql.join(members, sql`, `)})`;
}

/**
 * Rows of names from several sources, in one statement and so in one snapshot.
 * @param tables the `with` clause that defines the sources
 */
export function nameRows(tables: SQL, sources: readonly [RowSelection, SQL][]) {
  const selects = sources.map(([row, source]) => sql`select ${sql.join(Object.values(row), sql`, `)} from ${source}`);
  return rawQuery(rowOf({}), () => sql`${tables} ${sql.join(selects, sql` union all `)}`);
}

/** The nameservers of these nameserver sets. */
export const selectSets = fetchRows({ ids: nameserverSetIds }, ({ ids }) =>
  queryBuilder
    .select({ id: nameserverSet.id, value: nameserverSet.data })
    .from(nameserverSet)
    .where(sql`${nameserverSet.id} = any(${ids})`),
);

/** The times of ingests, in Unix epoch milliseconds. */
export const selectTimes = fetchRows({ ids: array(integer) }, ({ ids }) =>
  queryBuilder.select({ id: ingest.id, value: ingest.at }).from(ingest).where(sql`${ingest.id} = any(${ids})`),
);
