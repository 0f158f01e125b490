/** The error for a file that is not a backup, or was modified or truncated. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';

  constructor(reason: string) {
    super(`the backup cannot be used: ${reason}`);
  }
}

/** The error for a backup that requires a newer release. */
export class NewerBackupError extends Error {
  override readonly name = 'NewerBackupError';

  constructor(reason: string) {
    super(`the backup was made by a newer release: ${reason}`);
  }
}

/** The error for a passphrase that is missing, wrong or not allowed. */
export class PassphraseError extends Error {
  override readonly name = 'PassphraseError';
}

/** The error for a snapshot that was lost because a table was dropped, truncated or rewritten during the backup. */
export class SnapshotLostError extends Error {
  override readonly name = 'SnapshotLostError';

  constructor(table: string) {
    super(`${table} was dropped, truncated or rewritten during the backup: run the backup again`);
  }
}

/** The error for an instance that cannot be restored: it is in use, has data, or does not match the backup. */
export class RestoreRejectedError extends Error {
  override readonly name = 'RestoreRejectedError';
}
