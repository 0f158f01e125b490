import { createReadStream, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Sql } from 'postgres';
import {
  ArchiveReader,
  checkBackup,
  type Manifest,
  PassphraseError,
  type RestoredBackup,
  restoreBackup,
  type Summary,
} from '../../platform/backup/index.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { createDataDirectory } from '../../platform/data-directory.js';
import {
  assertSuitableSettings,
  hasMigrations,
  translateDatabaseError,
  withUnmigratedDatabase,
} from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { backupContents } from '../backup/contents.js';
import { candidatePassphrases, canPrompt, type PassphraseOptions, prompt } from '../backup/passphrase.js';
import { backupReport, formatProgress, printBackup } from '../backup/report.js';
import { CommandFailure, errorLine } from '../failure.js';
import {
  databaseOf,
  describeInstance,
  findRunningInstances,
  hasDatabase,
  instanceOptions,
  noteOtherInstance,
  ownSettings,
  usesDataDirectory,
} from '../instance/index.js';
import { ProgressLine, printJson } from '../output.js';

interface RestoreCommandOptions extends PassphraseOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addRestoreCommand(command: Command): void {
  command
    .argument('<file>', 'backup to read; - for standard input')
    .option('--passphrase-file <file>', 'read the passphrase from this file; default: [backup] passphrase, or a prompt')
    .option('--check', 'verify the backup and print its properties without restoring it')
    .option('--json', 'print the properties of the backup as JSON')
    .action(restore);
}

async function restore(file: string, options: RestoreCommandOptions): Promise<void> {
  const settings = ownSettings();
  const startedAtMs = performance.now();
  if (file !== '-') assertNoDirectory(file);
  const input = new BackupInput(file, candidatePassphrases(options, settings.configuration));
  if (options.check) {
    report(await input.check(), { input, startedAtMs, more: [], json: options.json });
    return;
  }
  const { configuration } = settings;
  const note = noteOtherInstance(settings);
  if (note !== undefined) process.stderr.write(`rampart: ${note}\n`);
  assertNotRunning(configuration);
  // A damaged file is rejected before anything is changed; a pipe can only be verified during the restore.
  if (input.isRereadable) await input.check();
  const restored = await input.restore(configuration);
  report(restored, { input, startedAtMs, more: [['migrations applied', restored.migrated]], json: options.json });
  for (const { what, afterwards } of restored.manifest.leftOut ?? []) {
    process.stderr.write(`rampart: not in the backup: ${what}; ${afterwards}\n`);
  }
}

function assertNoDirectory(file: string): void {
  try {
    if (statSync(file).isDirectory()) throw new CommandFailure(`${file} is a directory: specify a backup file`);
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(errorLine(error));
  }
}

/**
 * @throws {CommandFailure} if a server is running on the instance, even while its database is unavailable, or on its
 *   data directory with another database
 */
function assertNotRunning(configuration: Configuration): void {
  const { identity } = databaseOf(configuration);
  const { dataDir } = configuration.server;
  const running = findRunningInstances(dataDir);
  const onDatabase = running.find(({ database }) => database.identity === identity);
  if (onDatabase !== undefined)
    throw new CommandFailure(`${describeInstance(onDatabase)} uses this instance: stop it, then run the command again`);
  const onDataDir = running.find((instance) => usesDataDirectory(instance, dataDir));
  if (onDataDir === undefined) return;
  throw new CommandFailure(
    `${describeInstance(onDataDir)} uses the data directory ${dataDir} with another database: specify the data directory of the restored instance with --data-dir DIR`,
  );
}

/** Why the data directory may belong to another instance, whose files must not be replaced; otherwise undefined. */
async function reasonToKeepFiles(
  { server: { dataDir }, database }: Configuration,
  sql: Sql,
): Promise<string | undefined> {
  const options = instanceOptions();
  if (database.url === '') {
    return (await hasMigrations(sql))
      ? undefined
      : `no instance uses the embedded database of ${dataDir}, so the files may belong to an instance with another database`;
  }
  if (hasDatabase(dataDir)) return `${dataDir} contains the embedded database of an instance`;
  if (options.url !== undefined && options.dataDir === undefined)
    return `--url without --data-dir does not select the data directory, so ${dataDir} may belong to another instance`;
  return undefined;
}

/** The file of a backup, or a pipe such as standard input, which can be read only once. */
class BackupInput {
  readonly file: string;
  /** Whether the backup can be read several times. */
  readonly isRereadable: boolean;
  #passphrases: readonly string[];
  #isEncrypted = false;
  readonly #progress = new ProgressLine();

  constructor(file: string, passphrases: readonly string[]) {
    this.file = file;
    this.isRereadable = file !== '-' && statSync(file).isFile();
    this.#passphrases = passphrases;
  }

  get isEncrypted(): boolean {
    return this.#isEncrypted;
  }

  async check(): Promise<{ manifest: Manifest; summary: Summary }> {
    return await this.#read((archive) =>
      checkBackup(archive, (state) => this.#progress.update(formatProgress('checking', state))),
    );
  }

  async restore(configuration: Configuration): Promise<RestoredBackup> {
    const { dataDir } = configuration.server;
    return await this.#read(async (archive) => {
      createDataDirectory(dataDir);
      return await withUnmigratedDatabase(
        { configuration, log: createLog({ level: 'fatal' }) },
        async (sql, connection) => {
          await assertSuitableSettings(sql);
          return await restoreBackup({
            reasonToKeepFiles: await reasonToKeepFiles(configuration, sql),
            ...{ sql, connection, dataDir, contents: backupContents, archive },
            onProgress: (state) => this.#progress.update(formatProgress('restoring', state)),
          });
        },
      );
    });
  }

  async #read<Result>(work: (archive: ArchiveReader) => Promise<Result>): Promise<Result> {
    const archive = await this.#open();
    try {
      this.#isEncrypted = archive.header.key.kind === 'passphrase';
      return await work(archive);
    } catch (error) {
      throw translateDatabaseError(error);
    } finally {
      this.#progress.clear();
      await archive.close();
    }
  }

  async #open(): Promise<ArchiveReader> {
    try {
      return await ArchiveReader.open(this.#stream(), this.#passphrases);
    } catch (error) {
      const isPrompted =
        error instanceof PassphraseError && this.#passphrases.length === 0 && this.isRereadable && canPrompt();
      if (!isPrompted) throw error;
      this.#passphrases = [await prompt('Passphrase of the backup: ')];
      return await ArchiveReader.open(this.#stream(), this.#passphrases);
    }
  }

  #stream(): AsyncIterable<Buffer> {
    return this.file === '-' ? process.stdin : createReadStream(this.file, { highWaterMark: 1 << 20 });
  }
}

function report(
  backup: { manifest: Manifest; summary: Summary },
  options: {
    input: BackupInput;
    startedAtMs: number;
    more: readonly (readonly [string, number])[];
    json: boolean | undefined;
  },
): void {
  const { input, startedAtMs, more, json } = options;
  const facts = backupReport({ ...backup, isEncrypted: input.isEncrypted });
  const seconds = (performance.now() - startedAtMs) / 1000;
  if (json)
    printJson({ file: input.file, seconds, ...facts, ...('migrated' in backup ? { migrated: backup.migrated } : {}) });
  else printBackup(facts, [...more, ['seconds', seconds.toFixed(1)]]);
}
