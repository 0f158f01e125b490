/** The backup was changed, cut off or never one. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';

  constructor(reason: string) {
    super(`the backup cannot be used: ${reason}`);
  }
}

/** The backup needs a newer release. */
export class NewerBackupError extends Error {
  override readonly name = 'NewerBackupError';

  constructor(reason: string) {
    super(`the backup was made by a newer release: ${reason}`);
  }
}

/** The passphrase is missing, wrong, or not wanted. */
export class PassphraseError extends Error {
  override readonly name = 'PassphraseError';
}

/** A table was dropped, emptied or rewritten while the backup was made: the moment that it shows is lost. */
export class SnapshotLostError extends Error {
  override readonly name = 'SnapshotLostError';

  constructor(table: string) {
    super(`${table} was dropped, truncated or rewritten during the backup: run the backup again`);
  }
}

/** The instance cannot take a backup: it is in use, has data, or does not fit. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError';
}
