import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import postgres, { type Sql } from 'postgres';
import { inject, onTestFinished } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { createEmptyDatabase } from './index.js';

/** A database in the state before the first migration that contains a text, and a connection to it. */
export async function createDatabaseBefore(text: string): Promise<{ url: string; sql: Sql }> {
  const { url, drop } = await createEmptyDatabase();
  const cluster = inject('postgres');
  const sql = postgres({
    ...cluster,
    path: join(cluster.host, '.s.PGSQL.5432'),
    database: new URL(url).pathname.slice(1),
    onnotice: () => {},
  });
  onTestFinished(async () => {
    await sql.end();
    await drop();
  });
  const migrations = readMigrationFiles({ migrationsFolder: join(projectRoot, 'schema', 'migrations') });
  const first = migrations.findIndex(({ sql: statements }) => statements.join().includes(text));
  await sql.begin(async (transaction) => {
    await transaction`create schema drizzle`;
    await transaction`create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)`;
    for (const { sql: statements, hash, folderMillis } of migrations.slice(0, first)) {
      for (const statement of statements) await transaction.unsafe(statement);
      await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
    }
  });
  return { url, sql };
}
