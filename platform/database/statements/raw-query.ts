import type { Column, Table } from 'drizzle-orm';
import { getTableColumns, is } from 'drizzle-orm';
import type { SelectResultField, SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { SQL, sql } from 'drizzle-orm/sql';
import { compileSql, orderedFields, type Query } from './statement.js';

type Field = Column | SQL | SQL.Aliased;
type Fields = { readonly [name: string]: Field | undefined };
/** Fields keyed by their names in a row; undefined fields are omitted. */
export type Selection = { readonly [name: string]: Field | Joined<Fields> | undefined };

/** The fields of a joined row, which is null if no row was joined. */
export interface Joined<Selected> {
  readonly joined: Selected;
}

export function joined<Selected extends Fields>(selected: Selected): Joined<Selected> {
  return { joined: selected };
}

type FieldResult<Selected> =
  Selected extends Joined<infer Inner>
    ? SelectResultFields<Inner> | null
    : Selected extends undefined
      ? never
      : SelectResultField<Selected>;
/** The type of the rows that a selection returns; a field that may be omitted is optional. */
export type RowOfSelection<Selected> = { -readonly [Name in keyof Selected]: FieldResult<Selected[Name]> } & {};

interface RawQuery<Row> extends Query {
  readonly _: { readonly result: Row[]; readonly selectedFields: Record<string, unknown> };
}

/**
 * A query with handwritten SQL around a typed list of columns: for joins with unnest, lateral joins and RETURNING
 * clauses.
 * @param write receives the list of columns
 */
export function rawQuery<Selected extends Selection>(
  selection: Selected,
  write: (columns: SQL) => SQL,
): RawQuery<RowOfSelection<Selected>> {
  const selectedFields = fieldsOf(selection);
  const columns = orderedFields(selectedFields).map(({ field }) => field as SQL);
  const query = {
    _: { selectedFields },
    toSQL: () => compileSql(write(sql.join(columns, sql`, `))),
  };
  return query as unknown as RawQuery<RowOfSelection<Selected>>; // `result` exists only in the type.
}

function fieldsOf(selection: Selection): Record<string, unknown> {
  const entries = Object.entries(selection).flatMap(([name, field]) => {
    if (field === undefined) return [];
    return [[name, 'joined' in field ? field.joined : removeAlias(field)]];
  });
  return Object.fromEntries(entries);
}

function removeAlias(field: Field): unknown {
  return is(field, SQL.Aliased) ? field.sql : field;
}

/** The requested fields of a selection. */
export function selectFields<Selected extends Selection>(
  selection: Selected,
  names: readonly string[],
): { [Name in keyof Selected]?: Selected[Name] } {
  const entries = Object.entries(selection).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries) as { [Name in keyof Selected]?: Selected[Name] }; // A subset of its entries.
}

/** SQL for a `where` clause with all these conditions; empty if there are none. */
export function whereAll(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
}

/**
 * An `insert` of one row. The caller can append clauses such as `on conflict`.
 * @param values by the names of the table's properties
 */
export function insertInto<Into extends Table>(
  table: Into,
  values: { readonly [Name in keyof Into['_']['columns']]?: SQL },
): SQL {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  const names = Object.keys(values).map((name) => {
    const column = columns[name];
    if (column === undefined) throw new Error(`the table has no column ${name}`);
    return sql.identifier(column.name);
  });
  const inserted = Object.values<SQL | undefined>(values);
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(inserted, sql`, `)})`;
}
