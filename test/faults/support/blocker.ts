import { expect } from 'vitest';
import type { TestDatabase } from '../../support/index.js';

/** Blocks another process that needs the same lock. */
export async function blocker(database: TestDatabase['database'], statement: string) {
  const connection = await database.sql.reserve();
  return {
    async block(): Promise<void> {
      await connection.unsafe('begin');
      await connection.unsafe(statement);
    },
    async untilSomebodyWaits(): Promise<void> {
      const waiting = async () =>
        (
          await database.sql`
        select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
        union all
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length;
      await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
    },
    async release(): Promise<void> {
      await connection.unsafe('rollback');
      connection.release();
    },
  };
}
