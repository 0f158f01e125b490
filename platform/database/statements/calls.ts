import type { Executor } from '../statement.js';
import { type NoValues, run, runForOne, Statement } from './statement.js';

/** A statement as a function of its parameters. */
export type Call<Values, Result> = (
  sql: Executor,
  ...values: NoValues extends Values ? [Values?] : [Values]
) => Promise<Result>;

/** A statement that its query determines, as `byShape` and `byFields` return it. */
type Determined<Query, Row, Values> = (query: Query) => Statement<Row, Values>;
type DeterminedCall<Query, Result> = (sql: Executor, query: Query) => Promise<Result>;

/** Returns all rows. */
export function fetchRows<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row[]>;
export function fetchRows<Query, Row, Values>(
  statementOf: Determined<Query, Row, Values>,
): DeterminedCall<Query & Values, Row[]>;
export function fetchRows<Row>(parameters: Statement<Row, unknown> | Determined<unknown, Row, unknown>) {
  const statementOf = parameters instanceof Statement ? () => parameters : parameters;
  return async (sql: Executor, values?: unknown): Promise<Row[]> => await run(sql, statementOf(values), values);
}

/** Returns the first row; undefined if there is none. */
export function fetchRow<Row, Values>(statement: Statement<Row, Values>): Call<Values, Row | undefined>;
export function fetchRow<Query, Row, Values>(
  statementOf: Determined<Query, Row, Values>,
): DeterminedCall<Query & Values, Row | undefined>;
export function fetchRow<Row>(parameters: Statement<Row, unknown> | Determined<unknown, Row, unknown>) {
  const statementOf = parameters instanceof Statement ? () => parameters : parameters;
  return async (sql: Executor, values?: unknown): Promise<Row | undefined> =>
    await runForOne(sql, statementOf(values), values);
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
