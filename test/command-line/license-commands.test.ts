import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../../command-line/program.js';
import { localRequest } from '../../platform/caller.js';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { createLicenseService, type LicenseService } from '../../subgraphs/licenses/index.js';
import { checkIn, fromController, guidOf } from '../licenses/support/license-world.js';
import { runCommand } from '../support/command-line.js';
import { createMigratedDatabase, openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const issueWords = ['--customer', 'Acme', '--cap', '2', '--expires', '2099-01-01', '--out', at('license.jws')];
const issue = (...words: string[]) =>
  runHere(['license', 'issue', '--private-key', at('keys/license-private.pem'), ...issueWords, ...words]);
const publicKey = ['--public-key', at('keys/license-public.pem')];

/**
 * Runs a command in this process, because it requires neither settings nor a database, and starting a process takes
 * longer.
 */
async function runHere(words: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
  const written = { output: '', errors: '' };
  const take = (name: keyof typeof written) => (text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('output')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('errors')),
  ];
  try {
    const code = await runCommandLine(words);
    return { code, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

beforeAll(async () => {
  expect(await runHere(['license', 'keypair', at('keys')])).toMatchObject({ code: 0, errors: '' });
});
afterAll(() => folder.remove());

describe('a key pair', () => {
  test('is in PEM format, with the private key readable for its owner only', () => {
    expect(readFileSync(at('keys/license-private.pem'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(readFileSync(at('keys/license-public.pem'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(statSync(at('keys/license-private.pem')).mode & 0o777).toBe(0o600);
  });

  test('never overwrites a file, not even partially', async () => {
    const before = readFileSync(at('keys/license-private.pem'), 'utf8');
    const again = await runHere(['license', 'keypair', at('keys')]);
    expect(again).toMatchObject({
      code: 1,
      errors: `rampart: ${at('keys/license-private.pem')} exists: choose another directory\n`,
    });
    expect(readFileSync(at('keys/license-private.pem'), 'utf8')).toBe(before);
    mkdirSync(at('half'));
    writeFileSync(at('half/license-public.pem'), '');
    expect((await runHere(['license', 'keypair', at('half')])).code).toBe(1);
    expect(existsSync(at('half/license-private.pem'))).toBe(false);
  });

  test('is not created if its directory cannot be, with an explanation', async () => {
    const refused = await runHere(['license', 'keypair', '/proc/nowhere']);
    expect(refused).toMatchObject({ code: 1, errors: 'rampart: /proc/nowhere cannot be used: it does not exist\n' });
  });

  test('is printed as JSON', async () => {
    const { code, output } = await runHere(['license', 'keypair', at('more/keys'), '--json']);
    expect([code, JSON.parse(output)]).toEqual([
      0,
      { privateKey: at('more/keys/license-private.pem'), publicKey: at('more/keys/license-public.pem') },
    ]);
  });
});

describe('a license', () => {
  test('is issued, verified and shown', async () => {
    const issued = await issue();
    expect(issued).toMatchObject({ code: 0, errors: '' });
    const verified = await runHere(['license', 'verify', at('license.jws'), ...publicKey]);
    expect(verified).toMatchObject({
      code: 0,
      output: `${at('license.jws')}: the license is valid until 2099-01-01T00:00:00.000Z\n`,
    });
    const { output } = await runHere(['license', 'show', at('license.jws'), ...publicKey, '--json']);
    const shown = JSON.parse(output);
    expect(shown).toMatchObject({ customer: 'Acme', cap: 2, state: 'valid', expiresAt: '2099-01-01T00:00:00.000Z' });
    expect(issued.output).toContain(shown.id);
    const table = await runHere(['license', 'show', at('license.jws'), ...publicKey]);
    expect(table.output).toMatch(/^WHAT +VALUE\nid +[0-9a-f-]{36}\ncustomer +Acme\ncap +2\n/);
  });

  test.each(['private', 'public'])('never overwrites a %s key', async (half) => {
    const file = at(`keys/license-${half}.pem`);
    const before = readFileSync(file, 'utf8');
    expect(await issue('--out', file)).toEqual({
      code: 1,
      output: '',
      errors: `rampart: ${file} contains a key; choose another --out\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('signed with another key, or truncated, is neither verified nor shown', async () => {
    await issue();
    await runHere(['license', 'keypair', at('other')]);
    const text = readFileSync(at('license.jws'), 'utf8');
    writeFileSync(at('cut.jws'), text.slice(0, -1));
    for (const verb of ['verify', 'show']) {
      const other = await runHere(['license', verb, at('license.jws'), '--public-key', at('other/license-public.pem')]);
      expect(other).toMatchObject({
        code: 1,
        output: '',
        errors: expect.stringContaining('its signature is invalid'),
      });
      const cut = await runHere(['license', verb, at('cut.jws'), ...publicKey]);
      expect(cut).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(/^rampart: .*cut\.jws: .*\n$/) });
    }
  });

  test('is shown, but not verified, before it becomes valid', async () => {
    await issue('--not-before', '2098-01-01');
    const verified = await runHere(['license', 'verify', at('license.jws'), ...publicKey]);
    expect(verified).toMatchObject({
      code: 1,
      errors: `rampart: ${at('license.jws')}: the license is not valid before 2098-01-01T00:00:00.000Z\n`,
    });
    const shown = await runHere(['license', 'show', at('license.jws'), ...publicKey, '--json']);
    expect(JSON.parse(shown.output)).toMatchObject({ state: 'not_yet_valid' });
  });

  test.each([
    [['--cap', '-1'], 2, /an integer from 0/],
    [['--cap', '1.5'], 2, /an integer from 0/],
    [['--expires', 'tomorrow'], 2, /ISO 8601/],
    [['--expires', '2001-01-01'], 1, /would already be expired/],
    [['--not-before', '2099-01-01'], 1, /expires before it becomes valid/],
    [['--customer', ''], 1, /customer must be a string/],
    [['--private-key', at('keys/license-public.pem')], 1, /the private key is not an Ed25519 key/],
    [['--private-key', 'nowhere.pem'], 1, /nowhere.pem cannot be used: it does not exist/],
    [['--out', at('keys')], 1, /keys cannot be used: it is a directory/],
    [['--out', '/proc/nowhere/license.jws'], 1, /^rampart: \/proc\/nowhere\/license.jws cannot be used/],
  ])('is not issued with %j', async (words, code, message) => {
    const result = await issue(...words);
    expect(result).toMatchObject({ code, output: '', errors: expect.stringMatching(message) });
    expect(result.errors.trim().split('\n')).toHaveLength(1);
  });
});

test('a license can have a grace period, entitlements and a signing key', async () => {
  expect(await runHere(['license', 'signing-key', at('keys')])).toMatchObject({ code: 0, errors: '' });
  writeFileSync(at('entitlements.json'), '{"modules":["a"]}');
  const words = ['--grace-days', '14', '--entitlements', at('entitlements.json')];
  expect((await issue(...words, '--signing-key', at('keys/signing-public.pem'))).code).toBe(0);
  const shown = await runHere(['license', 'show', at('license.jws'), ...publicKey, '--json']);
  expect(JSON.parse(shown.output)).toMatchObject({
    ...{ graceDays: 14, entitlements: '{"modules":["a"]}', signingKey: expect.stringMatching(/^[\w-]{43}$/) },
  });
  writeFileSync(at('list.json'), '[]');
  for (const [wrong, problem] of [
    [['--grace-days', '367'], 'It must be an integer from 0 to 366.'],
    [['--entitlements', at('list.json')], `${at('list.json')} must be a JSON object`],
    [['--signing-key', at('list.json')], `${at('list.json')} is not an Ed25519 key in PEM format`],
  ] as const) {
    expect(await issue(...wrong)).toMatchObject({ code: expect.any(Number), errors: expect.stringContaining(problem) });
  }
});

describe('rampart controllers', () => {
  let opened: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    await issue();
    const files = {
      RAMPART_LICENSES_LICENSE_FILE: at('license.jws'),
      RAMPART_LICENSES_PUBLIC_KEY_FILE: at('keys/license-public.pem'),
      RAMPART_LICENSES_TIME_ZONE: 'UTC',
    };
    opened = await openTestDatabase();
    environment = { ...files, DATABASE_URL: opened.url };
    const service = createLicenseService({
      configuration: testConfiguration(environment),
      database: opened.database,
      clock: { now: () => Date.UTC(2098, 10, 21, 9, 0, 0) },
      log: silentLog,
    });
    await checkIn(service, { guid: guidOf(1), hostname: 'plc-1\u001b[31m' }, fromController('192.0.2.1'));
    await checkIn(service, { guid: guidOf(2), hostname: 'plc-2' }, fromController('2001:db8::2'));
  });
  afterAll(() => opened.close());

  test('lists controllers as JSON, and as a table without control characters', async () => {
    const { code, output } = await runCommand(['controllers', 'list'], { environment });
    expect(code).toBe(0);
    expect(output.split('\n')).toEqual([
      expect.stringMatching(
        /^GUID +REGISTERED +HOSTNAME +ADDRESS +LAST CONTACT +LEASE UNTIL +MACHINE FILE UNTIL +VERSION +DEPARTMENT +BLACKLISTED$/,
      ),
      expect.stringMatching(new RegExp(`^${guidOf(1)}  2098-11-21 09:00:00  plc-1 +192.0.2.1 .* 4.1.0 +- +no$`)),
      expect.stringMatching(new RegExp(`^${guidOf(2)}  2098-11-21 09:00:00  plc-2 +2001:db8::2 `)),
      '',
    ]);
    const listed = JSON.parse((await runCommand(['controllers', 'list', '--json'], { environment })).output);
    expect(listed.map(({ guid, ipAddr }: { guid: string; ipAddr: string }) => [guid, ipAddr])).toEqual([
      [guidOf(1), '192.0.2.1'],
      [guidOf(2), '2001:db8::2'],
    ]);
  });

  test('lists the warnings in force, with the hostnames of silent controllers', async () => {
    const service = createLicenseService({
      configuration: testConfiguration(environment),
      ...{ database: opened.database, log: silentLog, clock: { now: () => Date.UTC(2098, 11, 10) } },
    });
    await service.jobs.find(({ name }) => name === 'licenses.check-warnings')?.run({});
    const { code, output } = await runCommand(['controllers', 'warnings'], { environment });
    expect(code).toBe(0);
    const time = '2098-12-10T00:00:00.000Z';
    expect(
      output
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['KIND', 'SINCE', 'REACHED', 'SUBJECT', 'HOSTNAME'],
      ['license_expiring', time, '30 days', expect.any(String), '-'],
      ['seats_low', time, '95 %', '-', '-'],
      ['controller_silent', time, '-', guidOf(1), 'plc-1'],
      ['controller_silent', time, '-', guidOf(2), 'plc-2'],
    ]);
  });

  test('releases a controller once, and warns of its machine file', async () => {
    await opened.database.sql`insert into licenses.usage_change (at, guid, change, expires_at)
      values (0, ${guidOf(2)}, 'machine_file_issued', ${Date.UTC(2099, 0, 1) / 1000})`;
    const released = await runCommand(['controllers', 'release', guidOf(2)], { environment });
    expect(released).toMatchObject({
      code: 0,
      output: `released ${guidOf(2)} (plc-2)\n`,
      errors: expect.stringContaining('its machine file is valid until 2099-01-01T00:00:00.000Z;'),
    });
    await opened.database.sql`delete from licenses.usage_change where expires_at is not null`;
    const again = await runCommand(['controllers', 'release', guidOf(2)], { environment });
    expect(again).toMatchObject({
      code: 1,
      output: '',
      errors: `rampart: Controller ${guidOf(2)} is not registered\n`,
    });
    const listed = JSON.parse((await runCommand(['controllers', 'list', '--json'], { environment })).output);
    expect(listed).toHaveLength(1);
  });

  const serviceOn = ({ database }: Pick<TestDatabase, 'database'>, day = 21) =>
    createLicenseService({
      configuration: testConfiguration({
        ...environment,
        RAMPART_LICENSES_SIGNING_KEY_FILE: at('usage/signing-private.pem'),
      }),
      ...{ database, log: silentLog, clock: { now: () => Date.UTC(2098, 10, day, 9, 0, 0) } },
    });
  const append = async (service: LicenseService) =>
    await service.jobs.find(({ name }) => name === 'licenses.append-usage')?.run({});
  const verify = (...options: string[]) => {
    const head = ['--head', at('head.json'), '--public-key', at('usage/signing-public.pem')];
    return runHere(['usage', 'verify', at('log'), ...head, ...options]);
  };

  test('writes the log, the check-ins of a day and the signed head, and verifies them offline', async () => {
    await runHere(['license', 'signing-key', at('usage')]);
    await append(serviceOn(opened, 22));
    const signing = { ...environment, RAMPART_LICENSES_SIGNING_KEY_FILE: at('usage/signing-private.pem') };
    const head = await runCommand(['usage', 'head', '--out', at('head.json'), '--json'], { environment: signing });
    expect(JSON.parse(head.output)).toMatchObject({ size: 4 });
    expect(await runCommand(['usage', 'export', at('log')], { environment })).toMatchObject({
      ...{ code: 0, output: `wrote ${at('log')}: 4 entries\n` },
    });
    const misplaced = await runCommand(['usage', 'export', at('absent/log')], { environment });
    expect(misplaced).toMatchObject({ code: 1, errors: expect.stringContaining('cannot be written: ') });
    expect(await verify()).toMatchObject({ code: 0, output: `${at('log')} begins with the 4 entries of the head\n` });
    const checkIns = async (day: string) =>
      await runCommand(['usage', 'check-ins', day, at('check-ins')], { environment });
    expect(await checkIns('2098-11-21')).toMatchObject({ output: `wrote ${at('check-ins')}: 2 controllers\n` });
    expect((await checkIns('2098-11-22')).errors).toContain('The log has no check-ins of 2098-11-22');
    const ofDay = ['--check-ins', at('check-ins')] as const;
    expect((await verify(...ofDay)).output).toContain(`${at('check-ins')} has the check-ins of 2098-11-21\n`);
    writeFileSync(at('check-ins'), `{"guid":"${guidOf(1)}","checkIns":1}\n`);
    expect((await verify(...ofDay)).errors).toContain('none of the 4 entries of the head has these check-ins');
    const lines = readFileSync(at('log'), 'utf8');
    writeFileSync(at('log'), lines.replace('registered', 'Registered'));
    expect((await verify()).errors).toContain('it was changed or rewound');
    const text = readFileSync(at('head.json'), 'utf8');
    writeFileSync(at('head.json'), text.replace('4', '3'));
    expect((await verify()).errors).toContain('its signature is invalid');
  });

  test('shows from a signed head that a backup from before it was restored', async () => {
    const instance = (url: string, name: string) => ['--url', url, '--data-dir', at(name)];
    const backup = ['backup', at('backup'), '--without-secrets', ...instance(opened.url, 'present')];
    expect(await runCommand(backup)).toMatchObject({ code: 0, errors: expect.any(String) });
    const present = serviceOn(opened);
    await checkIn(present, { guid: guidOf(3) });
    await append(present);
    const { head, text, signature } = await present.signedUsageHead(localRequest);
    writeFileSync(at('head.json'), text);
    writeFileSync(at('head.json.sig'), signature);

    const { url, drop } = await createMigratedDatabase();
    onTestFinished(drop);
    expect(await runCommand(['restore', at('backup'), ...instance(url, 'restored')])).toMatchObject({ code: 0 });
    const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log: silentLog });
    onTestFinished(() => database.close());
    const restored = serviceOn({ database });
    const exportLog = async () =>
      writeFileSync(at('log'), (await restored.usageEntries(localRequest, 0)).map((line) => `${line}\n`).join(''));
    await exportLog();
    expect((await verify()).errors).toContain(`has ${head.size - 1} entries, but the head has ${head.size}`);
    // The restored instance continues with another history of the same length.
    await checkIn(restored, { guid: guidOf(4) });
    await append(restored);
    await exportLog();
    expect((await verify()).errors).toContain('it was changed or rewound');
    const { firstRoot } = await restored.proveConsistency(localRequest, { first: head.size });
    expect(firstRoot).not.toBe(head.root);
  });
});
