import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
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
  const known = readMigrationFiles({ migrationsFolder: join(projectRoot, 'schema', 'migrations') });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    const applied = await appliedMigrations(sql);
    if (applied.some((when) => !known.some(({ folderMillis }) => folderMillis >= when))) {
      throw new NewerDatabaseError('the database was migrated by a newer version of Rampart; start that version');
    }
    const newest = Math.max(0, ...applied);
    const missing = known.filter(({ folderMillis }) => folderMillis > newest);
    if (missing.length > 0) await apply(sql, missing);
    return { applied: missing.length, total: known.length };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Runs migrations, all or none, and notes them where drizzle's migrator does. That migrator itself is not used: loading it
 * takes longer than most commands.
 */
async function apply(sql: postgres.Sql, migrations: readonly MigrationMeta[]): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`create schema if not exists drizzle`;
    await transaction`create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`;
    for (const migration of migrations) {
      for (const statement of migration.sql) await transaction.unsafe(statement);
      await transaction`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.folderMillis})`;
    }
  });
}

/** When each migration that the database knows was made, in the journal's milliseconds. */
async function appliedMigrations(sql: postgres.Sql): Promise<number[]> {
  const [table] = await sql<[{ present: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!table.present) return [];
  const rows = await sql<{ when: number }[]>`select created_at::float8 as when from drizzle.__drizzle_migrations`;
  return rows.map((row) => row.when);
}
