import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { createLicenseService, type LicenseService } from '../../subgraphs/licenses/index.js';
import { checkIn, fromController, guidOf } from '../licenses/support/license-world.js';
import { startCommand } from '../support/command-line.js';
import { createMigratedDatabase, openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { runHere } from './support/run-here.js';

const folder = temporaryFolder();
const pathOf = (name: string) => join(folder.path, name);
let opened: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  await runHere(['license', 'keypair', pathOf('keys')]);
  const terms = ['--customer', 'Acme', '--cap', '2', '--expires', '2099-01-01', '--out', pathOf('license.jws')];
  await runHere(['license', 'issue', '--private-key', pathOf('keys/license-private.pem'), ...terms]);
  const files = {
    RAMPART_LICENSES_LICENSE_FILE: pathOf('license.jws'),
    RAMPART_LICENSES_PUBLIC_KEY_FILE: pathOf('keys/license-public.pem'),
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
afterAll(async () => {
  await opened.close();
  folder.remove();
});

test('controllers are listed as JSON, and as a table without control characters', async () => {
  const { code, output } = await runHere(['controllers', 'list'], { environment });
  expect(code).toBe(0);
  expect(output.split('\n')).toEqual([
    expect.stringMatching(
      /^GUID +REGISTERED +HOSTNAME +ADDRESS +LAST CONTACT +LEASE EXPIRES +MACHINE FILE EXPIRES +VERSION +DEPARTMENT +BLACKLISTED$/,
    ),
    expect.stringMatching(new RegExp(`^${guidOf(1)}  2098-11-21 09:00:00  plc-1 +192.0.2.1 .* 4.1.0 +- +no$`)),
    expect.stringMatching(new RegExp(`^${guidOf(2)}  2098-11-21 09:00:00  plc-2 +2001:db8::2 `)),
    '',
  ]);
  const listed = JSON.parse((await runHere(['controllers', 'list', '--json'], { environment })).output);
  expect(listed.map(({ guid, ipAddr }: { guid: string; ipAddr: string }) => [guid, ipAddr])).toEqual([
    [guidOf(1), '192.0.2.1'],
    [guidOf(2), '2001:db8::2'],
  ]);
});

test('the active warnings are listed with the hostnames of silent controllers', async () => {
  const service = createLicenseService({
    configuration: testConfiguration(environment),
    ...{ database: opened.database, log: silentLog, clock: { now: () => Date.UTC(2098, 11, 10) } },
  });
  await service.jobs.find(({ name }) => name === 'licenses.check-warnings')?.run({});
  const { code, output } = await runHere(['controllers', 'warnings'], { environment });
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
    ['seats_low', time, '95%', '-', '-'],
    ['controller_silent', time, '-', guidOf(1), 'plc-1'],
    ['controller_silent', time, '-', guidOf(2), 'plc-2'],
  ]);
});

test('a controller is released once, with a warning about its machine file', async () => {
  await opened.database.sql`insert into licenses.usage_change (at, guid, change, expires_at)
    values (0, ${guidOf(2)}, 'machine_file_issued', ${Date.UTC(2099, 0, 1) / 1000})`;
  const released = await runHere(['controllers', 'release', guidOf(2)], { environment });
  expect(released).toMatchObject({
    code: 0,
    output: `released ${guidOf(2)} (plc-2)\n`,
    errors: expect.stringContaining(`the machine file of ${guidOf(2)} is valid until 2099-01-01T00:00:00.000Z;`),
  });
  await opened.database.sql`delete from licenses.usage_change where expires_at is not null`;
  const again = await runHere(['controllers', 'release', guidOf(2)], { environment });
  expect(again).toMatchObject({
    code: 1,
    output: '',
    errors: `rampart: Controller ${guidOf(2)} is not registered\n`,
  });
  const listed = JSON.parse((await runHere(['controllers', 'list', '--json'], { environment })).output);
  expect(listed).toHaveLength(1);
});

const serviceOn = ({ database }: Pick<TestDatabase, 'database'>, day = 21) =>
  createLicenseService({
    configuration: testConfiguration({
      ...environment,
      RAMPART_LICENSES_SIGNING_KEY_FILE: pathOf('usage/signing-private.pem'),
    }),
    ...{ database, log: silentLog, clock: { now: () => Date.UTC(2098, 10, day, 9, 0, 0) } },
  });
const append = async (service: LicenseService) =>
  await service.jobs.find(({ name }) => name === 'licenses.append-usage')?.run({});
const verify = (...options: string[]) => {
  const head = ['--head', pathOf('head.json'), '--public-key', pathOf('usage/signing-public.pem')];
  return runHere(['usage', 'verify', pathOf('log'), ...head, ...options]);
};

