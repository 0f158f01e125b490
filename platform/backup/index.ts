export { ArchiveReader } from './archive/reader.js';
export type { Sink } from './archive/writer.js';
export { type BackupProgress, type CompletedBackup, createBackup } from './backup.js';
export type { BackupContents } from './contents.js';
export {
  DamagedBackupError,
  PassphraseError,
  SnapshotLostError,
} from './errors.js';
export type { Manifest, Summary } from './manifest.js';
export { checkBackup, type RestoredBackup, restoreBackup } from './restore.js';
