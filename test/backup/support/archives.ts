import type { Sql } from 'postgres';
import { backupContents } from '../../../command-line/backup/contents.js';
import { ArchiveWriter } from '../../../platform/backup/archive/writer.js';
import { ArchiveReader, checkBackup, createBackup, restoreBackup } from '../../../platform/backup/index.js';
import { withUnmigratedDatabase } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import { testConfiguration } from '../../support/index.js';
import { environmentOf, type Instance, passphrase } from './backup-instances.js';

export interface ArchiveOptions {
  readonly withSecrets?: boolean;
  readonly passphrase?: string | undefined;
}

/** Not encrypted: deriving the key of a passphrase takes half a second each time. */
export const withoutSecrets = { withSecrets: false, passphrase: undefined } as const;

/** The backup of an instance in memory. */
export async function backupOf(instance: Instance, options: ArchiveOptions = {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  await runOnInstance(instance, (sql) =>
    createBackup({
      ...{ sql, dataDir: instance.dataDir, contents: backupContents, withSecrets: true, passphrase, ...options },
      sink: { write: async (input) => void parts.push(...input) },
    }),
  );
  return Buffer.concat(parts);
}

/** Reads a backup to its end. Default passphrase: that of the tests; null for none. */
export async function check(backup: Buffer, input: string | null = passphrase) {
  const archive = await ArchiveReader.open(splitIntoChunks(backup), input === null ? [] : [input]);
  return await checkBackup(archive);
}

/** Restores without verifying the backup first, as from standard input. */
export async function restoreTo(instance: Instance, backup: Buffer): Promise<void> {
  const configuration = testConfiguration(environmentOf(instance));
  const { dataDir } = instance;
  const archive = await ArchiveReader.open(splitIntoChunks(backup), [passphrase]);
  await withUnmigratedDatabase({ configuration, log: silentLog }, (sql, connection) =>
    restoreBackup({ sql, connection, dataDir, contents: backupContents, archive }),
  );
}

async function runOnInstance(instance: Instance, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const configuration = testConfiguration(environmentOf(instance));
  await withUnmigratedDatabase({ configuration, log: silentLog }, work);
}

/** Yields the backup in chunks, like a file or a pipe. */
async function* splitIntoChunks(backup: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < backup.length; at += 65_521) yield backup.subarray(at, at + 65_521);
}

/** Splits a backup into its header and frames, using only the format. */
export function framesOf(backup: Buffer): { header: Buffer; frames: Buffer[] } {
  const magic = 'rampart backup\n'.length;
  let at = magic + 6 + backup.readUInt32BE(magic + 2) + 32;
  const header = backup.subarray(0, at);
  const frames: Buffer[] = [];
  while (at < backup.length) {
    const end = at + 4 + (backup.readUInt32BE(at) & 0x7fff_ffff);
    frames.push(backup.subarray(at, end));
    at = end;
  }
  return { header, frames };
}

/** A backup that contains only a migration that this release does not know. */
export async function backupWithMigration(migration: { name: string; release: string }): Promise<Buffer> {
  const parts: Buffer[] = [];
  const writer = await ArchiveWriter.begin({
    sink: { write: async (input) => void parts.push(...input) },
    manifest: {
      ...{ rampart: '7.1.0', postgresql: '18.4', createdAt: '2026-05-01T00:00:00.000Z', leftOut: null },
      ...{ migrations: [migration], tables: [], sequences: [] },
    },
    passphrase,
  });
  await writer.finish();
  return Buffer.concat(parts);
}
