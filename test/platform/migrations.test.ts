import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { ISql, Sql } from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import drizzleConfiguration from '../../drizzle.config.js';
import { openPool } from '../../platform/database/connection.js';
import { openDatabase } from '../../platform/database/index.js';
import { createTables, knownMigrations } from '../../platform/database/migrate.js';
import { migrationsFolder, readMigrations } from '../../platform/database/migrations.js';
import { silentLog } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { createEmptyDatabase, testConfiguration } from '../support/index.js';

test('the committed migrations match the tables', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'rampart-migrations-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(projectRoot, 'schema', 'migrations'), copy, { recursive: true });
  const before = readdirSync(copy);
  const configuration = join(copy, 'drizzle.config.json');
  // drizzle-kit requires a path relative to its working directory.
  const out = relative(projectRoot, copy);
  writeFileSync(
    configuration,
    JSON.stringify({ dialect: drizzleConfiguration.dialect, schema: drizzleConfiguration.schema, out }),
  );
  const args = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', relative(projectRoot, configuration)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot });
  expect(stdout).toContain('No schema changes');
  rmSync(configuration);
  expect(readdirSync(copy)).toEqual(before);
});

test('are applied later if the server has no free disk space when the database is opened', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const sql = openPool({ url }, { max: 1 });
  onTestFinished(() => sql.end());
  await sql.unsafe(`create function fail() returns event_trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create event trigger disk_full on ddl_command_start when tag in ('CREATE SCHEMA') execute function fail()`);
  const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log: silentLog });
  onTestFinished(() => database.close());
  expect(database.ready()).toBe(false);
  await sql`drop event trigger disk_full`;
  await database.untilReady();
  expect(database.ready()).toBe(true);
});

test('the transaction that creates the tables can use all values of their enum types', async () => {
  const created = await emptyDatabase();
  const values = await created.begin(async (sql) => {
    // A restore also uses a savepoint. In its subtransactions, PostgreSQL does not know which types are new.
    await sql.savepoint((nested) => createTables(nested, knownMigrations()));
    const enumValues = await enumValuesOf(sql);
    for (const { type, value } of enumValues) await sql.unsafe(`select '${value}'::${type}`);
    return enumValues;
  });
  const migrated = await emptyDatabase();
  for (const { statements } of readMigrations(migrationsFolder)) {
    await migrated.begin(async (sql) => {
      for (const statement of statements) await sql.unsafe(statement);
    });
  }
  expect(values).toEqual(await enumValuesOf(migrated));
});

async function emptyDatabase(): Promise<Sql> {
  const { url, drop } = await createEmptyDatabase();
  const sql = openPool({ url }, { max: 1 });
  onTestFinished(async () => {
    await sql.end();
    await drop();
  });
  return sql;
}

async function enumValuesOf(sql: ISql): Promise<{ type: string; value: string }[]> {
  return await sql<{ type: string; value: string }[]>`
    select format('%I.%I', nspname, typname) as type, enumlabel as value
    from pg_enum join pg_type on pg_type.oid = enumtypid join pg_namespace on pg_namespace.oid = typnamespace
    order by 1, enumsortorder`;
}
