import { DomainError } from '../../../../platform/domain-error.js';
import type { SyncDependencies } from '../dependencies.js';

/** An exclusive lock on a site, held by a database connection: it ends with the process. */
export interface SiteLock {
  release(): Promise<void>;
}

export interface LockedWork {
  readonly siteId: string;
  readonly work: 'sync' | 'subscription';
}

/**
 * Locks one kind of work at a site; undefined if another process holds the lock. A transaction holds it, so it ends
 * with the connection.
 */
export async function tryLockSite(
  { database }: Pick<SyncDependencies, 'database'>,
  locked: LockedWork,
): Promise<SiteLock | undefined> {
  const name = `rampart drive ${locked.work} ${locked.siteId}`;
  if (database.sql.options.max < 2) {
    throw new DomainError('BAD_USER_INPUT', 'A sync needs [database] pool_size of 2 or more');
  }
  const acquired = Promise.withResolvers<boolean>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (sql) => {
    // Some servers end idle transactions.
    const [row] = await sql<[{ locked: boolean }]>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked,
        set_config('idle_in_transaction_session_timeout', '0', true)`;
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
