import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Configuration, minPassphraseLength } from '../../platform/configuration/index.js';
import { CommandFailure } from '../failure.js';
import { readText } from '../input-file.js';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

/**
 * The passphrase of a new backup from the options or the settings, which read files in the same way; undefined if there
 * is none.
 * @throws {CommandFailure} if its file cannot be read, is empty or has several lines
 */
export function readPassphrase({ passphraseFile }: PassphraseOptions, { backup }: Configuration): string | undefined {
  if (passphraseFile === undefined) return backup.passphrase === '' ? undefined : backup.passphrase;
  const passphrase = readText(passphraseFile).trim();
  if (passphrase === '') throw new CommandFailure(`${passphraseFile} is empty: write the passphrase into it`);
  if (/[\r\n]/.test(passphrase))
    throw new CommandFailure(`${passphraseFile} has several lines: write only the passphrase into it`);
  return passphrase;
}

/**
 * The passphrases with which an existing backup may be encrypted, in the order to try them: `--passphrase-file` used
 * the first line with its spaces before 0.2.0, and the settings use the whole file.
 * @throws {CommandFailure} if the file cannot be read
 */
export function candidatePassphrases({ passphraseFile }: PassphraseOptions, configuration: Configuration): string[] {
  if (passphraseFile === undefined) return [readPassphrase({}, configuration)].filter((one) => one !== undefined);
  const text = readText(passphraseFile);
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const candidates = [...new Set([text.trim(), firstLine])].filter((candidate) => candidate !== '');
  if (candidates.length === 0) throw new CommandFailure(`${passphraseFile} is empty: write the passphrase into it`);
  return candidates;
}

/** Whether the user can be prompted. */
export function canPrompt(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Prompts for a new passphrase, twice.
 * @throws {CommandFailure} if the two entries differ
 */
export async function promptNewPassphrase(): Promise<string> {
  const passphrase = await prompt(`Passphrase of the backup (${minPassphraseLength} characters or more): `);
  if ((await prompt('Repeat the passphrase: ')) !== passphrase)
    throw new CommandFailure('the passphrases do not match: run the command again');
  return passphrase;
}

/** Prompts on standard error, without echo. */
export async function prompt(message: string): Promise<string> {
  process.stderr.write(message);
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silentOutput, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
