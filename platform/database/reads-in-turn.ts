import type { Sql } from 'postgres';
import type { Database } from './database.js';
import { runTransaction } from './transaction.js';

/**
 * The reserved connections for reads that are not urgent: one read at a time, whose statements have a timeout, so
 * urgent work waits only briefly. Most pools have only one reserved connection.
 * @param options.timeoutMs `statement_timeout` of the reads in milliseconds
 */
export function readsInTurn(
  { reserved }: Pick<Database, 'reserved'>,
  { timeoutMs }: { timeoutMs: number },
): Pick<Database, 'reserved'> {
  let previous: Promise<unknown> = Promise.resolve();

  function guard<Result>(read: (sql: Sql) => Promise<Result>): Promise<Result> {
    const result = previous.then(() => reserved.guard((pool) => readWithTimeout(pool, read, timeoutMs)));
    previous = result.catch(() => undefined);
    return result;
  }
  return { reserved: { guard } };
}

function readWithTimeout<Result>(pool: Sql, read: (sql: Sql) => Promise<Result>, timeoutMs: number): Promise<Result> {
  return runTransaction(pool, async (transaction) => {
    // Sent together with the first statement, which takes one round trip.
    const setting = transaction.unsafe(`set local statement_timeout = ${timeoutMs}`).execute();
    // Reads only send statements, so they do not use what a transaction lacks.
    const [result] = await Promise.all([read(transaction as unknown as Sql), setting]);
    return result;
  });
}
