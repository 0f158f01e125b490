import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type postgres from 'postgres';
import { projectRoot } from '../project-root.js';

/** One lock for all processes that would migrate the same database. */
const migrationLock = 7_211_603_118;

export interface MigrationResult {
  applied: number;
  total: number;
}

/** The database was migrated by a newer Rampart than this one. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Brings the database up to schema/migrations, alone: other processes wait for the lock and then find the work done.
 * @throws {NewerDatabaseError} when the database knows migrations that this version does not
 */
export async function migrateDatabase(connect: (options: { max: number }) => postgres.Sql): Promise<MigrationResult> {
  const sql = connect({ max: 1 });
  const folder = join(projectRoot, 'schema', 'migrations');
  const known = knownMigrations(folder);
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    const before = await appliedMigrations(sql);
    const newest = Math.max(0, ...known);
    if (before.some((applied) => applied > newest)) {
      throw new NewerDatabaseError('the database was migrated by a newer version of Rampart; start that version');
    }
    await migrate(drizzle(sql), { migrationsFolder: folder });
    return { applied: known.length - before.length, total: known.length };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function knownMigrations(folder: string): number[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return (journal as { entries: { when: number }[] }).entries.map((entry) => entry.when); // drizzle-kit writes this file.
}

async function appliedMigrations(sql: postgres.Sql): Promise<number[]> {
  const [table] = await sql<[{ present: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!table.present) return [];
  const rows = await sql<{ when: number }[]>`select created_at::float8 as when from drizzle.__drizzle_migrations`;
  return rows.map((row) => row.when);
}
