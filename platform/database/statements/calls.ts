import type { Executor } from '../statement.js';
import { type NoValues, run, runForOne, type Statement } from './statement.js';

/** A statement as a function of its parameters. */
export type Call<Values, Result> = (
  sql: Executor,
  ...values: NoValues extends Values ? [Values?] : [Values]
) => Promise<Result>;

/** Returns all rows. */
export function fetchRows<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row[]> {
  return async (sql, ...values) => await run(sql, statement, ...values);
}

/** Returns the first row; undefined if there is none. */
export function fetchRow<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row | undefined> {
  return async (sql, ...values) => await runForOne(sql, statement, ...values);
}

/**
 * Returns the row of a statement that always has one, such as a count.
 * @throws {Error} if there is none
 */
export function fetchOne<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row> {
  return async (sql, ...values) => {
    const [row] = await run(sql, statement, ...values);
    if (row === undefined) throw new Error(`the statement returned no row: ${statement.compiled.text}`);
    return row;
  };
}

/** Returns whether there is at least one row. */
export function hasRow<Row, Values>(statement: Statement<Row, Values>): Call<Values, boolean> {
  return async (sql, ...values) => (await run(sql, statement, ...values)).length > 0;
}

/** Runs the statement and returns nothing. */
export function execute<Row, Values>(statement: Statement<Row, Values>): Call<Values, void> {
  return async (sql, ...values) => void (await run(sql, statement, ...values));
}
