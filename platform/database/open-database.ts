import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { Configuration } from '../configuration/index.js';
import { createDataDirectory } from '../data-directory.js';
import type { Logger } from '../log.js';
import type { ConnectionSettings } from './connection.js';
import type { Database } from './database.js';
import { type Cluster, openCluster } from './embedded/index.js';
import { translateDatabaseError } from './errors.js';
import type { MigrationOptions, MigrationResult } from './migrate.js';
import { PooledDatabase } from './pooled-database.js';
import { primaryLocatorOf } from './primary.js';

export interface OpenDatabaseOptions {
  configuration: Configuration;
  log: Logger;
}

/**
 * Opens and migrates the database. If the database cannot be reached, operations fail with STORE_UNAVAILABLE, and it is
 * migrated as soon as it is available.
 * @throws {NewerDatabaseError} if the database has a migration that is incompatible with this release
 * @throws {UnsuitablePoolerError} if a connection pooler in between does not give each connection a session
 * @throws {UnsuitableSettingsError} if a default setting of its sessions would make results wrong
 * @throws {EmptyDatabaseError} if it was never migrated and `mustExist` is set
 * @throws {DomainError} STORE_UNAVAILABLE if it cannot be reached and `mustExist` is set
 */
export async function openDatabase(options: OpenDatabaseOptions & MigrationOptions): Promise<Database> {
  const database = await connect(options);
  try {
    await database.migrateOrRetry(options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Applies the missing migrations and returns the result.
 * @throws {DomainError} STORE_UNAVAILABLE if the database cannot be reached
 * @throws {NewerDatabaseError} if the database has a migration that is incompatible with this release
 * @throws {UnsuitablePoolerError} if a connection pooler in between does not give each connection a session
 * @throws {UnsuitableSettingsError} if a default setting of its sessions would make results wrong
 */
export async function migrateOnly(options: OpenDatabaseOptions): Promise<MigrationResult> {
  const database = await connect(options);
  try {
    return await database.migrate();
  } catch (error) {
    throw translateDatabaseError(error);
  } finally {
    await database.close();
  }
}

/**
 * Runs work on the database without migrating it. Throws the errors of the driver. Starts the embedded server if it is
 * not running.
 */
export async function withUnmigratedDatabase<T>(
  options: OpenDatabaseOptions,
  work: (sql: Sql, connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const database = await connect(options);
  try {
    await database.assertSessionPooling();
    return await work(database.sql, database.connection);
  } finally {
    await database.close();
  }
}

async function connect({ configuration, log }: OpenDatabaseOptions): Promise<PooledDatabase> {
  const cluster = configuration.database.url === '' ? await openEmbedded(configuration, log) : undefined;
  const connection: ConnectionSettings =
    cluster === undefined
      ? { url: configuration.database.url, primary: primaryLocatorOf(configuration.database.url) }
      : {
          host: cluster.target.socketFolder,
          port: 5432,
          ssl: false,
          user: cluster.target.user,
          password: cluster.target.password,
          database: 'postgres',
        };
  const readTimeoutMs = configuration.graphql.timeoutSeconds * 1000;
  const { poolSize, readUrl } = configuration.database;
  return new PooledDatabase({ connection, readUrl, poolSize, readTimeoutMs, cluster, log });
}

async function openEmbedded(configuration: Configuration, log: Logger): Promise<Cluster> {
  createDataDirectory(configuration.server.dataDir);
  const cluster = await openCluster({
    directory: join(configuration.server.dataDir, 'postgresql'),
    onEvent: (event, details) => log.warn(details, event),
  });
  log.info({ directory: cluster.folder }, 'embedded PostgreSQL is running');
  return cluster;
}
