import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Configuration, minPassphraseLength } from '../../platform/configuration/index.js';
import { CommandFailure } from '../failure.js';
import { readText } from '../input-file.js';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

/**
 * The passphrase from the options or the settings; undefined if there is none.
 * @throws {CommandFailure} if its file cannot be read, or is empty
 */
export function readPassphrase({ passphraseFile }: PassphraseOptions, { backup }: Configuration): string | undefined {
  if (passphraseFile === undefined) return backup.passphrase === '' ? undefined : backup.passphrase;
  const [passphrase = ''] = readText(passphraseFile).split(/\r?\n/, 1);
  if (passphrase === '') {
    throw new CommandFailure(`the first line of ${passphraseFile} is empty: write the passphrase into this line`);
  }
  return passphrase;
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
