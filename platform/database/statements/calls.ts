import type { SQL } from 'drizzle-orm/sql';
import type { Executor } from '../statement.js';
import {
  type NoValues,
  type ParameterValues,
  type Placeholders,
  type Query,
  type ResultOf,
  run,
  runForRow,
  Statement,
  type StatementOptions,
  statement,
} from './statement.js';
import type { ValueTypes } from './value-types.js';

/** A function that runs a statement with its parameters. */
export type Call<Values, Result> = (
  sql: Executor,
  ...values: NoValues extends Values ? [Values?] : [Values]
) => Promise<Result>;

/** A function that returns the statement for a query, such as the results of `byShape` and `byFields`. */
type Determined<Query, Row, Values> = (query: Query) => Statement<Row, Values>;
type DeterminedCall<Query, Result> = (sql: Executor, query: Query) => Promise<Result>;

/** The arguments of `statement`. */
type Declaration<Types extends ValueTypes, Written> = [
  types: Types,
  write: (parameters: Placeholders<Types>) => Written,
  options?: StatementOptions,
];

type Source =
  | [statement: Statement<unknown, unknown> | Determined<unknown, unknown, unknown>]
  | Declaration<ValueTypes, Query | SQL>;

function chooserOf(source: Source): Determined<unknown, unknown, unknown> {
  if (source.length > 1) {
    const declaration: unknown = statement(...(source as Declaration<ValueTypes, Query | SQL>));
    // The overloads declare the types of its rows and parameters.
    return () => declaration as Statement<unknown, unknown>;
  }
  const [firstSource] = source;
  return firstSource instanceof Statement ? () => firstSource : (firstSource as Determined<unknown, unknown, unknown>);
}

/** Returns a function that runs the statement and returns all of its rows. */
export function fetchRows<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row[]>;
export function fetchRows<Query, Row, Values>(
  statementOf: Determined<Query, Row, Values>,
): DeterminedCall<Query & Values, Row[]>;
export function fetchRows<const Types extends ValueTypes, Written extends Query | SQL>(
  ...declaration: Declaration<Types, Written>
): Call<ParameterValues<Types>, ResultOf<Written>[]>;
export function fetchRows(...source: Source) {
  const statementOf = chooserOf(source);
  return async (sql: Executor, values?: unknown) => await run(sql, statementOf(values), values);
}

/** Returns a function that runs the statement and returns the first row; undefined if there is none. */
export function fetchRow<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row | undefined>;
export function fetchRow<Query, Row, Values>(
  statementOf: Determined<Query, Row, Values>,
): DeterminedCall<Query & Values, Row | undefined>;
export function fetchRow<const Types extends ValueTypes, Written extends Query | SQL>(
  ...declaration: Declaration<Types, Written>
): Call<ParameterValues<Types>, ResultOf<Written> | undefined>;
export function fetchRow(...source: Source) {
  const statementOf = chooserOf(source);
  return async (sql: Executor, values?: unknown) => await runForRow(sql, statementOf(values), values);
}

/**
 * Returns a function that runs a statement that always has one row, such as a count, and returns that row.
 * @throws {Error} if there is none
 */
export function fetchOne<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row>;
export function fetchOne<const Types extends ValueTypes, Written extends Query | SQL>(
  ...declaration: Declaration<Types, Written>
): Call<ParameterValues<Types>, ResultOf<Written>>;
export function fetchOne(...source: Source) {
  const statementOf = chooserOf(source);
  return async (sql: Executor, values?: unknown) => {
    const statement = statementOf(values);
    const [row] = await run(sql, statement, values);
    if (row === undefined) throw new Error(`the statement returned no row: ${statement.compiled.text}`);
    return row;
  };
}

/** Returns a function that runs the statement and returns whether there is at least one row. */
export function hasRow<Row, Values>(statement: Statement<Row, Values>): Call<Values, boolean>;
export function hasRow<const Types extends ValueTypes, Written extends Query | SQL>(
  ...declaration: Declaration<Types, Written>
): Call<ParameterValues<Types>, boolean>;
export function hasRow(...source: Source) {
  const statementOf = chooserOf(source);
  return async (sql: Executor, values?: unknown) => (await run(sql, statementOf(values), values)).length > 0;
}

/** Returns a function that runs the statement and returns nothing. */
export function execute<Row, Values>(statement: Statement<Row, Values>): Call<Values, void>;
export function execute<const Types extends ValueTypes, Written extends Query | SQL>(
  ...declaration: Declaration<Types, Written>
): Call<ParameterValues<Types>, void>;
export function execute(...source: Source) {
  const statementOf = chooserOf(source);
  return async (sql: Executor, values?: unknown) => void (await run(sql, statementOf(values), values));
}
