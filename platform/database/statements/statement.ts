import { Column, getTableColumns, is, Subquery, Table } from 'drizzle-orm';
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';
import { Placeholder, SQL, sql } from 'drizzle-orm/sql';
import { snakeCase } from '../../snake-case.js';
import { type Executor, executeStatement, type MapRow, type Parameter } from '../statement.js';
import { createRowMapper, type SelectedValue } from './row-mapper.js';
import { renumberPlaceholders } from './text.js';
import { columnArray, type Records, type ValueOf, type ValueType, type ValueTypes } from './value-types.js';

/** Builds queries from the tables, without a connection. */
export const queryBuilder = new QueryBuilder();

/** A compiled statement: its text, and the conversions of parameters and rows. */
export interface CompiledStatement {
  readonly text: string;
  /** The parameters in the order of `$1`, `$2` … */
  readonly parameters: readonly StatementParameter[];
  readonly mapRow: MapRow;
}

interface StatementParameter {
  readonly name: string;
  readonly write?: ((value: never) => unknown) | undefined;
}

/** Values of the parameters of a statement, by name. */
export type ParameterValues<Types extends ValueTypes> = {
  readonly [Name in keyof Types as Types[Name] extends { isOptional: true } ? never : Name]: Readable<
    ValueOf<Types[Name]>
  >;
} & {
  readonly [Name in keyof Types as Types[Name] extends { isOptional: true } ? Name : never]?:
    | Readable<ValueOf<Types[Name]>>
    | undefined;
};
type Readable<Value> = Value extends (infer Item)[] ? readonly Item[] : Value;

/** The parameters as SQL expressions, each cast to its type. */
export type Placeholders<Types extends ValueTypes> = { readonly [Name in keyof Types]: SQL<ValueOf<Types[Name]>> };

/** A drizzle query, or the result of `rawQuery`. */
export interface Query {
  readonly _: { readonly result: unknown };
  toSQL(): { sql: string; params: unknown[] };
}
/** The type of a query's rows; without fields for an `sql` template. */
export type ResultOf<Written> = Written extends { readonly _: { readonly result: (infer Row)[] } } ? Row : NoValues;

export interface StatementOptions {
  /**
   * Whether PostgreSQL plans the statement for its parameters at each execution. For a prepared statement, PostgreSQL
   * uses a generic plan after some executions, which is slow for rare values and patterns.
   */
  readonly isReplanned?: boolean;
}

/** A statement with the types of its rows and parameters. It is compiled on first use. */
export class Statement<Row, Values> {
  /** Exists only in the type, for inference; never set. */
  declare readonly types?: (values: Values) => Row;
  readonly isReplanned: boolean;
  /**
   * Compiles the statement. Cleared after compilation, because it retains the query, which takes many times the memory
   * of its text.
   */
  #compile: (() => CompiledStatement) | undefined;
  #compiled: CompiledStatement | undefined;

  constructor(compile: () => CompiledStatement, { isReplanned = false }: StatementOptions = {}) {
    this.#compile = compile;
    this.isReplanned = isReplanned;
  }

