import type { NamedSecret } from './contents.js';
import { DamagedBackupError } from './errors.js';

/** A table, sequence or type of a database schema. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export interface TableDescription extends QualifiedName {
  /** Columns that store data, in order; without generated columns. */
  readonly columns: readonly string[];
  /** Partition key, for example `RANGE (label)`; null if the table is not partitioned. */
  readonly partitionedBy: string | null;
  /**
   * Parent, bound and options of a partition, which are stored because migrations do not create partitions; null for
   * other tables.
   */
  readonly partition: {
    readonly of: QualifiedName;
    /** Bound of the partition, for example `FOR VALUES FROM (1) TO (2)`. */
    readonly bound: string;
    /** Storage parameters, for example `fillfactor=92`. */
    readonly options: readonly string[];
  } | null;
}

export interface SequenceState extends QualifiedName {
  /** Last value of the sequence, a bigint as a decimal string. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** The contents of a backup; its first frame. */
export interface Manifest {
  readonly rampart: string;
  /** Version of the PostgreSQL server, for example `18.4`. */
  readonly postgresql: string;
  /** Time of the snapshot in ISO 8601. */
  readonly createdAt: string;
  /** The migrations of the database, oldest first. */
  readonly migrations: readonly AppliedMigration[];
  /** Descriptions of the tables, parents before their partitions. */
  readonly tables: readonly TableDescription[];
  readonly sequences: readonly SequenceState[];
  /** The kinds of secrets that were omitted; null if nothing was omitted. */
  readonly leftOut: readonly NamedSecret[] | null;
}

interface AppliedMigration {
  readonly name: string;
  /** The release that applied the migration; null if that release was older than 0.2.0. */
  readonly release: string | null;
}

/** Start of a section: the rows of a table, a file, or the jobs. The section's data and totals follow. */
export type Section =
  | ({ readonly kind: 'table' } & QualifiedName & { readonly columns: readonly string[] })
  | { readonly kind: 'jobs' }
  | { readonly kind: 'file'; readonly path: string; readonly mode: number };

export interface SectionTotals {
  /** Number of rows in the section; null for a file. */
  readonly rows: number | null;
  readonly bytes: number;
  /** SHA-256 of the section's data in hexadecimal. */
  readonly sha256: string;
}

/** The last frame of a backup. */
export interface Summary {
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
  readonly files: number;
  /** Size of all data in bytes, before compression. */
  readonly bytes: number;
  /** SHA-256 of the checksums of all sections, in order. */
  readonly sha256: string;
}

// Matches literals as PostgreSQL prints them. Anything else could be another statement, because the backup may be
// untrusted.
const literal = String.raw`(?:E?'(?:[^'\\]|''|\\[^'])*'|-?\d+|NULL|MINVALUE|MAXVALUE)`;
const literals = String.raw`\(${literal}(?:, ${literal})*\)`;
const boundPattern = new RegExp(`^(?:DEFAULT|FOR VALUES (?:IN ${literals}|FROM ${literals} TO ${literals}))$`, 's');
const keyPattern = /^(?:LIST|RANGE) \((?:[a-z_][a-z0-9_]*)(?:, [a-z_][a-z0-9_]*)*\)$/;
const optionPattern = /^[a-z_]+(?:\.[a-z_]+)?=[a-z0-9.]+$/;

/** @throws {DamagedBackupError} if a table description contains SQL that a backup never writes */
export function assertSafe({ tables }: Manifest): void {
  for (const { schema, name, partitionedBy, partition } of tables) {
    const isSafe =
      (partitionedBy === null || keyPattern.test(partitionedBy)) &&
      (partition === null ||
        (boundPattern.test(partition.bound) && partition.options.every((option) => optionPattern.test(option))));
    if (!isSafe) throw new DamagedBackupError(`its description of ${schema}.${name} was not written by Rampart`);
  }
}

/** Formats a name as a quoted SQL identifier. */
export function quoteQualifiedName({ schema, name }: QualifiedName): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Formats a name for messages, without quotes. */
export function qualifiedName({ schema, name }: QualifiedName): string {
  return `${schema}.${name}`;
}
