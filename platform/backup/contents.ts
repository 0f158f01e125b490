/** A kind of secret that backups without secrets omit, and the action that is then required after a restore. */
export interface NamedSecret {
  readonly what: string;
  readonly afterwards: string;
}

/** Secrets in a table. A backup without secrets replaces the values of their columns, or omits the rows. */
export interface SecretTable extends NamedSecret {
  /** Name of the table, as `schema.table`. */
  readonly table: string;
  /** Replacement value of each secret column; if absent, the rows are omitted. */
  readonly replacements?: Readonly<Record<string, string>>;
}

/**
 * Exceptions to the default contents of a backup. By default, tables are included, and files are included and treated
 * as secrets. Therefore, data that a later version adds is neither left out nor written unencrypted by mistake.
 */
export interface BackupContents {
  /**
   * Tables that are backed up without rows, because their rows are meaningless in another database; as `schema.table`.
   */
  readonly emptiedTables: readonly string[];
  /** Tables that have rows in an unused instance, as `schema.table`. */
  readonly seededTables: readonly string[];
  readonly secretTables: readonly SecretTable[];
  /** Paths in the data directory that are not part of the instance. */
  readonly ignoredFiles: readonly RegExp[];
  /** Paths in the data directory that are not secret. */
  readonly plainFiles: readonly RegExp[];
  /**
   * Kinds of secret files, for messages. Every path that is neither ignored nor plain is a secret, whether described
   * here or not.
   */
  readonly secretFiles: readonly NamedSecret[];
}
