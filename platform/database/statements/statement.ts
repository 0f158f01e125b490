import { Column, getTableColumns, is, Subquery, Table } from 'drizzle-orm';
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';
import { Placeholder, SQL, sql } from 'drizzle-orm/sql';
import { type Executor, executeStatement, type MakeRow, type Parameter } from '../statement.js';
import { rowMaker, type SelectedValue } from './row-maker.js';
import { renumbered } from './text.js';
import type { ValueOf, ValueTypes } from './value-types.js';

/** Builds statements from the tables; it has no connection. */
export const build = new QueryBuilder();

/** What runs: a text that is prepared, and what becomes of values and rows. */
export interface CompiledStatement {
  readonly text: string;
  /** In the order of `$1`, `$2` … */
  readonly parameters: readonly StatementParameter[];
  readonly makeRow: MakeRow;
}

interface StatementParameter {
  readonly name: string;
  readonly write?: ((value: never) => unknown) | undefined;
}

/** Values for the parameters of a statement, by name. */
export type Given<Types extends ValueTypes> = {
  readonly [Name in keyof Types as Types[Name] extends { isOptional: true } ? never : Name]: Readable<
    ValueOf<Types[Name]>
  >;
} & {
  readonly [Name in keyof Types as Types[Name] extends { isOptional: true } ? Name : never]?:
    | Readable<ValueOf<Types[Name]>>
    | undefined;
};
type Readable<Value> = Value extends (infer Item)[] ? readonly Item[] : Value;

/** The parameters as parts of a statement, each cast to its type. */
export type Placeholders<Types extends ValueTypes> = { readonly [Name in keyof Types]: SQL<ValueOf<Types[Name]>> };

/** A query of drizzle, or what `rows` makes. */
export interface Query {
  readonly _: { readonly result: unknown };
  toSQL(): { sql: string; params: unknown[] };
}
type ResultOf<Written> = Written extends { readonly _: { readonly result: (infer Row)[] } } ? Row : NoValues;

export interface StatementOptions {
  /**
   * PostgreSQL plans it for its parameters every time. For prepared statements it gives up on that after a few times, and then takes a rare value,
   * or a pattern, for an average one.
   */
  readonly isReplanned?: boolean;
}

/** A statement with the type of its rows and of the values that it is given. It is compiled when it first runs. */
export class Statement<Row, Values> {
  /** For the compiler alone. */
  declare readonly types?: (values: Values) => Row;
  readonly isReplanned: boolean;
  /** Until it is compiled: it keeps the query alive, which takes many times as much memory as its text. */
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

/** The rows of a statement. */
export type RowOf<Of> = Of extends Statement<infer Row, infer _> ? Row : never;

/**
 * A statement from the tables.
 * @param types its parameters by name. Each is used by `write`, except for optional ones.
 * @param write builds it with drizzle, from the parameters; constants become part of the text. A string alone is a statement whose rows are not read. A template has no rows whose columns are read
 */
export function statement<const Types extends ValueTypes, Written extends Query | SQL>(
  types: Types,
  write: (parameters: Placeholders<Types>) => Written,
  options?: StatementOptions,
): Statement<ResultOf<Written>, Given<Types>> {
  return new Statement(() => compile(types, write(placeholders(types))), options);
}

export type NoValues = Record<never, never>;

/**
 * Runs a statement.
 * @returns its rows
 * @throws {TypeError} for a value that is missing
 */
export function run<Row, Values>(
  sql: Executor,
  { compiled, isReplanned }: Statement<Row, Values>,
  ...[given]: NoValues extends Values ? [Values?] : [Values]
): Promise<Row[]> {
  const { text, parameters, makeRow } = compiled;
  const values = parameters.map((parameter) => parameterOf(parameter, given as Readonly<Record<string, unknown>>));
  // The type of the rows is that of the selection that made them.
  return executeStatement(sql, { text, values, makeRow, isReplanned }) as Promise<Row[]>;
}

/** The first row of a statement that has no other, or none. */
export async function runForOne<Row, Values>(
  sql: Executor,
  statement: Statement<Row, Values>,
  ...values: NoValues extends Values ? [Values?] : [Values]
): Promise<Row | undefined> {
  const [row] = await run(sql, statement, ...values);
  return row;
}

function parameterOf({ name, write }: StatementParameter, given: Readonly<Record<string, unknown>>): Parameter {
  const value = given[name];
  if (value === undefined) throw new TypeError(`the parameter ${name} of a statement has no value`);
  // What it is not, the driver's face refuses.
  return (write === undefined || value === null ? value : write(value as never)) as Parameter;
}

function placeholders<Types extends ValueTypes>(types: Types): Placeholders<Types> {
  const entries = Object.entries(types).map(([name, { cast }]) => [
    name,
    sql`${sql.placeholder(name)}${sql.raw(cast)}`,
  ]);
  return Object.fromEntries(entries) as Placeholders<Types>; // Of each name one.
}

function compile(types: ValueTypes, query: Query | SQL): CompiledStatement {
  const source = is(query, SQL) ? written(query) : query.toSQL();
  const { text, names } = renumbered(source.sql, source.params.map(nameOrLiteral));
  for (const [name, type] of Object.entries(types)) {
    if (type.isOptional !== true && !names.includes(name))
      throw new Error(`the parameter ${name} is not used: ${text}`);
  }
  const parameters = names.map((name) => ({ name, write: types[name]?.write as StatementParameter['write'] }));
  return { text, parameters, makeRow: rowMaker(is(query, SQL) ? [] : selectionOf(query)) };
}

function nameOrLiteral(parameter: unknown): { name: string } | { literal: string } {
  if (is(parameter, Placeholder)) return { name: parameter.name };
  if (typeof parameter === 'number' || typeof parameter === 'boolean') return { literal: String(parameter) };
  if (typeof parameter === 'string') return { literal: `'${parameter.replaceAll("'", "''")}'` };
  throw new TypeError(`unsupported type of a constant in a statement: ${typeof parameter}`);
}

/** What a query selects or returns, in the order of the columns. */
function selectionOf(query: Query): SelectedValue[] {
  // Both are internal to drizzle: a query that selects has its fields, one that writes its ordered list of what it returns.
  const { _, config } = query as unknown as {
    _?: { selectedFields?: Record<string, unknown> };
    config?: { returning?: SelectedValue[] };
  };
  if (_?.selectedFields !== undefined) return orderedFields(_.selectedFields);
  return config?.returning ?? [];
}

/** Fields in the order in which drizzle selects them. */
export function orderedFields(fields: Record<string, unknown>, path: readonly string[] = []): SelectedValue[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const below = [...path, name];
    if (is(field, Table)) return orderedFields(getTableColumns(field), below);
    const isValue = is(field, Column) || is(field, SQL) || is(field, SQL.Aliased) || is(field, Subquery);
    // What else drizzle takes is an object of fields.
    return isValue ? [{ path: below, field }] : orderedFields(field as Record<string, unknown>, below);
  });
}

const dialect = new PgDialect();

/** A text of drizzle's with its constants and placeholders. */
export function written(text: SQL): { sql: string; params: unknown[] } {
  return dialect.sqlToQuery(text);
}
