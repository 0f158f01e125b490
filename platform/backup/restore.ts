import type { Sql, TransactionSql } from 'postgres';
import { recordAudit } from '../audit/index.js';
import { localRequest } from '../caller.js';
import type { ConnectionSettings } from '../database/connection.js';
import { copyIn } from '../database/copy.js';
import { applyMissing } from '../database/migrate.js';
import { runTransaction } from '../database/transaction.js';
import { createJobQueue } from '../job-worker.js';
import { hasQueue } from '../jobs.js';
import type { ArchiveReader, OpenSection } from './archive/reader.js';
import type { BackupProgress } from './backup.js';
import type { BackupContents } from './contents.js';
import { DamagedBackupError } from './errors.js';
import { StagedFiles, type StoredFile } from './files.js';
import { clearJobs, countJobs, loadJobs } from './jobs.js';
import {
  assertSafe,
  type Manifest,
  qualifiedName,
  quoteIdentifier,
  quoteQualifiedName,
  type Summary,
} from './manifest.js';
import { createEmptyTables, type DroppedConstraints, rootTables } from './schema.js';
import { useFixedTextFormat } from './snapshot.js';
import { assertKnownMigrations, prepareTarget } from './target.js';

export interface RestoreOptions {
  readonly sql: Sql;
  readonly connection: ConnectionSettings;
  readonly dataDir: string;
  readonly contents: BackupContents;
  /**
   * Why the data directory may belong to another instance, whose files must not be replaced, as a clause; undefined if
   * it does not.
   */
  readonly reasonToKeepFiles?: string | undefined;
  readonly archive: ArchiveReader;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface RestoredBackup {
  readonly manifest: Manifest;
  readonly summary: Summary;
  /** Number of migrations that were applied because the backup lacked them. */
  readonly migrated: number;
}

/**
 * Restores a backup into an empty instance, in one transaction. A failure leaves the instance empty.
 * @throws {RestoreRejectedError} if the instance is in use or not empty
 * @throws {DamagedBackupError} if the backup was modified or truncated
 * @throws {NewerBackupError} if this release does not know the tables of the backup
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { manifest } = options.archive;
  assertKnownMigrations(manifest);
  assertSafe(manifest);
  return await runTransaction(options.sql, async (sql) => {
    await useFixedTextFormat(sql);
    await prepareTarget(sql, { manifest, contents: options.contents });
    const files = await StagedFiles.begin(options.dataDir);
    try {
      return await new RestoreRun({ ...options, files }, sql).run();
    } finally {
      await files.discard();
    }
  });
}

class RestoreRun {
  readonly #options: RestoreOptions & { readonly files: StagedFiles };
  readonly #sql: TransactionSql;
  /** The expected number of rows of each table. */
  readonly #rows = new Map<string, number>();
  #jobs = 0;
  #bytes = 0;

  constructor(options: RestoreOptions & { readonly files: StagedFiles }, sql: TransactionSql) {
    this.#options = options;
    this.#sql = sql;
  }

  async run(): Promise<RestoredBackup> {
    const { archive, files } = this.#options;
    const { manifest } = archive;
    const dropped = await createEmptyTables(this.#sql, manifest);
    for await (const section of archive.sections()) await this.#restoreSection(section);
    this.#assertComplete(manifest);
    await this.#finishTables(dropped);
    const migrated = await applyMissing(this.#sql);
    const { createdAt, rampart } = manifest;
    const change = { action: 'restore.backup', object: 'instance:database', after: { createdAt, rampart } } as const;
    await recordAudit(this.#sql, localRequest, change);
    // Not those of the backup: a migration that it lacks may have dropped one.
    for (const table of await rootTables(this.#sql)) await this.#sql.unsafe(`analyze ${quoteQualifiedName(table)}`);
    // Last step before the commit. An interruption here leaves an empty database, and files that the next restore
    // replaces.
    await files.install();
    return { manifest, summary: archive.summary, migrated };
  }

  async #restoreSection({ section, data, totals }: OpenSection): Promise<void> {
    const name = section.kind === 'table' ? qualifiedName(section) : section.kind === 'file' ? section.path : 'jobs';
    const countedData = this.#counted(name, data);
    if (section.kind === 'file') await this.#restoreFile(section, countedData);
    else if (section.kind === 'jobs') await this.#restoreJobs(countedData);
    else {
      const columns = section.columns.map(quoteIdentifier).join(', ');
      // FREEZE is allowed for tables created in the same transaction, and avoids a later vacuum.
      await copyIn(this.#sql, `copy ${quoteQualifiedName(section)} (${columns}) from stdin with (freeze)`, countedData);
      this.#rows.set(name, totals().rows ?? 0);
    }
    if (section.kind === 'jobs') this.#jobs = totals().rows ?? 0;
  }

  async #restoreFile(section: StoredFile, data: AsyncGenerator<Buffer>): Promise<void> {
    const { files, reasonToKeepFiles } = this.#options;
    await files.add(section, data);
    if (reasonToKeepFiles !== undefined) await files.assertReplacesNothing(section, reasonToKeepFiles);
  }

  async #restoreJobs(rows: AsyncGenerator<Buffer>): Promise<void> {
    if (!(await hasQueue(this.#sql))) await createJobQueue(this.#options.connection);
    await clearJobs(this.#sql);
    await loadJobs(this.#sql, rows);
  }

  #assertComplete({ tables }: Manifest): void {
    const missing = tables.filter((table) => table.partitionedBy === null && !this.#rows.has(qualifiedName(table)));
    if (missing.length > 0)
      throw new DamagedBackupError(`it lacks the rows of ${missing.map(qualifiedName).join(', ')}`);
  }

  async #finishTables(dropped: DroppedConstraints): Promise<void> {
    const { manifest } = this.#options.archive;
    this.#report('indexes');
    await dropped.restore();
    for (const { lastValue, isCalled, ...sequence } of manifest.sequences) {
      await this.#sql`select setval(${quoteQualifiedName(sequence)}::regclass, ${lastValue}::bigint, ${isCalled})`;
    }
    for (const table of manifest.tables) {
      const expected = this.#rows.get(qualifiedName(table));
      if (expected === undefined) continue;
      const [row] = await this.#sql.unsafe<{ count: number }[]>(
        `select count(*)::float8 as count from ${quoteQualifiedName(table)}`,
      );
      assertCount(qualifiedName(table), row?.count, expected);
    }
    assertCount('the job queue', await countJobs(this.#sql), this.#jobs);
  }

  async *#counted(name: string, data: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of data) {
      this.#bytes += bytes.length;
      this.#report(name);
      yield bytes;
    }
  }

  #report(name: string): void {
    this.#options.onProgress?.({ name, bytes: this.#bytes });
  }
}

function assertCount(name: string, count: number | undefined, expected: number): void {
  if (count === expected) return;
  throw new Error(
    `nothing was restored: ${name} would have ${count} rows instead of ${expected}; verify the backup with rampart restore --check`,
  );
}

/** Verifies a backup from its beginning to its end, without an instance. */
export async function checkBackup(
  archive: ArchiveReader,
  onProgress?: (progress: BackupProgress) => void,
): Promise<{ manifest: Manifest; summary: Summary }> {
  let bytes = 0;
  for await (const { section, data } of archive.sections()) {
    const name = section.kind === 'table' ? qualifiedName(section) : section.kind;
    for await (const chunk of data) {
      bytes += chunk.length;
      onProgress?.({ name, bytes });
    }
  }
  return { manifest: archive.manifest, summary: archive.summary };
}
