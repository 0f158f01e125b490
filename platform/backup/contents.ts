/** A secret that is omitted from backups without secrets, and the action that a restore then requires. */
export interface NamedSecret {
  readonly what: string;
  readonly afterwards: string;
}

/** Secrets in a table: a backup without secrets has other values in these columns, or none of the rows. */
export interface SecretTable extends NamedSecret {
  /** `schema.table`. */
  readonly table: string;
  /** Replacement value of each secret column; if absent, no rows are written. */
  readonly instead?: Readonly<Record<string, string>>;
}

/**
 * Exceptions from the contents of a backup. Everything that is not listed is included, and files that are not listed are treated as secrets:
 * what a later version stores is never forgotten, and never written without encryption by mistake.
 */
export interface BackupContents {
  /** Tables whose rows mean nothing in another database, `schema.table`. */
  readonly emptied: readonly string[];
  /** Tables that have rows in an instance that nobody has used yet, `schema.table`. */
  readonly seeded: readonly string[];
  readonly secretTables: readonly SecretTable[];
  /** Paths in the data directory that are no part of the instance. */
  readonly ignoredFiles: readonly RegExp[];
  /** Paths in the data directory that are not secret. */
  readonly plainFiles: readonly RegExp[];
  /** What the other paths hold: each file that is not plain counts as a secret. */
  readonly secretFiles: readonly NamedSecret[];
}
