import type { Sql, TransactionSql } from 'postgres';
import { copyOut } from '../database/copy-out.js';
import { errorCode } from '../database/errors.js';
import { type AppliedMigration, EmptyDatabaseError, readAppliedMigrations } from '../database/migrate.js';
import { NewerDatabaseError } from '../database/migration-history.js';
import { runTransaction } from '../database/transaction.js';
import { readSequences, readTables, type SnapshotTable } from './catalog.js';
import type { SecretTable } from './contents.js';
import { SnapshotLostError } from './errors.js';
import { jobsStatement } from './jobs.js';
import { qualifiedName, quoteIdentifier, quoteQualifiedName, type SequenceState } from './manifest.js';

/** A consistent snapshot of a database. */
export interface Snapshot {
  /** Time of the snapshot in ISO 8601. */
  readonly createdAt: string;
  readonly postgresql: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly SnapshotTable[];
  readonly sequences: readonly SequenceState[];
  /**
   * The rows of a table in COPY's text format.
   * @param secrets secrets to omit
   * @throws {SnapshotLostError} if the rows of the snapshot are no longer available
   */
  rows(table: SnapshotTable, secrets?: SecretTable): AsyncGenerator<Buffer>;
  /** The outstanding jobs; may be empty. */
  jobs(): AsyncGenerator<Buffer>;
}

/** Maximum time to wait for a lock on a table that another transaction is rewriting or dropping. */
const lockTimeout = '60s';

/**
 * Runs the work with a snapshot of the database, in one read-only transaction. The transaction locks one table at a
 * time (ACCESS SHARE), only while the table is read. Therefore, imports and retention wait only if they drop the
 * partition being read. Dropping a partition before it was read invalidates the snapshot, which is detected.
 * @throws {EmptyDatabaseError} if the database has no tables of Rampart
 * @throws {NewerDatabaseError} if a newer release has migrated the database
 */
export async function withSnapshot<Result>(pool: Sql, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  return await runTransaction(pool, async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    await useFixedTextFormat(sql);
    await sql.unsafe(`set local lock_timeout = '${lockTimeout}'`);
    const { applied, unknown } = await readAppliedMigrations(sql);
    if (applied.length === 0)
      throw new EmptyDatabaseError('the database contains no Rampart tables: there is nothing to back up');
    assertKnown(unknown);
    const [server] = await sql<
      [{ createdAt: string; version: string }]
    >`select current_setting('server_version') as version,
      to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
    const tables = await readTables(sql);
    const sequences = await readSequences(sql);
    return await work({
      ...{ createdAt: server.createdAt, postgresql: server.version, migrations: applied, tables, sequences },
      rows: (table, secrets) => readRows(sql, table, secrets),
      jobs: () => readJobs(sql),
    });
  });
}

/**
 * Configures the transaction so the text format of values does not depend on the settings of the database and its
 * user.
 */
export async function useFixedTextFormat(sql: TransactionSql): Promise<void> {
  await sql.unsafe(`set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
    set local bytea_output = 'hex'; set local timezone = 'UTC'; set local client_encoding = 'UTF8';
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}

/** @throws {NewerDatabaseError} if there are unknown migrations, whose tables cannot be backed up reliably */
function assertKnown(unknown: readonly AppliedMigration[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const release = first.release === null ? 'the release that migrated it' : `Rampart ${first.release} or newer`;
  throw new NewerDatabaseError(
    `the database was migrated by a newer release: it contains migration ${first.name}, which this release does not know; use ${release}`,
  );
}

async function* readRows(
  sql: TransactionSql,
  table: SnapshotTable,
  secrets: SecretTable | undefined,
): AsyncGenerator<Buffer> {
  const name = qualifiedName(table.description);
  await sql.unsafe('savepoint rows');
  try {
    yield* copyOut(sql, copyStatement(table, secrets));
  } catch (error) {
    throw isMissing(error) ? new SnapshotLostError(name) : translateLock(error, name);
  }
  // Read while the lock is held. Later, another transaction may rewrite the table.
  const [now] = await sql<[{ file: string | null }]>`select pg_relation_filenode(${table.id}::oid)::text as file`;
  if (now.file !== table.file) throw new SnapshotLostError(name);
  await sql.unsafe('rollback to savepoint rows');
}

function copyStatement({ description }: SnapshotTable, secrets: SecretTable | undefined): string {
  const { columns } = description;
  const names = columns.map(quoteIdentifier);
  if (secrets === undefined) return `copy ${quoteQualifiedName(description)} (${names.join(', ')}) to stdout`;
  const { replacements } = secrets;
  const values = columns.map((column, index) =>
    replacements !== undefined && column in replacements ? `'${replacements[column]}'` : names[index],
  );
  const rows = replacements === undefined ? ' where false' : '';
  return `copy (select ${values.join(', ')} from only ${quoteQualifiedName(description)}${rows}) to stdout`;
}

async function* readJobs(sql: TransactionSql): AsyncGenerator<Buffer> {
  const statement = await jobsStatement(sql);
  if (statement === undefined) return;
  await sql.unsafe('savepoint jobs');
  yield* copyOut(sql, statement);
  await sql.unsafe('rollback to savepoint jobs');
}

/** Whether the error is PostgreSQL's undefined_table or undefined_column error. */
function isMissing(error: unknown): boolean {
  return errorCode(error) === '42P01' || errorCode(error) === '42703';
}

function translateLock(error: unknown, table: string): unknown {
  if (errorCode(error) !== '55P03') return error;
  return new Error(
    `${table} has been locked by another session for ${lockTimeout}: run the backup again when the lock is released`,
  );
}
