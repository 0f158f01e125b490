import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../platform/clock.js';
import { countOf } from '../../platform/count-of.js';
import { createFolder } from '../../platform/create-folder.js';
import { isObject } from '../../platform/is-object.js';
import { parseJson } from '../../platform/parse-json.js';
import { createFile, replaceFile } from '../../platform/write-file.js';
import { createLicenseKeys, issueLicense, verifyLicenseAt } from '../../subgraphs/licenses/service.js';
import { CommandFailure, errorLine, usingFile } from '../failure.js';
import { integerBetween } from '../number-options.js';
import { printJson, printNamedValues } from '../output.js';
import { parseTime } from '../parse-time.js';

type ReadLicense = Awaited<ReturnType<typeof verifyLicenseAt>>;

export function addLicenseCommands(license: Command): void {
  addKeyCommand(license.command('keypair'), 'license').description(
    'Create a key pair that signs licenses. Keep the private key where licenses are issued; servers need only the public key.',
  );
  addKeyCommand(license.command('signing-key'), 'signing').description(
    'Create a key pair that signs responses and machine files. Set [licenses] signing_key_file to the private key file.',
  );
  addIssueCommand(license.command('issue'));
  const withLicense = (name: string) =>
    license
      .command(name)
      .argument('<file>', 'signed license file')
      .requiredOption('--public-key <file>', 'public key (PEM) that verifies the signature')
      .option('--json', 'print JSON');
  withLicense('verify').description('Verify the signature and the validity period of a license.').action(verify);
  withLicense('show')
    .description('Print the contents of a license, even if it has expired. Its signature must be valid.')
    .action(show);
}

function addKeyCommand(command: Command, name: 'license' | 'signing'): Command {
  return command
    .argument(
      '<directory>',
      `directory for ${name}-private.pem and ${name}-public.pem; existing files are not overwritten`,
    )
    .option('--json', 'print JSON')
    .action((directory: string, options: { json?: boolean }) => makeKeyPair(directory, options, name));
}

function addIssueCommand(command: Command): void {
  command
    .description('Issue a signed license.')
    .requiredOption('--private-key <file>', 'private key (PEM) that signs the license')
    .requiredOption('--customer <name>', 'name of the customer')
    .requiredOption('--cap <number>', 'maximum number of registered controllers', integerBetween(0, 2 ** 31 - 1))
    .requiredOption('--expires <time>', 'end of validity, ISO 8601', parseTime)
    .option('--not-before <time>', 'start of validity, ISO 8601; default: now', parseTime)
    .option(
      '--grace-days <number>',
      'grace period: days after the expiration during which controllers are still served; default: 0',
      integerBetween(0, 366),
    )
    .option(
      '--entitlements <file>',
      'JSON file with the entitlements: an object that controllers receive on request and in machine files; default: {}',
    )
    .option(
      '--signing-key <file>',
      'public key (PEM) with which controllers verify the responses and machine files of the installation',
    )
    .requiredOption('--out <file>', 'file to write; a server that uses this file reloads it immediately')
    .option('--json', 'print JSON')
    .action(issue);
}

async function makeKeyPair(directory: string, options: { json?: boolean }, name: 'license' | 'signing'): Promise<void> {
  const { privateKey, publicKey } = await createLicenseKeys();
  usingFile(directory, () => createFolder(directory));
  const files = {
    privateKey: join(directory, `${name}-private.pem`),
    publicKey: join(directory, `${name}-public.pem`),
  };
  writeNewFile(files.privateKey, privateKey, 0o600);
  try {
    writeNewFile(files.publicKey, publicKey, 0o644);
  } catch (error) {
    rmSync(files.privateKey); // The private key was created above, and is useless without the public key.
    throw error;
  }
  if (options.json) printJson(files);
  else process.stdout.write(`wrote ${files.privateKey} and ${files.publicKey}\n`);
}

interface IssueOptions {
  privateKey: string;
  customer: string;
  cap: number;
  expires: Date;
  notBefore?: Date;
  graceDays?: number;
  entitlements?: string;
  signingKey?: string;
  out: string;
  json?: boolean;
}

