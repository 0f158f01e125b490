import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { runCommand } from '../support/command-line.js';
import { temporaryFolder } from '../support/running-server.js';
import { runHere } from './support/run-here.js';

const main = join(projectRoot, 'dist', 'command-line', 'main.js');
const folder = temporaryFolder();
const pathOf = (name: string) => join(folder.path, name);
const issueArgs = ['--customer', 'Acme', '--cap', '2', '--expires', '2099-01-01', '--out', pathOf('license.jws')];
const issue = (...args: string[]) =>
  runHere(['license', 'issue', '--private-key', pathOf('keys/license-private.pem'), ...issueArgs, ...args]);
const publicKey = ['--public-key', pathOf('keys/license-public.pem')];

beforeAll(async () => {
  expect(await runHere(['license', 'keypair', pathOf('keys')])).toMatchObject({ code: 0, errors: '' });
});
afterAll(() => folder.remove());

describe('a key pair', () => {
  test('is in PEM format, with the private key readable by its owner only', () => {
    expect(readFileSync(pathOf('keys/license-private.pem'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(readFileSync(pathOf('keys/license-public.pem'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(statSync(pathOf('keys/license-private.pem')).mode & 0o777).toBe(0o600);
  });

  test('never overwrites a file, not even partially', async () => {
    const keyBefore = readFileSync(pathOf('keys/license-private.pem'), 'utf8');
    const secondRun = await runHere(['license', 'keypair', pathOf('keys')]);
    expect(secondRun).toMatchObject({
      code: 1,
      errors: `rampart: ${pathOf('keys/license-private.pem')} exists: choose another directory\n`,
    });
    expect(readFileSync(pathOf('keys/license-private.pem'), 'utf8')).toBe(keyBefore);
    mkdirSync(pathOf('half'));
    writeFileSync(pathOf('half/license-public.pem'), '');
    expect((await runHere(['license', 'keypair', pathOf('half')])).code).toBe(1);
    expect(existsSync(pathOf('half/license-private.pem'))).toBe(false);
  });

  test('leaves no incomplete file if it cannot be written, so the command can be repeated', async () => {
    const directory = pathOf('full disk');
    // With this limit on the size of files, a write fails as on a full disk.
    const limited = ['-c', 'ulimit -f 0; exec "$@"', 'bash', process.execPath, main, 'license', 'keypair', directory];
    const failed = await runCommand(limited, { program: 'bash', environment: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('license-private.pem cannot be used') });
    expect(readdirSync(directory)).toEqual([]);
    expect((await runHere(['license', 'keypair', directory])).code).toBe(0);
  });

  test('is not created if its directory cannot be created, and the reason is explained', async () => {
    const rejected = await runHere(['license', 'keypair', '/proc/nowhere']);
    expect(rejected).toMatchObject({ code: 1, errors: 'rampart: /proc/nowhere cannot be used: it does not exist\n' });
  });

  test('is printed as JSON', async () => {
    const { code, output } = await runHere(['license', 'keypair', pathOf('more/keys'), '--json']);
    expect([code, JSON.parse(output)]).toEqual([
      0,
      { privateKey: pathOf('more/keys/license-private.pem'), publicKey: pathOf('more/keys/license-public.pem') },
    ]);
  });
});

describe('a license', () => {
  test('is issued, verified and shown', async () => {
    const issued = await issue();
    expect(issued).toMatchObject({ code: 0, errors: '' });
    const verified = await runHere(['license', 'verify', pathOf('license.jws'), ...publicKey]);
    expect(verified).toMatchObject({
      code: 0,
      output: `${pathOf('license.jws')}: the license is valid until 2099-01-01T00:00:00.000Z\n`,
    });
    const { output } = await runHere(['license', 'show', pathOf('license.jws'), ...publicKey, '--json']);
    const printedLicense = JSON.parse(output);
    expect(printedLicense).toMatchObject({
      customer: 'Acme',
      cap: 2,
      state: 'valid',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(issued.output).toContain(printedLicense.id);
    const table = await runHere(['license', 'show', pathOf('license.jws'), ...publicKey]);
    expect(table.output).toMatch(/^NAME +VALUE\nid +[0-9a-f-]{36}\ncustomer +Acme\ncap +2\n/);
  });

  test.each(['private', 'public'])('never overwrites a %s key', async (half) => {
    const file = pathOf(`keys/license-${half}.pem`);
    const keyBefore = readFileSync(file, 'utf8');
    expect(await issue('--out', file)).toEqual({
      code: 1,
      output: '',
      errors: `rampart: ${file} contains a key, which is not overwritten: specify another file with --out\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(keyBefore);
  });

  test('signed with another key, or truncated, is neither verified nor shown', async () => {
    await issue();
    await runHere(['license', 'keypair', pathOf('other')]);
    const license = readFileSync(pathOf('license.jws'), 'utf8');
    writeFileSync(pathOf('cut.jws'), license.slice(0, -1));
    for (const verb of ['verify', 'show']) {
      const other = await runHere([
        'license',
        verb,
        pathOf('license.jws'),
        '--public-key',
        pathOf('other/license-public.pem'),
      ]);
      expect(other).toMatchObject({
        code: 1,
        output: '',
        errors: expect.stringContaining('its signature is invalid'),
      });
      const cut = await runHere(['license', verb, pathOf('cut.jws'), ...publicKey]);
      expect(cut).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(/^rampart: .*cut\.jws: .*\n$/) });
    }
  });

  test('is shown, but not verified, before it becomes valid', async () => {
    await issue('--not-before', '2098-01-01');
    const verified = await runHere(['license', 'verify', pathOf('license.jws'), ...publicKey]);
    expect(verified).toMatchObject({
      code: 1,
      errors: `rampart: ${pathOf('license.jws')}: the license is not valid before 2098-01-01T00:00:00.000Z\n`,
    });
    const printedLicense = await runHere(['license', 'show', pathOf('license.jws'), ...publicKey, '--json']);
    expect(JSON.parse(printedLicense.output)).toMatchObject({ state: 'not_yet_valid' });
  });

  test.each([
    [['--cap', '-1'], 2, /an integer from 0/],
    [['--cap', '1.5'], 2, /an integer from 0/],
    [['--expires', 'tomorrow'], 2, /ISO 8601/],
    [['--expires', '2098-02-30'], 2, /ISO 8601/],
    [['--expires', '2001-01-01'], 1, /would already be expired/],
    [['--not-before', '2099-01-01'], 1, /expires before it becomes valid/],
    [['--customer', ''], 1, /customer must be a string/],
    [['--private-key', pathOf('keys/license-public.pem')], 1, /the private key is not an Ed25519 key/],
    [['--private-key', 'nowhere.pem'], 1, /nowhere.pem cannot be used: it does not exist/],
    [['--out', pathOf('keys')], 1, /keys cannot be used: it is a directory/],
    [['--out', '/proc/nowhere/license.jws'], 1, /^rampart: \/proc\/nowhere\/license.jws cannot be used/],
  ])('is not issued with %j', async (args, code, message) => {
    const result = await issue(...args);
    expect(result).toMatchObject({ code, output: '', errors: expect.stringMatching(message) });
    expect(result.errors.trim().split('\n')).toHaveLength(1);
  });
});

test('a license can have a grace period, entitlements and a signing key', async () => {
  expect(await runHere(['license', 'signing-key', pathOf('keys')])).toMatchObject({ code: 0, errors: '' });
  writeFileSync(pathOf('entitlements.json'), '{"modules":["a"]}');
  const args = ['--grace-days', '14', '--entitlements', pathOf('entitlements.json')];
  expect((await issue(...args, '--signing-key', pathOf('keys/signing-public.pem'))).code).toBe(0);
  const printedLicense = await runHere(['license', 'show', pathOf('license.jws'), ...publicKey, '--json']);
  expect(JSON.parse(printedLicense.output)).toMatchObject({
    ...{ graceDays: 14, entitlements: '{"modules":["a"]}', signingKey: expect.stringMatching(/^[\w-]{43}$/) },
  });
  writeFileSync(pathOf('list.json'), '[]');
  for (const [wrong, problem] of [
    [['--grace-days', '367'], 'It must be an integer from 0 to 366.'],
    [['--entitlements', pathOf('list.json')], `${pathOf('list.json')} must contain a JSON object`],
    [['--signing-key', pathOf('list.json')], `${pathOf('list.json')} is not an Ed25519 key in PEM format`],
  ] as const) {
    expect(await issue(...wrong)).toMatchObject({ code: expect.any(Number), errors: expect.stringContaining(problem) });
  }
});
