import type { Sql } from 'postgres';
import { DomainError } from '../domain-error.js';
import type { Database } from './database.js';
import { detectLostClient } from './lost-clients.js';

/** An exclusive lock that a database connection holds, which ends with the process. */
export interface AdvisoryLock {
  release(): Promise<void>;
}

/** Number of connections of each pool that hold a lock, or are acquiring one. */
const lockConnections = new WeakMap<Sql, number>();

function addLockConnections(pool: Sql, count: number): void {
  lockConnections.set(pool, (lockConnections.get(pool) ?? 0) + count);
}

/**
 * Tries to acquire an advisory lock; returns undefined if another process holds it, or if locks occupy all connections
 * of the pool except one, because otherwise the work of all holders would wait for a connection forever. The lock
 * belongs to a transaction, so it ends with the connection. The transaction has no snapshot, so it does not prevent
 * VACUUM from removing old rows.
 * @param options.work noun for the work in error messages, such as `sync`
 * @throws {DomainError} BAD_USER_INPUT if the pool has no second connection for the work itself
 */
export async function tryAdvisoryLock(
  database: Pick<Database, 'sql' | 'transaction'>,
  { key, work }: { key: string; work: string },
): Promise<AdvisoryLock | undefined> {
  const poolSize = database.sql.options.max;
  if (poolSize < 2) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `A ${work} requires [database] pool_size to be at least 2, not ${poolSize}`,
    );
  }
  if ((lockConnections.get(database.sql) ?? 0) >= poolSize - 1) return undefined;
  addLockConnections(database.sql, 1);
  const acquired = Promise.withResolvers<boolean>();
  const released = Promise.withResolvers<void>();
  const holdingTransaction = database.transaction(async (sql) => {
    const [row] = await sql<[{ locked: boolean }]>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`;
    // Some servers end idle transactions. The portal of a statement with parameters keeps its snapshot until the next
    // statement; a simple query has none.
    await sql.unsafe('set local idle_in_transaction_session_timeout = 0');
    if (row.locked) await detectLostClient(sql, 'transaction');
    acquired.resolve(row.locked);
    if (row.locked) await released.promise;
  });
  const holding = holdingTransaction.finally(() => addLockConnections(database.sql, -1));
  holding.catch(acquired.reject);
  if (!(await acquired.promise)) {
    await holding.catch(() => {}); // Until the transaction has ended, its connection counts as occupied.
    return undefined;
  }
  return {
    async release() {
      released.resolve();
      await holding.catch(() => {}); // The connection is closed, which released the lock.
    },
  };
}
