import { DomainError } from '../domain-error.js';
import type { Database } from './database.js';
import { detectLostClient } from './lost-clients.js';

/** An exclusive lock that a database connection holds, which ends with the process. */
export interface AdvisoryLock {
  release(): Promise<void>;
}

/**
 * Tries to acquire an advisory lock; returns undefined if another process holds it. The lock belongs to a transaction,
 * so it ends with the connection. The transaction has no snapshot, so it does not prevent VACUUM from removing old
 * rows.
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
  const acquired = Promise.withResolvers<boolean>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (sql) => {
    const [row] = await sql<[{ locked: boolean }]>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`;
    // Some servers end idle transactions. The portal of a statement with parameters keeps its snapshot until the next
    // statement; a simple query has none.
    await sql.unsafe('set local idle_in_transaction_session_timeout = 0');
    if (row.locked) await detectLostClient(sql, 'transaction');
    acquired.resolve(row.locked);
    if (row.locked) await released.promise;
  });
  holding.catch(acquired.reject);
  if (!(await acquired.promise)) return undefined;
  return {
    async release() {
      released.resolve();
      await holding.catch(() => {}); // The connection is closed, which released the lock.
    },
  };
}
