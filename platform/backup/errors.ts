/** The file is not a backup, or was modified or truncated. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';

  constructor(reason: string) {
    super(`the backup cannot be used: ${reason}`);
  }
}

/** The backup requires a newer release. */
export class NewerBackupError extends Error {
  override readonly name = 'NewerBackupError';

  constructor(reason: string) {
    super(`the backup was made by a newer release: ${reason}`);
  }
}

/** The passphrase is missing, wrong or not allowed. */
export class PassphraseError extends Error {
  override readonly name = 'PassphraseError';
}

/** A table was dropped, truncated or rewritten during the backup, so the snapshot is lost. */
export class SnapshotLostError extends Error {
  override readonly name = 'SnapshotLostError';

  constructor(table: string) {
    super(`${table} was dropped, truncated or rewritten during the backup: run the backup again`);
  }
}

/** The instance cannot be restored: it is in use, has data, or does not match the backup. */
export class RestoreRejectedError extends Error {
  override readonly name = 'RestoreRejectedError';
}
