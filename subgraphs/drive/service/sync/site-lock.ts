import type { ReservedSql } from 'postgres';
import { DomainError } from '../../../../platform/domain-error.js';
import type { DriveDependencies } from '../dependencies.js';

/** What one process at a time does to a site. It is held by a connection: it ends with the process, however that ends. */
export interface SiteLock {
  release(): Promise<void>;
}

export interface LockedWork {
  readonly siteId: string;
  readonly work: 'sync' | 'subscription';
}

/** The lock on a work at a site, or undefined when it is under way elsewhere. */
export async function tryLockSite(dependencies: DriveDependencies, locked: LockedWork): Promise<SiteLock | undefined> {
  const name = `rampart drive ${locked.work} ${locked.siteId}`;
  const { database } = dependencies;
  return await database.guard(async (sql) => {
    if (sql.options.max < 2) {
      throw new DomainError('BAD_USER_INPUT', 'A sync needs [database] pool_size of 2 or more');
    }
    const connection = await sql.reserve();
    try {
      const [row] = await connection<[{ locked: boolean }]>`
        select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`;
      if (row.locked) return lockOn(connection, name);
      connection.release();
      return undefined;
    } catch (error) {
      connection.release();
      throw error;
    }
  });
}

function lockOn(connection: ReservedSql, name: string): SiteLock {
  return {
    async release() {
      try {
        await connection`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
      } catch {
        // The connection is gone, and the lock with it.
      } finally {
        connection.release();
      }
    },
  };
}
