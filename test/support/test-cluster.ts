import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { type ClusterOptions, migrateOnly, openCluster } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { testConfiguration } from './test-configuration.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestCluster;
  }
}

export interface TestCluster {
  host: string;
  user: string;
  password: string;
}

/** A migrated database without connections; copying it costs a tenth of migrating another one. */
const templateDatabase = 'test_template';

// No durability is needed. Whether commits survive a killed server does not depend on these settings.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  // For the files of all workers at once.
  max_connections: '400',
  max_wal_size: '512MB',
};

/** Starts a PostgreSQL server for one test project; every test file creates its own databases on it. */
export async function startTestCluster(
  project: TestProject,
  options: Pick<ClusterOptions, 'binaries' | 'initdbArguments'>,
): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'rampart-test-'));
  const cluster = await openCluster({ ...options, directory, settings });
  const { socketFolder, user, password } = cluster.target;
  const provided = { host: socketFolder, user, password };
  await prepareCluster(provided);
  project.provide('postgres', provided);
  return async () => {
    await cluster.close();
    rmSync(directory, { recursive: true, force: true });
  };
}

/** Makes authentication on a cluster fast, and creates the template of databases. */
export async function prepareCluster(cluster: TestCluster): Promise<void> {
  await authenticateFaster(cluster);
  await makeTemplate(cluster);
}

/**
 * Authentication without the iterations that protect weak passwords: they take 10 ms of each connection of a test.
 * PostgreSQL 15 has no such setting.
 */
async function authenticateFaster(cluster: TestCluster): Promise<void> {
  await administer(cluster, async (sql) => {
    const [setting] = await sql`select from pg_settings where name = 'scram_iterations'`;
    if (setting === undefined) return;
    await sql`set scram_iterations = 1`;
    await sql.unsafe(`alter role ${cluster.user} password '${cluster.password}'`);
  });
}

async function makeTemplate(cluster: TestCluster): Promise<void> {
  await administer(cluster, (sql) => sql.unsafe(`create database ${templateDatabase}`));
  const configuration = testConfiguration({ DATABASE_URL: databaseUrl(cluster, templateDatabase) });
  await migrateOnly({ configuration, log: silentLog });
  // A database with connections cannot be copied.
  await administer(cluster, (sql) => sql.unsafe(`alter database ${templateDatabase} allow_connections false`));
}

/** The clause of `create database` for a copy of the migrated database. */
export const fromTemplate = `template ${templateDatabase} strategy file_copy`;

export function databaseUrl({ host, user, password }: TestCluster, name: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}`;
}

const connections = new Map<string, postgres.Sql>();

/**
 * Runs work on the cluster: creating and dropping databases. The files of a worker share a connection, because opening
 * one costs a quarter of creating a database.
 */
export async function administer(cluster: TestCluster, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = connections.get(cluster.host) ?? connect(cluster);
  connections.set(cluster.host, sql);
  await work(sql);
}

function connect(cluster: TestCluster): postgres.Sql {
  return postgres({
    ...cluster,
    path: `${cluster.host}/.s.PGSQL.5432`,
    database: 'postgres',
    max: 1,
    idle_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
  });
}
