import type { ParameterOrJSON, Row, Sql, TransactionSql } from 'postgres';
import { type MakeRow, rowMaker } from './row-maker.js';
import { StatementQueue } from './statement-queue.js';

/** Where statements run: the pool, or the transaction of the caller. */
export type Executor = Sql | TransactionSql;

export type Parameter = string | number | boolean | null | readonly (string | null)[] | readonly number[];

/** The text of a statement under construction, with its parameters. */
export class StatementParameters {
  readonly values: Parameter[] = [];

  /** Adds a value and returns the placeholder that stands for it. */
  add(value: Parameter): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const queues = new WeakMap<Executor, StatementQueue>();

/** Statements on this pool run on a connection of their own each, and wait in order for one. */
export function queueStatements(pool: Sql, connections: number): void {
  queues.set(pool, new StatementQueue(connections));
}

/** PostgreSQL keeps each prepared text on each connection; operations of clients must not grow that without end. */
const mostPrepared = 400;
const prepared = new Set<string>();

/**
 * Runs a statement. The first texts seen are prepared, because a text is constant for its shape (columns, filter,
 * order) and few shapes carry the load; later ones are planned every time.
 */
export function runStatement<Result>(
  sql: Executor,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<Result[]> {
  if (!prepared.has(text) && prepared.size < mostPrepared) prepared.add(text);
  const prepare = prepared.has(text);
  return run<Result>(() => send({ sql, text, parameters, prepare }), sql);
}

/**
 * Runs a statement that is planned for its parameters every time. PostgreSQL gives up on that for prepared ones after a few
 * times, and then takes a rare value, or a pattern, for an average one.
 */
export function runPlannedStatement<Result>(
  sql: Executor,
  text: string,
  parameters: readonly Parameter[],
): Promise<Result[]> {
  return run<Result>(() => send({ sql, text, parameters, prepare: false }), sql);
}

function run<Result>(work: () => Promise<unknown[]>, sql: Executor): Promise<Result[]> {
  const queue = queues.get(sql);
  const rows = queue === undefined ? work() : queue.run(work);
  return rows as Promise<Result[]>; // The row type is the caller's, as with any SQL.
}

/**
 * Sends a statement and makes its rows. They are taken one by one, as values only, and the driver is given nothing that leads to them once
 * the statement is done: what it keeps of a statement lives until the next full collection, and would take them with it.
 */
async function send(statement: {
  sql: Executor;
  text: string;
  parameters: readonly Parameter[];
  prepare: boolean;
}): Promise<unknown[]> {
  const { sql, text, parameters, prepare } = statement;
  const taken: { rows: unknown[] } = { rows: [] };
  const { columns } = await sql
    // postgres.js types parameters more narrowly than what it sends.
    .unsafe<Row[]>(text, parameters as ParameterOrJSON<never>[], {
      prepare,
      // Without this a statement that has no parameters is never prepared. The driver's types do not know it.
      ...{ simple: false },
    })
    .values()
    .forEach((values) => {
      taken.rows.push(values);
    });
  const { rows } = taken;
  taken.rows = [];
  return rows.length === 0 ? rows : madeOf(rows, rowMaker(columns));
}

/** The same list with rows in the place of their values. */
function madeOf(rows: unknown[], make: MakeRow): unknown[] {
  for (let index = 0; index < rows.length; index++) rows[index] = make(rows[index] as unknown[]);
  return rows;
}
