import type { NamedSecret } from './contents.js';
import { DamagedBackupError } from './errors.js';

/** A table, sequence or type of a database schema. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export interface TableDescription extends QualifiedName {
  /** Those that hold data of their own, in their order: not the generated ones. */
  readonly columns: readonly string[];
  /** `RANGE (label)`: it has partitions, and no rows of its own. Null: it has rows. */
  readonly partitionedBy: string | null;
  /** Where it is a partition. Migrations do not make these. */
  readonly partition: {
    readonly of: QualifiedName;
    /** `FOR VALUES FROM (1) TO (2)`. */
    readonly bound: string;
    /** Such as `fillfactor=92`. */
    readonly options: readonly string[];
  } | null;
}

export interface SequenceState extends QualifiedName {
  /** A bigint, as text. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** What a backup holds; the first thing in it. */
export interface Manifest {
  readonly rampart: string;
  /** The server's version, such as `18.4`. */
  readonly postgresql: string;
  /** ISO 8601: the moment that the backup shows. */
  readonly createdAt: string;
  /** The migrations that the database had, the oldest first. */
  readonly migrations: readonly AppliedMigration[];
  /** Parents before their partitions. */
  readonly tables: readonly TableDescription[];
  readonly sequences: readonly SequenceState[];
  /** What was left out; null when nothing was. */
  readonly leftOut: readonly NamedSecret[] | null;
}

export interface AppliedMigration {
  readonly name: string;
  /** The release that applied it; null when that was one before 0.2.0. */
  readonly release: string | null;
}

/** One table's rows, one file, or the jobs: what follows in the backup until its totals. */
export type Section =
  | ({ readonly kind: 'table' } & QualifiedName & { readonly columns: readonly string[] })
  | { readonly kind: 'jobs' }
  | { readonly kind: 'file'; readonly path: string; readonly mode: number };

export interface SectionTotals {
  /** Rows; null of a file. */
  readonly rows: number | null;
  readonly bytes: number;
  /** SHA-256 of the data in hexadecimal. */
  readonly sha256: string;
}

/** The last thing in a backup. */
export interface Summary {
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
  readonly files: number;
  /** Of all data, before compression. */
  readonly bytes: number;
  /** SHA-256 of the checksums of all sections, in their order. */
  readonly sha256: string;
}

// What PostgreSQL prints, and nothing that could be another statement: a backup may be anybody's.
const literal = String.raw`(?:E?'(?:[^'\\]|''|\\[^'])*'|-?\d+|NULL|MINVALUE|MAXVALUE)`;
const literals = String.raw`\(${literal}(?:, ${literal})*\)`;
const boundForm = new RegExp(`^(?:DEFAULT|FOR VALUES (?:IN ${literals}|FROM ${literals} TO ${literals}))$`, 's');
const keyForm = /^(?:LIST|RANGE) \((?:[a-z_][a-z0-9_]*)(?:, [a-z_][a-z0-9_]*)*\)$/;
const optionForm = /^[a-z_]+(?:\.[a-z_]+)?=[a-z0-9.]+$/;

/** @throws {DamagedBackupError} when a description of a table is none that a backup writes */
export function assertSafe({ tables }: Manifest): void {
  for (const { schema, name, partitionedBy, partition } of tables) {
    const isSafe =
      (partitionedBy === null || keyForm.test(partitionedBy)) &&
      (partition === null ||
        (boundForm.test(partition.bound) && partition.options.every((one) => optionForm.test(one))));
    if (!isSafe) throw new DamagedBackupError(`its description of ${schema}.${name} was not written by Rampart`);
  }
}

/** As in SQL. */
export function quoted({ schema, name }: QualifiedName): string {
  return `${quotedName(schema)}.${quotedName(name)}`;
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** As people read it. */
export function written({ schema, name }: QualifiedName): string {
  return `${schema}.${name}`;
}
