import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { type Database, openDatabase } from '../../platform/database/index.js';
import { type Logger, silentLog } from '../../platform/log.js';
import type { Platform } from '../../platform/subgraph.js';
import { administer, databaseUrl, fromTemplate } from './test-cluster.js';
import { testConfiguration } from './test-configuration.js';

export interface TestDatabase {
  readonly url: string;
  /** Configuration of this database; the `environment` adds settings. */
  readonly configuration: Configuration;
  readonly database: Database;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** A new, migrated database. Close it in afterAll. */
export async function openTestDatabase(environment: Record<string, string> = {}): Promise<TestDatabase> {
  const { url, drop } = await createMigratedDatabase();
  const configuration = testConfiguration({ ...environment, DATABASE_URL: url });
  const database = await openDatabase({ configuration, log: silentLog });
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

/** The platform of a domain on a test database. */
export function testPlatform(
  { configuration, database }: Pick<TestDatabase, 'configuration' | 'database'>,
  { clock, log = silentLog }: { clock: Clock; log?: Logger },
): Platform {
  return { configuration, database, clock, log };
}

/** A database without tables, for tests of migrations and startup. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  return await createDatabase('');
}

/** A migrated database, for servers and commands that open it themselves. */
export async function createMigratedDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  return await createDatabase(fromTemplate);
}

/** Like {@link openTestDatabase}, for one test: closed at its end. */
export async function openDatabaseForTest(environment: Record<string, string> = {}): Promise<TestDatabase> {
  const opened = await openTestDatabase(environment);
  onTestFinished(() => opened.close());
  return opened;
}

/**
 * Settings of a server with a database of the test cluster, because an embedded one takes as long to start as
 * everything else. Dropped after the test.
 */
export async function databaseSettingsForTest(): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  return { DATABASE_URL: url };
}

async function createDatabase(origin: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(cluster, (sql) => sql.unsafe(`create database ${name} ${origin}`));
  return {
    url: databaseUrl(cluster, name),
    drop: () => administer(cluster, (sql) => sql.unsafe(`drop database ${name} with (force)`)),
  };
}
