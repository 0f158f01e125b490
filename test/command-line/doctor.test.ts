import { once } from 'node:events';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checks } from '../../command-line/doctor/run-checks.js';
import { type CommandResult, runCommand, startCommand } from '../support/command-line.js';
import { databaseSettingsForTest } from '../support/index.js';
import { temporaryFolder, untilReady } from '../support/running-server.js';

function folderForTest(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

interface Report {
  checks: { check: string; status: string; message: string; action?: string }[];
  counts: Record<string, number>;
}

function reportIn({ output }: CommandResult): { report: Report; of: (check: string) => Report['checks'][number] } {
  const report: Report = JSON.parse(output);
  return {
    report,
    of: (check) => report.checks.find((candidate) => candidate.check === check) ?? { check, status: '', message: '' },
  };
}

const freePorts = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };

test('doctor reports no problem in an empty directory, and does not change it', async () => {
  const workingDirectory = folderForTest();
  const examined = await runCommand(['doctor'], { workingDirectory, environment: freePorts });
  expect(examined).toMatchObject({ code: 0, errors: '' });
  expect(examined.output).toMatch(/^STATUS +CHECK +MESSAGE\nok +settings +no settings file/);
  expect(examined.output).toMatch(/\nskipped +database +no embedded database yet/);
  expect(examined.output).toMatch(/\n\d+ ok, 0 warnings, 0 failed, \d+ skipped\n$/);
  expect(readdirSync(workingDirectory)).toEqual([]);
});

test('doctor checks the running server of the directory with its ports and settings', async () => {
  const workingDirectory = folderForTest();
  const data = folderForTest();
  const settings = join(data, 'server.ini');
  const { DATABASE_URL: url } = await databaseSettingsForTest();
  writeFileSync(settings, `[server]\ndata_dir=${data}\n[database]\nurl="${url}"\n`, { mode: 0o600 });
  // A separate directory of records, because doctor also reports servers of other directories.
  const records = { TMPDIR: folderForTest() };
  const environment = { ...freePorts, ...records, RAMPART_CONFIG: settings };
  const server = startCommand(['serve'], { environment, workingDirectory });
  onTestFinished(async () => {
    server.process.kill('SIGTERM');
    await server.result;
  });
  const { rest = '', licenses = '' } = await untilReady(server);
  const ports = { ...records, RAMPART_SERVER_PORT: new URL(rest).port, RAMPART_LICENSES_PORT: new URL(licenses).port };
  const examined = await runCommand(['doctor', '--json'], { workingDirectory, environment: ports });
  expect(examined).toMatchObject({ code: 0, errors: '' });
  const { report, of } = reportIn(examined);
  expect(report.checks.map(({ check }) => check)).toEqual(checks.map(({ name }) => name));
  expect(of('settings').message).toContain(settings);
  expect(of('instance').message).toMatch(/^postgres:.*, running as process \d+$/);
  expect(of('main port').message).toMatch(/in use by this instance \(process \d+\)$/);
  expect(of('licenses port').message).toMatch(/in use by this instance/);
  for (const name of ['database', 'migrations', 'clock', 'certificate']) expect(of(name).status).toBe('ok');
  expect(examined.output).not.toContain(new URL(url).password);

  const other = await runCommand(['doctor', '--json', '--data-dir', folderForTest()], { environment: ports });
  expect(other.code).toBe(1);
  expect(reportIn(other).of('main port')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/in use by the running server \(process \d+, postgres:/),
  });
  expect(other.output).not.toContain(new URL(url).password);
});

test('doctor reports all invalid settings at once', async () => {
  const workingDirectory = folderForTest();
  writeFileSync(join(workingDirectory, 'rampart.ini'), '[server]\nprot=1\nport=http\n');
  const environment = { RAMPART_NONSENSE: '1', DATABASE_URL: 'mysql://ada:s3cret@x/y' };
  const examined = await runCommand(['doctor', '--json'], { workingDirectory, environment });
  expect(examined).toMatchObject({ code: 1, errors: '' });
  const failed = reportIn(examined).report.checks.filter(({ status }) => status === 'failed');
  expect(failed.map(({ check }) => check)).toEqual(Array(4).fill('settings'));
  expect(failed.map(({ message }) => message).join('\n')).toMatch(
    /prot in.*RAMPART_NONSENSE.*port must.*DATABASE_URL must/s,
  );
  expect(failed.every(({ action }) => action !== undefined)).toBe(true);
  expect(examined.output).not.toContain('s3cret');
});

test('doctor exits 0 with warnings only', async () => {
  const dataDirectory = folderForTest();
  chmodSync(dataDirectory, 0o777);
  const examined = await runCommand(['doctor', '--data-dir', dataDirectory], { environment: freePorts });
  expect(examined.code).toBe(0);
  expect(examined.output).toMatch(/\nwarning +data directory +.* all users\n +→ chmod o-w/);
  expect(examined.output).toMatch(/, 1 warning, 0 failed,/);
});

test('doctor does not wait for an unresponsive server', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  await once(silent, 'listening');
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.
  const environment = {
    ...freePorts,
    DATABASE_URL: `postgres://ada@${address}/x`,
    RAMPART_SERVER_DATA_DIR: folderForTest(),
    RAMPART_MAIL_SMTP_URL: `smtp://${address}`,
    RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `http://${address}/`,
    ...{ RAMPART_DRIVE_AUTH_URL: `http://${address}`, RAMPART_DRIVE_GRAPH_URL: `http://${address}` },
    ...{ RAMPART_DRIVE_TENANT_ID: 't', RAMPART_DRIVE_CLIENT_ID: 'c', RAMPART_DRIVE_CLIENT_SECRET: 's3cret' },
    ...{ RAMPART_DRIVE_SITE_HOSTNAME: 'x.example', RAMPART_DRIVE_SITE_PATH: 'x' },
  };
  const started = performance.now();
  const examined = await runCommand(['doctor', '--json', '--timeout', '0.5'], { environment });
  expect(performance.now() - started).toBeLessThan(60_000);
  expect(examined.code).toBe(1);
  const { of } = reportIn(examined);
  for (const name of ['database', 'mail', 'document site']) expect(of(name).status).toBe('failed');
  expect(of('RDAP bootstrap').status).toMatch(/^(warning|failed)$/);
  expect(of('migrations').status).toMatch(/^(skipped|failed)$/);
  expect(examined.output).not.toContain('s3cret');
});
