import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { compareVersions, ownVersion } from '../version.js';
import { createCompleteEnums } from './complete-enums.js';
import { isLockFailure } from './errors.js';
import { detectLostClient } from './lost-clients.js';
import {
  assertCompatible,
  type History,
  isEmpty,
  isNewer,
  missingIn,
  readHistory,
  unknownMigrations,
} from './migration-history.js';
import { type Migration, migrationsFolder, readCompatibility, readMigrations } from './migrations.js';
import type { Executor } from './statement.js';
import { runTransaction } from './transaction.js';

/** The last release that knows only `drizzle.__drizzle_migrations`. */
const lastSharedTableRelease = '0.1.0';

/**
 * Maximum time in milliseconds that a migration waits to lock a table that requests use. New requests queue behind the
 * migration. If one of them already holds another table that the migration needs, PostgreSQL would end that request
 * after `deadlock_timeout` (1 second), so the migration gives up earlier.
 */
const lockTimeoutMs = 500;
const pauseMs = 1000;

/** Key of the advisory lock that a process holds while it migrates the database. */
const migrationLock = 7_211_603_118;

export interface MigrationResult {
  applied: number;
  total: number;
}

/** The error for a database without tables of Rampart, if the caller requires them. */
export class EmptyDatabaseError extends Error {
  override readonly name = 'EmptyDatabaseError';
}

export interface MigrationOptions {
  /** Rejects a database that was never migrated or cannot be reached, instead of creating tables or waiting for it. */
  readonly mustExist?: boolean;
}

export interface MigrateOptions extends MigrationOptions {
  connect(options: { max: number }): postgres.Sql;
  /** Directory of the migrations; default: schema/migrations. */
  readonly folder?: string;
  /** The current release; default: the version in package.json. */
  readonly version?: string;
  /**
   * Called each time that a migration cannot lock a table in time because requests use it; the migrations are then
   * tried again.
   */
  onBlocked?(error: unknown): void;
  /** Called regularly while another process migrates or restores the database. */
  onWaiting?(): void;
  /** Interval, in milliseconds, of the calls of `onWaiting`; default: 10 seconds. */
  readonly waitReportMs?: number;
}

/**
 * Applies the missing migrations of schema/migrations. Concurrent callers wait for a lock, and then have no migrations
 * left to apply. Processes of the previous release keep running, because migrations expand first and contract a release
 * later (CONTRIBUTING).
 * @throws {NewerDatabaseError} if the database has a migration that is incompatible with this release
 * @throws {EmptyDatabaseError} if it has no migration and `mustExist` is set
 */
