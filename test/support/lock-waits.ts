import type { Sql } from 'postgres';
import { expect } from 'vitest';

/** Waits until exactly this number of statements wait for locks in the database. */
export async function untilWaiting(sql: Sql, statements: number): Promise<void> {
  const waiting = async () =>
    (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).length;
  await expect.poll(waiting, { timeout: 60_000, interval: 10 }).toBe(statements);
}
