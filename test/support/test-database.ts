import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject, onTestFinished } from 'vitest';
import { type Configuration, loadConfiguration } from '../../platform/configuration/index.js';
import { type Database, openDatabase } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';

export interface TestDatabase {
  readonly url: string;
  /** Configuration whose database is this one; `environment` adds settings. */
  readonly configuration: Configuration;
  readonly database: Database;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** A fresh, migrated database of the test's own. Close it in afterAll. */
export async function openTestDatabase(environment: Record<string, string> = {}): Promise<TestDatabase> {
  const { url, drop } = await createEmptyDatabase();
  const configuration = testConfiguration({ ...environment, DATABASE_URL: url });
  const database = await openDatabase({ configuration, log: createLog({ level: 'silent' }) });
  return {
    url,
    configuration,
    database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A database without any table, for tests of the start itself. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer((sql) => sql.unsafe(`create database ${name}`));
  return { url: databaseUrl(name), drop: () => administer((sql) => sql.unsafe(`drop database ${name} with (force)`)) };
}

/** The configuration that these environment variables give, without any file. Servers of tests stand beside each other. */
export function testConfiguration(environment: Record<string, string>): Configuration {
  const freePorts = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
  return loadConfiguration({ environment: { ...freePorts, ...environment }, workingDirectory: '/nonexistent' });
}

/** The same for one test: closed when it ends. */
export async function openDatabaseForTest(environment: Record<string, string> = {}): Promise<TestDatabase> {
  const opened = await openTestDatabase(environment);
  onTestFinished(() => opened.close());
  return opened;
}

function databaseUrl(name: string): string {
  const { host, user, password } = inject('postgres');
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}`;
}

async function administer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres({
    ...inject('postgres'),
    path: `${inject('postgres').host}/.s.PGSQL.5432`,
    database: 'postgres',
    max: 1,
    onnotice: () => {},
  });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
