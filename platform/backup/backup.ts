import type { Sql } from 'postgres';
import { ownVersion } from '../version.js';
import { ArchiveWriter, type Sink } from './archive/writer.js';
import type { BackupContents, NamedSecret } from './contents.js';
import { readFiles } from './files.js';
import { type Manifest, qualifiedName, type Summary } from './manifest.js';
import { type Snapshot, withSnapshot } from './snapshot.js';

export interface BackupOptions {
  readonly sql: Sql;
  readonly dataDir: string;
  readonly contents: BackupContents;
  readonly sink: Sink;
  /** Passphrase that encrypts the backup; undefined: the backup is not encrypted, and secrets must be omitted. */
  readonly passphrase: string | undefined;
  readonly withSecrets: boolean;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface BackupProgress {
  /** The table or file that is being read or written. */
  readonly name: string;
  /** Number of bytes processed so far, before compression. */
  readonly bytes: number;
  /** Number of table rows processed so far, and PostgreSQL's estimate of the total; absent during a restore. */
  readonly rows?: number;
  readonly expectedRows?: number;
}

export interface CompletedBackup {
  readonly manifest: Manifest;
  readonly summary: Summary;
}

/**
 * Backs up an instance: a consistent snapshot of its database, and the files in its data directory. Servers can keep
 * running.
 * @throws {SnapshotLostError} if the snapshot was lost; a retry can succeed
 */
export async function createBackup(options: BackupOptions): Promise<CompletedBackup> {
  if (options.withSecrets && options.passphrase === undefined)
    throw new TypeError('a backup with secrets requires a passphrase');
  return await withSnapshot(options.sql, (snapshot) => new BackupRun(options, snapshot).run());
}

class BackupRun {
  readonly #options: BackupOptions;
  readonly #snapshot: Snapshot;
  readonly #expectedRows: number;
  #bytes = 0;
  #rows = 0;

  constructor(options: BackupOptions, snapshot: Snapshot) {
    this.#options = options;
    this.#snapshot = snapshot;
    this.#expectedRows = snapshot.tables.reduce(
      (sum, { rows, description }) => sum + (description.partitionedBy === null ? rows : 0),
      0,
    );
  }

  async run(): Promise<CompletedBackup> {
    const { sink, passphrase } = this.#options;
    const manifest = this.#manifest();
    const writer = await ArchiveWriter.begin({ sink, manifest, passphrase });
    await this.#writeTables(writer);
    await writer.section({ kind: 'jobs' }, this.#snapshot.jobs());
    // Files are read after the snapshot, because a file is written before the row that refers to it.
    await this.#writeFiles(writer);
    return { manifest, summary: await writer.finish() };
  }

  #manifest(): Manifest {
    const { contents, withSecrets } = this.#options;
    const { createdAt, postgresql, migrations, tables, sequences } = this.#snapshot;
    const describeSecret = ({ what, afterwards }: NamedSecret): NamedSecret => ({ what, afterwards });
    return {
      ...{ rampart: ownVersion, postgresql, createdAt, migrations, sequences },
      tables: tables.map(({ description }) => description),
      leftOut: withSecrets ? null : [...contents.secretTables, ...contents.secretFiles].map(describeSecret),
    };
  }

  async #writeTables(writer: ArchiveWriter): Promise<void> {
    const { contents, withSecrets } = this.#options;
    for (const table of this.#snapshot.tables) {
      const { schema, name, columns, partitionedBy } = table.description;
      if (partitionedBy !== null) continue;
      const fullName = qualifiedName(table.description);
      const secret = contents.secretTables.find((candidate) => candidate.table === fullName);
      const isEmptied = contents.emptiedTables.includes(fullName);
      const rows = isEmptied ? noRows() : this.#snapshot.rows(table, withSecrets ? undefined : secret);
      const totals = await writer.section({ kind: 'table', schema, name, columns }, this.#counted(fullName, rows));
      this.#rows += totals.rows ?? 0;
    }
  }

  async #writeFiles(writer: ArchiveWriter): Promise<void> {
    const { contents, withSecrets, dataDir } = this.#options;
    for await (const { path, mode, data } of readFiles(dataDir, contents)) {
      const isPlain = contents.plainFiles.some((pattern) => pattern.test(path));
      if (!withSecrets && !isPlain) continue;
      await writer.section({ kind: 'file', path, mode }, this.#counted(path, data));
    }
  }

  async *#counted(name: string, data: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of data) {
      this.#bytes += bytes.length;
      const [rows, expectedRows] = [this.#rows, this.#expectedRows];
      this.#options.onProgress?.({ name, bytes: this.#bytes, rows, expectedRows });
      yield bytes;
    }
  }
}

async function* noRows(): AsyncGenerator<Buffer> {}