test('the usage log, the check-ins of a day and the signed tree head are written, and verified offline', async () => {
  await runHere(['license', 'signing-key', pathOf('usage')]);
  await append(serviceOn(opened, 22));
  const signing = { ...environment, RAMPART_LICENSES_SIGNING_KEY_FILE: pathOf('usage/signing-private.pem') };
  const head = await runHere(['usage', 'head', '--out', pathOf('head.json'), '--json'], { environment: signing });
  expect(JSON.parse(head.output)).toMatchObject({ size: 4 });
  expect(await runHere(['usage', 'export', pathOf('log')], { environment })).toMatchObject({
    ...{ code: 0, output: `wrote ${pathOf('log')}: 4 entries\n` },
  });
  const replaced = await runHere(['usage', 'export', pathOf('log')], { environment });
  expect(replaced).toMatchObject({ code: 1, errors: expect.stringMatching(/log exists: .*--force/) });
  const printed = await runHere(['usage', 'export', '-'], { environment });
  expect(printed.output).toBe(readFileSync(pathOf('log'), 'utf8'));
  const misplaced = await runHere(['usage', 'export', pathOf('absent/log')], { environment });
  expect(misplaced).toMatchObject({ code: 1, errors: expect.stringContaining('absent/log') });
  expect(await verify()).toMatchObject({
    code: 0,
    output: `${pathOf('log')} begins with the 4 entries of the tree head\n`,
  });
  const checkIns = async (day: string) =>
    await runHere(['usage', 'check-ins', day, pathOf('check-ins')], { environment });
  expect(await checkIns('2098-11-21')).toMatchObject({ output: `wrote ${pathOf('check-ins')}: 2 controllers\n` });
  expect((await checkIns('2098-11-22')).errors).toContain('The log contains no check-ins of 2098-11-22');
  const ofDay = ['--check-ins', pathOf('check-ins')] as const;
  expect((await verify(...ofDay)).output).toContain(`${pathOf('check-ins')} has the check-ins of 2098-11-21\n`);
  writeFileSync(pathOf('check-ins'), `{"guid":"${guidOf(1)}","checkIns":1}\n`);
  expect((await verify(...ofDay)).errors).toContain('none of the 4 entries of the tree head has these check-ins');
  const lines = readFileSync(pathOf('log'), 'utf8');
  writeFileSync(pathOf('log'), lines.replace('registered', 'Registered'));
  expect((await verify()).errors).toContain('its entries were changed, or the log was rolled back before the export');
  const storedHead = readFileSync(pathOf('head.json'), 'utf8');
  writeFileSync(pathOf('head.json'), storedHead.replace('4', '3'));
  expect((await verify()).errors).toContain('its signature is invalid');
});

test('the usage log is written with the default permissions or those of a replaced file, and to pipes and devices', async () => {
  const exportTo = async (file: string, ...options: string[]) =>
    await runHere(['usage', 'export', file, ...options], { environment });
  const modeOf = (name: string) => statSync(pathOf(name)).mode & 0o777;
  writeFileSync(pathOf('any'), '');
  expect(await exportTo(pathOf('exported'))).toMatchObject({ code: 0 });
  expect(modeOf('exported')).toBe(modeOf('any'));
  chmodSync(pathOf('exported'), 0o600);
  expect(await exportTo(pathOf('exported'), '--force')).toMatchObject({ code: 0 });
  expect(modeOf('exported')).toBe(0o600);

  execFileSync('mkfifo', [pathOf('pipe')]);
  const reader = startCommand([pathOf('pipe')], { program: 'cat' });
  onTestFinished(() => void reader.process.kill());
  expect(await exportTo(pathOf('pipe'))).toEqual({ code: 0, output: '', errors: '' });
  expect((await reader.result).output).toBe(readFileSync(pathOf('exported'), 'utf8'));
  expect(await exportTo('/dev/null')).toEqual({ code: 0, output: '', errors: '' });
  expect(await exportTo(folder.path, '--force')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not a regular file'),
  });
});

test('a signed tree head proves that an earlier backup was restored', async () => {
  const instanceArgs = (url: string, name: string) => ['--url', url, '--data-dir', pathOf(name)];
  const backup = ['backup', pathOf('backup'), '--without-secrets', ...instanceArgs(opened.url, 'present')];
  expect(await runHere(backup)).toMatchObject({ code: 0, errors: expect.any(String) });
  const present = serviceOn(opened);
  await checkIn(present, { guid: guidOf(3) });
  await append(present);
  const { head, text, signature } = await present.signedUsageHead(localRequest);
  writeFileSync(pathOf('head.json'), text);
  writeFileSync(pathOf('head.json.sig'), signature);

  const { url, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  expect(await runHere(['restore', pathOf('backup'), ...instanceArgs(url, 'restored')])).toMatchObject({ code: 0 });
  const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log: silentLog });
  onTestFinished(() => database.close());
  const restored = serviceOn({ database });
  const exportLog = async () =>
    writeFileSync(pathOf('log'), (await restored.usageEntries(localRequest, 0)).map((line) => `${line}\n`).join(''));
  await exportLog();
  expect((await verify()).errors).toContain(`has ${head.size - 1} entries, but the tree head has ${head.size}`);
  // The restored instance continues with another history of the same length.
  await checkIn(restored, { guid: guidOf(4) });
  await append(restored);
  await exportLog();
  expect((await verify()).errors).toContain('its entries were changed, or the log was rolled back before the export');
  const { firstRoot } = await restored.proveConsistency(localRequest, { first: head.size });
  expect(firstRoot).not.toBe(head.root);
});
