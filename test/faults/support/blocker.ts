import type { ReservedSql } from 'postgres';
import { expect } from 'vitest';
import type { TestDatabase } from '../../support/index.js';

/** Blocks other processes that need the same locks. Can be used again after it was released. */
export function createBlocker(database: TestDatabase['database'], statements: string) {
  let connection: ReservedSql | undefined;
  let backend: { pid: number } | undefined;
  return {
    async block(): Promise<void> {
      connection = await database.sql.reserve();
      [backend] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
      await connection.unsafe('begin');
      await connection.unsafe(statements);
    },
    async untilSomebodyWaits(): Promise<void> {
      const waiting = () => database.sql`select from pg_stat_activity
        where datname = current_database() and ${backend?.pid ?? 0} = any (pg_blocking_pids(pid))`;
      await expect.poll(async () => (await waiting()).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    },
    async release(): Promise<void> {
      await connection?.unsafe('rollback');
      connection?.release();
    },
  };
}
