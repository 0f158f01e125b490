import type { TransactionSql } from 'postgres';
import { countOf } from '../count-of.js';
import { knownMigrations, lockMigrations, rampartSchemas } from '../database/migrate.js';
import { compareVersions } from '../version.js';
import type { BackupContents } from './contents.js';
import { NewerBackupError, RestoreRejectedError } from './errors.js';
import { type Manifest, qualifiedName, quoteQualifiedName } from './manifest.js';
import { rootTables } from './schema.js';

/**
 * @throws {NewerBackupError} if the backup has migrations that this release does not know; names the required release
 */
export function assertKnownMigrations({ migrations, rampart }: Manifest): void {
  const known = new Set(knownMigrations());
  const unknown = migrations.filter(({ name }) => !known.has(name));
  const [first] = unknown;
  if (first === undefined) return;
  const releases = unknown.map(({ release }) => release ?? rampart).sort(compareVersions);
  throw new NewerBackupError(
    `its database contains migration ${first.name}, which this release does not know; restore it with Rampart ${releases.at(-1)} or newer`,
  );
}

/**
 * Verifies that the database is unused and has no data, and drops its empty tables. Servers that start during the
 * restore wait for the transaction, because they check the migrations first.
 * @throws {RestoreRejectedError} if the database is in use or has data
 */
export async function prepareTarget(
  sql: TransactionSql,
  { manifest, contents }: { manifest: Manifest; contents: BackupContents },
): Promise<void> {
  await lockMigrations(sql);
  await enableConnectionChecks(sql);
  await sql.unsafe("set local lock_timeout = '10s'");
  await assertUnused(sql);
  await assertEmpty(sql, contents);
  await assertRoomForLocks(sql, manifest);
  for (const schema of rampartSchemas()) await sql.unsafe(`drop schema if exists "${schema}" cascade`);
}

/**
 * Makes the server end the statements of a restore that was killed. Some systems cannot detect a closed connection
 * during a statement.
 */
async function enableConnectionChecks(sql: TransactionSql): Promise<void> {
  await sql.savepoint((nested) => nested.unsafe("set local client_connection_check_interval = '1s'")).catch(() => {});
}

/**
 * Verifies that Rampart has no other connections, which are recognized by application name. Connections of other
 * programs, such as monitoring, are allowed.
 */
async function assertUnused(sql: TransactionSql): Promise<void> {
  const sessions = await sql<{ pid: number; name: string; address: string | null }[]>`
    select pid, application_name as name, host(client_addr) as address from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'rampart%'`;
  const [first] = sessions;
  if (first === undefined) return;
  const location = first.address === null ? 'on this machine' : `at ${first.address}`;
  throw new RestoreRejectedError(
    `Rampart is using the database (${countOf(sessions.length, 'connection')}; the first is from a process ${location}): stop its servers and workers, then restore`,
  );
}

async function assertEmpty(
  sql: TransactionSql,
  { seededTables: seeded, emptiedTables: emptied }: BackupContents,
): Promise<void> {
  for (const table of await rootTables(sql)) {
    if (table.schema === 'drizzle' || seeded.includes(qualifiedName(table)) || emptied.includes(qualifiedName(table)))
      continue;
    const [row] = await sql.unsafe<{ isUsed: boolean }[]>(
      `select exists (select from ${quoteQualifiedName(table)}) as "isUsed"`,
    );
    if (row?.isUsed !== true) continue;
    throw new RestoreRejectedError(
      `the instance is not empty (${qualifiedName(table)} contains rows), and restore does not overwrite data: restore into a new data directory (--data-dir DIR), on a PostgreSQL server together with a new database (--url URL)`,
    );
  }
}

/**
 * Estimated number of locks per table: the table, its TOAST table and their indexes are locked until the end of the
 * transaction.
 */
const locksPerTable = 10;

async function assertRoomForLocks(sql: TransactionSql, { tables }: Manifest): Promise<void> {
  const [settings] = await sql<[{ locksPerTransaction: number; sessions: number }]>`
    select current_setting('max_locks_per_transaction')::int as "locksPerTransaction",
      current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as sessions`;
  const neededLocks = tables.length * locksPerTable;
  if (neededLocks <= settings.locksPerTransaction * settings.sessions) return;
  const requiredLocks = Math.ceil(neededLocks / settings.sessions / 64) * 64;
  throw new RestoreRejectedError(
    `the backup contains ${tables.length} tables and partitions, too many for max_locks_per_transaction = ${settings.locksPerTransaction} of the server: set it to ${requiredLocks} and restart PostgreSQL`,
  );
}