export async function migrateDatabase(options: MigrateOptions): Promise<MigrationResult> {
  const { connect, folder = migrationsFolder, version = ownVersion, mustExist = false } = options;
  const sql = connect({ max: 1 });
  const migrations = readMigrations(folder);
  try {
    await detectLostClient(sql, 'session');
    await acquireMigrationLock(sql, options);
    const history = await readHistory(sql);
    assertCompatible(history, migrations, version);
    if (mustExist && isEmpty(history)) {
      throw new EmptyDatabaseError('the database contains no Rampart tables: create them with rampart migrate');
    }
    const missing = missingIn(history, migrations);
    if (missing.length > 0 || !history.isRecorded) {
      await retryUntilLocked(sql, options, (transaction) => complete(transaction, { history, folder, version }));
    }
    return { applied: missing.length, total: migrations.length };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Waits for the lock until no other process migrates or restores the database. */
async function acquireMigrationLock(
  sql: postgres.Sql,
  { onWaiting, waitReportMs = 10_000 }: Pick<MigrateOptions, 'onWaiting' | 'waitReportMs'>,
): Promise<void> {
  const timer = setInterval(() => onWaiting?.(), waitReportMs).unref();
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs the work in a transaction that never blocks requests for long; repeats it until all tables can be locked in
 * time.
 */
async function retryUntilLocked(
  sql: postgres.Sql,
  { onBlocked }: Pick<MigrateOptions, 'onBlocked'>,
  work: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    try {
      await runTransaction(sql, async (transaction) => {
        await transaction.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
        await work(transaction);
      });
      return;
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      onBlocked?.(error);
    }
    await delay(pauseMs);
  }
}

/** Applies and records the missing migrations: of all known ones or, with `only`, of the named ones. */
async function complete(
  sql: postgres.TransactionSql,
  options: { history: History; folder: string; version: string; only?: ReadonlySet<string> },
): Promise<number> {
  const { history, folder, version, only } = options;
  const migrations = readMigrations(folder);
  const recordedNames = new Set(history.recorded.map(({ name }) => name));
  const unapplied = missingIn(history, migrations);
  const missing = unapplied.filter(({ name }) => only === undefined || only.has(name));
  const present = migrations.filter(
    (migration) => !unapplied.includes(migration) && !recordedNames.has(migration.name),
  );
  await apply(sql, { present, missing, baseline: readCompatibility(folder).baseline, version });
  return missing.length;
}

/** Waits until no other process migrates the database, and blocks others until the transaction ends. */
export async function lockMigrations(sql: postgres.TransactionSql): Promise<void> {
  await detectLostClient(sql, 'transaction');
  await sql`select pg_advisory_xact_lock(${migrationLock})`;
}

/** Creates the tables of these migrations in an empty database. */
export async function createTables(sql: postgres.TransactionSql, names: readonly string[]): Promise<void> {
  const history: History = { shared: new Set(), recorded: [], isRecorded: false };
  await complete(sql, { history, folder: migrationsFolder, version: ownVersion, only: new Set(names) });
}

/** Applies the missing migrations in the caller's transaction, and returns their number. */
export async function applyMissing(sql: postgres.TransactionSql): Promise<number> {
  return await complete(sql, { history: await readHistory(sql), folder: migrationsFolder, version: ownVersion });
}

/** An applied migration, and the release that applied it; null if that release was older than 0.2.0. */
export interface AppliedMigration {
  readonly name: string;
  readonly release: string | null;
}

/** The migrations of a database, oldest first, and whether this release knows all of them. */
export async function readAppliedMigrations(
  sql: Executor,
): Promise<{ applied: AppliedMigration[]; unknown: AppliedMigration[] }> {
  const history = await readHistory(sql);
  const migrations = readMigrations(migrationsFolder);
  const missing = missingIn(history, migrations);
  const releases = new Map(history.recorded.map(({ name, release }) => [name, release]));
  const applied = migrations.filter((migration) => !missing.includes(migration)).map(({ name }) => name);
  const migrationNamed = (name: string): AppliedMigration => ({ name, release: releases.get(name) ?? null });
  return { applied: applied.map(migrationNamed), unknown: unknownMigrations(history, migrations).map(migrationNamed) };
}

/** The names of all migrations of this release, oldest first. */
export function knownMigrations(): string[] {
  return readMigrations(migrationsFolder).map(({ name }) => name);
}

/** The schemas that migrations create, and the schema of the migration history. */
export function rampartSchemas(): string[] {
  const created = readMigrations(migrationsFolder).flatMap(({ statements }) =>
    statements.flatMap((text) =>
      [...text.matchAll(/^\s*create schema (?:if not exists )?"?(\w+)"?/gim)].map(([, name = '']) => name),
    ),
  );
  return [...new Set(['drizzle', ...created])];
}

/** The migrations of the database, compared with schema/migrations. */
export interface MigrationState {
  readonly applied: number;
  readonly pending: number;
  /** Whether the database has a migration that is incompatible with this release. */
  readonly isNewer: boolean;
}

export async function readMigrationState(sql: postgres.Sql): Promise<MigrationState> {
  const migrations = readMigrations(migrationsFolder);
  const history = await readHistory(sql);
  const pending = missingIn(history, migrations).length;
  return { applied: migrations.length - pending, pending, isNewer: isNewer(history, migrations) };
}

/**
 * Runs the missing migrations atomically. Drizzle's migrator is not used: loading it takes longer than most commands,
 * and it supports one table only.
 */
async function apply(
  sql: postgres.TransactionSql,
  {
    present,
    missing,
    baseline,
    version,
  }: {
    present: readonly Migration[];
    missing: readonly Migration[];
    baseline: string;
    version: string;
  },
): Promise<void> {
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`;
  await sql`create table if not exists drizzle.rampart_migration (
    name text primary key, created_at bigint not null, hash text not null, compatible_from text,
    release text not null, applied_at timestamptz not null default now())`;
  for (const migration of present) await record(sql, migration, version);
  for (const migration of createCompleteEnums(missing)) {
    for (const statement of migration.statements) await sql.unsafe(statement);
    await record(sql, migration, version);
    if (belongsInSharedTable(migration, baseline)) {
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.createdAt})`;
    }
  }
}

/**
 * Whether a migration is also recorded in the table that releases before 0.2.0 read. Those releases do not start if the
 * table contains a migration that they do not know. Therefore, only migrations that are incompatible with them are
 * recorded there.
 */
function belongsInSharedTable({ name, compatibleFrom }: Migration, baseline: string): boolean {
  if (name <= baseline) return true;
  return compatibleFrom !== null && compareVersions(compatibleFrom, lastSharedTableRelease) > 0;
}

async function record(sql: postgres.TransactionSql, migration: Migration, release: string): Promise<void> {
  const { name, createdAt, hash, compatibleFrom } = migration;
  await sql`insert into drizzle.rampart_migration (name, created_at, hash, compatible_from, release)
    values (${name}, ${createdAt}, ${hash}, ${compatibleFrom}, ${release})`;
}
