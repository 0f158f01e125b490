/** A secret that is omitted from backups without secrets, and the action that a restore then requires. */
export interface NamedSecret {
  readonly what: string;
  readonly afterwards: string;
}

/** Secrets in a table. A backup without secrets replaces the values of the columns, or omits the rows. */
export interface SecretTable extends NamedSecret {
  /** `schema.table`. */
  readonly table: string;
  /** Replacement value of each secret column; if absent, the rows are omitted. */
  readonly replacements?: Readonly<Record<string, string>>;
}

/**
 * Exceptions from the contents of a backup. Everything that is not listed is included, and files that are not listed
 * are treated as secrets. Therefore, new data of a later version is neither forgotten nor written without encryption by
 * mistake.
 */
export interface BackupContents {
  /** Tables whose rows are meaningless in another database, as `schema.table`. */
  readonly emptied: readonly string[];
  /** Tables that have rows in an unused instance, as `schema.table`. */
  readonly seeded: readonly string[];
  readonly secretTables: readonly SecretTable[];
  /** Paths in the data directory that are not part of the instance. */
  readonly ignoredFiles: readonly RegExp[];
  /** Paths in the data directory that are not secret. */
  readonly plainFiles: readonly RegExp[];
  /** Descriptions of the other paths. Each file that is not listed as plain is a secret. */
  readonly secretFiles: readonly NamedSecret[];
}
