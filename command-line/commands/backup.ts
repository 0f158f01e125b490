import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { type CompletedBackup, createBackup, SnapshotLostError } from '../../platform/backup/index.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { translateDatabaseError, withUnmigratedDatabase } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { backupContents } from '../backup/contents.js';
import { type BackupOutput, isStream, openOutput } from '../backup/output-file.js';
import { canPrompt, type PassphraseOptions, promptNewPassphrase, readPassphrase } from '../backup/passphrase.js';
import { backupReport, formatProgress, printBackup } from '../backup/report.js';
import { CommandFailure } from '../failure.js';
import { resolveInstance } from '../instance/index.js';
import { ProgressLine, printJson } from '../output.js';

interface BackupCommandOptions extends PassphraseOptions {
  readonly withoutSecrets?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addBackupCommand(command: Command): void {
  command
    .argument('<file>', 'file to write; - for standard output')
    .option(
      '--passphrase-file <file>',
      'read the passphrase from this file; default: [backup] passphrase or, for a backup with secrets, a prompt',
    )
    .option('--without-secrets', 'exclude secrets, such as the administrator token, passwords and private keys')
    .option('--force', 'overwrite an existing file')
    .option(
      '--json',
      'print the properties of the backup as JSON; on standard error if the backup is written to standard output, a pipe or a device',
    )
    .action(backup);
}

/**
 * Maximum number of attempts to write a backup to a file. An attempt fails if a table is dropped or rewritten during
 * it.
 */
const maxAttempts = 3;

async function backup(file: string, options: BackupCommandOptions): Promise<void> {
  const { configuration, note } = resolveInstance('read');
  if (note !== undefined) process.stderr.write(`rampart: ${note}\n`);
  const passphrase = await passphraseFor(options, configuration);
  const startedAtMs = performance.now();
  // A pipe may be removed as soon as it is complete.
  const isDirect = isStream(file);
  const output = await openOutput({ file, force: options.force });
  const created = await write({ output, configuration, passphrase, withSecrets: !options.withoutSecrets });
  const facts = backupReport({ ...created, isEncrypted: passphrase !== undefined });
  const seconds = (performance.now() - startedAtMs) / 1000;
  if (isDirect) {
    if (options.json) process.stderr.write(`${JSON.stringify({ seconds, ...facts })}\n`);
    return;
  }
  const bytes = statSync(file).size;
  if (options.json) printJson({ file, bytes, seconds, ...facts });
  else
    printBackup(facts, [
      ['file', file],
      ['bytes', bytes],
      ['seconds', seconds.toFixed(1)],
    ]);
}

async function passphraseFor(options: BackupCommandOptions, configuration: Configuration): Promise<string | undefined> {
  const passphrase = readPassphrase(options, configuration);
  if (passphrase !== undefined || options.withoutSecrets) return passphrase;
  if (canPrompt()) return await promptNewPassphrase();
  throw new CommandFailure(
    'a backup with secrets requires a passphrase: pass --passphrase-file FILE, or --without-secrets to omit secrets',
  );
}

async function write(options: {
  output: BackupOutput;
  configuration: Configuration;
  passphrase: string | undefined;
  withSecrets: boolean;
}): Promise<CompletedBackup> {
  const { output, configuration, passphrase, withSecrets } = options;
  const progress = new ProgressLine();
  const attempt = (): Promise<CompletedBackup> =>
    withUnmigratedDatabase({ configuration, log: createLog({ level: 'fatal' }) }, (sql) =>
      createBackup({
        ...{ sql, dataDir: configuration.server.dataDir, contents: backupContents, sink: output.sink },
        ...{ passphrase, withSecrets, onProgress: (state) => progress.update(formatProgress('reading', state)) },
      }),
    );
  try {
    const created = await retryBackup(attempt, output);
    await output.commit();
    return created;
  } catch (error) {
    await output.discard();
    throw translateDatabaseError(error);
  } finally {
    progress.clear();
  }
}

async function retryBackup(attempt: () => Promise<CompletedBackup>, output: BackupOutput): Promise<CompletedBackup> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SnapshotLostError) || attemptNumber === maxAttempts || !(await output.restart()))
        throw error;
    }
  }
}