  get compiled(): CompiledStatement {
    if (this.#compiled === undefined) {
      if (this.#compile === undefined) throw new Error('the statement could not be compiled');
      this.#compiled = this.#compile();
      this.#compile = undefined;
    }
    return this.#compiled;
  }
}

/** The type of the rows of a statement, or of a function that runs one. */
export type RowOf<Of> =
  Of extends Statement<infer Row, infer _>
    ? Row
    : Of extends (...parameters: never) => Promise<infer Result>
      ? NonNullable<Result extends (infer Row)[] ? Row : Result>
      : never;

/**
 * Declares a statement.
 * @param types types of the parameters by name; `write` must use all that are not optional
 * @param write builds a drizzle query from the parameters; constants become part of the text. The rows of an `sql`
 * template are not read
 */
export function statement<const Types extends ValueTypes, Written extends Query | SQL>(
  types: Types,
  write: (parameters: Placeholders<Types>) => Written,
  options?: StatementOptions,
): Statement<ResultOf<Written>, ParameterValues<Types>> {
  return new Statement(() => compile(types, write(placeholders(types))), options);
}

export type NoValues = Record<never, never>;

/**
 * Runs a statement.
 * @returns its rows
 * @throws {TypeError} if a parameter is missing
 */
export function run<Row, Values>(
  sql: Executor,
  { compiled, isReplanned }: Statement<Row, Values>,
  ...[input]: NoValues extends Values ? [Values?] : [Values]
): Promise<Row[]> {
  const { text, mapRow } = compiled;
  const values = parametersOf(compiled, input);
  // The selection determines the type of the rows.
  return executeStatement(sql, { text, values, mapRow, isReplanned }) as Promise<Row[]>;
}

/** Runs a statement and returns its first row; undefined if there is none. */
export async function runForRow<Row, Values>(
  sql: Executor,
  statement: Statement<Row, Values>,
  ...values: NoValues extends Values ? [Values?] : [Values]
): Promise<Row | undefined> {
  const [row] = await run(sql, statement, ...values);
  return row;
}

/** The values of the parameters, in the order of the placeholders. */
export function parametersOf({ parameters }: CompiledStatement, input: unknown): Parameter[] {
  return parameters.map((parameter) => parameterOf(parameter, input as Readonly<Record<string, unknown>>));
}

function parameterOf({ name, write }: StatementParameter, input: Readonly<Record<string, unknown>>): Parameter {
  const value = input[name];
  if (value === undefined) throw new TypeError(`the parameter ${name} of a statement has no value`);
  // The driver adapter rejects anything else.
  return (write === undefined || value === null ? value : write(value as never)) as Parameter;
}

export function placeholders<Types extends ValueTypes>(types: Types): Placeholders<Types> {
  const entries = Object.entries(types).map(([name, type]) => [
    name,
    isRecords(type) ? unnested(name, type) : placeholder(name, type.cast),
  ]);
  return Object.fromEntries(entries) as Placeholders<Types>; // One entry per name.
}

function placeholder(name: string, cast: string): SQL {
  return sql`${sql.placeholder(name)}${sql.raw(cast)}`;
}

/** `unnest($1::text[], …) as "name" ("column", …)`. The placeholder of a column is `name.column`. */
function unnested(name: string, { columns }: Records): SQL {
  const lists = Object.entries(columns).map(([column, type]) =>
    placeholder(`${name}.${column}`, columnArray(type).cast),
  );
  const names = Object.keys(columns).map((column) => sql.identifier(snakeCase(column)));
  const alias = sql.identifier(snakeCase(name));
  return sql`unnest(${sql.join(lists, sql`, `)}) as ${alias} (${sql.join(names, sql`, `)})`;
}

function isRecords(type: ValueType<unknown> | undefined): type is Records {
  return type !== undefined && 'columns' in type;
}

/** Compiles a query that was built from the `placeholders` of these types. */
export function compile(types: ValueTypes, query: Query | SQL): CompiledStatement {
  const source = is(query, SQL) ? compileSql(query) : query.toSQL();
  const { text, names } = renumberPlaceholders(source.sql, source.params.map(nameOrLiteral));
  for (const [name, type] of Object.entries(types)) {
    if (type.isOptional !== true && !names.some((used) => used === name || used.startsWith(`${name}.`)))
      throw new Error(`the parameter ${name} is not used: ${text}`);
  }
  const parameters = names.map((name) => parameterNamed(name, types));
  return { text, parameters, mapRow: createRowMapper(is(query, SQL) ? [] : selectionOf(query)) };
}

function parameterNamed(placeholderName: string, types: ValueTypes): StatementParameter {
  const [name = '', column = ''] = placeholderName.split('.');
  const type = types[name];
  const columnType = isRecords(type) ? type.columns[column] : undefined;
  if (columnType === undefined) return { name, write: type?.write as StatementParameter['write'] };
  const { write } = columnArray(columnType);
  return { name, write: (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map((row) => write(row[column])) };
}

function nameOrLiteral(parameter: unknown): { name: string } | { literal: string } {
  if (is(parameter, Placeholder)) return { name: parameter.name };
  if (typeof parameter === 'number' || typeof parameter === 'boolean') return { literal: String(parameter) };
  if (typeof parameter === 'string') return { literal: `'${parameter.replaceAll("'", "''")}'` };
  throw new TypeError(`unsupported type of a constant in a statement: ${typeof parameter}`);
}

/** The selected or returned fields of a query, in the order of the columns. */
function selectionOf(query: Query): SelectedValue[] {
  // Both properties are internal to drizzle: a select has fields, and an insert, update or delete has an ordered list
  // of returned fields.
  const { _, config } = query as unknown as {
    _?: { selectedFields?: Record<string, unknown> };
    config?: { returning?: SelectedValue[] };
  };
  if (_?.selectedFields !== undefined) return orderedFields(_.selectedFields);
  return config?.returning ?? [];
}

/** The fields of a selection in the order in which drizzle selects them. */
export function orderedFields(fields: Record<string, unknown>, path: readonly string[] = []): SelectedValue[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const fieldPath = [...path, name];
    if (is(field, Table)) return orderedFields(getTableColumns(field), fieldPath);
    const isValue = is(field, Column) || is(field, SQL) || is(field, SQL.Aliased) || is(field, Subquery);
    // Anything else that drizzle accepts is an object of fields.
    return isValue ? [{ path: fieldPath, field }] : orderedFields(field as Record<string, unknown>, fieldPath);
  });
}

const dialect = new PgDialect();

/** The SQL text of a drizzle expression, with its constants and placeholders. */
export function compileSql(text: SQL): { sql: string; params: unknown[] } {
  return dialect.sqlToQuery(text);
}