async function issue(options: IssueOptions): Promise<void> {
  const { customer, cap, expires, notBefore, out } = options;
  const privateKey = readText(options.privateKey);
  const issuedAt = new Date(systemClock.now());
  if (expires <= issuedAt) {
    throw new CommandFailure(
      `the license would already be expired: ${expires.toISOString()} is in the past; specify a later --expires`,
    );
  }
  const { license, text } = await issueLicense({
    ...{ customer, cap, issuedAt, notBefore, expiresAt: expires, privateKey, graceDays: options.graceDays },
    entitlements: options.entitlements === undefined ? undefined : readObject(options.entitlements),
    signingKey: options.signingKey === undefined ? undefined : readSigningKey(options.signingKey),
  });
  writeLicense(out, text);
  if (options.json) printJson({ file: out, ...licenseFields({ license, state: 'valid' }), state: undefined });
  else process.stdout.write(`wrote ${out}: license ${license.id} for ${countOf(cap, 'controller')}\n`);
}

async function verify(file: string, options: { publicKey: string; json?: boolean }): Promise<void> {
  const license = await readLicenseFile(file, options.publicKey);
  if (license.state === 'grace') {
    if (options.json) return printJson(licenseFields(license));
    process.stdout.write(
      `${file}: the license expired on ${licenseFields(license).expiresAt} and is in its grace period\n`,
    );
    return;
  }
  if (license.state !== 'valid') {
    const problem =
      license.state === 'expired'
        ? `expired on ${licenseFields(license).expiresAt}`
        : `is not valid before ${licenseFields(license).notBefore}`;
    throw new CommandFailure(`${file}: the license ${problem}`);
  }
  if (options.json) printJson(licenseFields(license));
  else process.stdout.write(`${file}: the license is valid until ${licenseFields(license).expiresAt}\n`);
}

async function show(file: string, options: { publicKey: string; json?: boolean }): Promise<void> {
  const terms = licenseFields(await readLicenseFile(file, options.publicKey));
  if (options.json) printJson(terms);
  else printNamedValues(Object.entries(terms));
}

async function readLicenseFile(file: string, publicKeyFile: string): Promise<ReadLicense> {
  const [text, publicKey] = [readText(file), readText(publicKeyFile)];
  return await verifyLicenseAt({ text, publicKey, now: systemClock.now() / 1000 }).catch((error: unknown) => {
    throw new CommandFailure(`${file}: ${errorLine(error)}`);
  });
}

function licenseFields({ license, state }: ReadLicense): Record<string, string | number> {
  const { id, customer, cap, issuedAt, notBefore, expiresAt, graceDays, entitlements, signingKey } = license;
  const times = { issuedAt, notBefore, expiresAt };
  return {
    ...{ id, customer, cap, state },
    ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, new Date(time * 1000).toISOString()])),
    ...(graceDays > 0 && { graceDays }),
    ...(Object.keys(entitlements).length > 0 && { entitlements: JSON.stringify(entitlements) }),
    ...(signingKey !== null && { signingKey: signingKey.x }),
  };
}

function readObject(file: string): Record<string, unknown> {
  const value = parseJson(readText(file));
  if (isObject(value)) return value;
  throw new CommandFailure(`${file} must contain a JSON object`);
}

/** Reads the public key from a PEM file with a public or private key. */
function readSigningKey(file: string) {
  const text = readText(file);
  try {
    const { kty, crv, x } = createPublicKey(text).export({ format: 'jwk' });
    if (kty === 'OKP' && crv === 'Ed25519' && x !== undefined) return { kty, crv, x } as const;
  } catch {
    // Reported below.
  }
  throw new CommandFailure(`${file} is not an Ed25519 key in PEM format: create one with rampart license signing-key`);
}

function readText(file: string): string {
  return usingFile(file, () => readFileSync(file, 'utf8'));
}

/**
 * Writes a key to a new file. Keys are never overwritten, because without the private key, no license that servers
 * accept can be issued.
 */
function writeNewFile(file: string, text: string, mode: number): void {
  const isCreated = usingFile(file, () => createFile(file, { text, mode }));
  if (!isCreated) throw new CommandFailure(`${file} exists: choose another directory`);
}

/** Replaces a license file atomically, so a server never reads an incomplete license. */
function writeLicense(file: string, text: string): void {
  if (existsSync(file) && isKey(readText(file)))
    throw new CommandFailure(`${file} contains a key, which is not overwritten: specify another file with --out`);
  usingFile(file, () => {
    createFolder(dirname(file));
    replaceFile(file, { text, mode: 0o644 });
  });
}

function isKey(text: string): boolean {
  return /^-----BEGIN [A-Z ]*KEY-----/m.test(text);
}
