import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendTls } from '../gateway/support/tls-request.js';
import { LicenseFolder } from '../licenses/support/license-world.js';
import { databaseSettingsForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { checkPath, guidOf, listPath, putInOrder, report } from './support/licenses-server.js';

/** Several `rampart serve` processes: concurrent check-ins never exceed the seats of the license. */

interface Process {
  readonly server: RunningServer;
  readonly dataDir: string;
}

async function files(): Promise<LicenseFolder> {
  const folder = new LicenseFolder();
  onTestFinished(() => folder.remove());
  await putInOrder(folder);
  const issuedAt = new Date(Date.now() - 60_000);
  await folder.license({ cap: 100, issuedAt, expiresAt: new Date(Date.now() + 3_600_000) });
  return folder;
}

async function startProcess(folder: LicenseFolder, environment: Record<string, string> = {}): Promise<Process> {
  const { path: dataDir, remove } = temporaryFolder();
  onTestFinished(remove);
  const server = await startServer({
    ...folder.settings(),
    ...{ RAMPART_LICENSES_RATE: '1000000/d', RAMPART_SERVER_DATA_DIR: dataDir },
    ...environment,
  });
  onTestFinished(async () => {
    server.command.process.kill('SIGTERM');
    await server.command.result;
  });
  return { server, dataDir };
}

function trustedBy({ dataDir }: Process): string {
  return readFileSync(join(dataDir, 'licenses-certificate.pem'), 'utf8');
}

async function check(process: Process, guid: string): Promise<string> {
  const { status, body } = await sendTls(`${process.server.addresses.licenses}${checkPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report({ guid, hostname: `host-${guid}` })),
    trusted: trustedBy(process),
  });
  return `${status} ${JSON.parse(body).message}`;
}

async function registeredAt(process: Process): Promise<string[]> {
  const { body } = await sendTls(`${process.server.addresses.licenses}${listPath}`, { trusted: trustedBy(process) });
  const { active_controllers: listed }: { active_controllers: { guid: string }[] } = JSON.parse(body);
  return listed.map(({ guid }) => guid).sort();
}

/** Checks in 200 controllers concurrently, each with two of the processes, or twice with a single one. */
async function checkAllAtOnce(processes: readonly [Process, ...Process[]]): Promise<[guid: string, answer: string][]> {
  const guids = Array.from({ length: 200 }, (_, number) => guidOf(number));
  const sent = guids.flatMap((guid) => [0, 1].map((turn) => [guid, processes[turn % processes.length]] as const));
  return await Promise.all(
    sent.map(async ([guid, process = processes[0]]): Promise<[string, string]> => [guid, await check(process, guid)]),
  );
}

/** Stops the processes and returns their logged warnings and errors. */
async function failuresOf(processes: readonly Process[]): Promise<string[]> {
  const logs = processes.map(async ({ server: { command } }) => {
    command.process.kill('SIGTERM');
    const { errors } = await command.result;
    return errors.split('\n').filter((line) => /^{"level":[45]0/.test(line));
  });
  return (await Promise.all(logs)).flat();
}

/** Expects exactly 100 GUIDs with one row each, equal responses for both check-ins of each, and the others rejected. */
async function expectExactlyOneHundred(processes: readonly [Process, ...Process[]]): Promise<void> {
  const answers = await checkAllAtOnce(processes);
  const registered = await registeredAt(processes[0]);
  expect(registered).toHaveLength(100);
  expect(new Set(registered).size).toBe(100);
  const seated = new Set(registered);
  const expected = answers.map(([guid]) => [guid, seated.has(guid) ? '200 Valid License' : '403 No devices available']);
  const isFailure = answers.some(([, answer]) => answer.startsWith('5'));
  if (isFailure) expect(await failuresOf(processes), 'what the servers logged').toEqual([]);
  expect(answers).toEqual(expected);
  for (const process of processes) expect(await registeredAt(process)).toEqual(registered);
}

describe('200 concurrent controllers for 100 seats, each sent twice', { timeout: 240_000 }, () => {
  test('to two server processes on one PostgreSQL', async () => {
    const environment = await databaseSettingsForTest();
    const folder = await files();
    const processes = [await startProcess(folder, environment), await startProcess(folder, environment)] as const;
    await expectExactlyOneHundred(processes);
  });

  test('to one process on the embedded database, which persists them during a restart', async () => {
    const folder = await files();
    const first = await startProcess(folder);
    await expectExactlyOneHundred([first]);
    const before = [await registeredAt(first), trustedBy(first)];
    first.server.command.process.kill('SIGTERM');
    expect((await first.server.command.result).code).toBe(0);
    const second = await startProcess(folder, { RAMPART_SERVER_DATA_DIR: first.dataDir });
    const again = { ...second, dataDir: first.dataDir };
    expect([await registeredAt(again), trustedBy(again)]).toEqual(before);
    expect(await check(again, guidOf(999))).toBe('403 No devices available');
  });
});

describe('serve with tls', { timeout: 120_000 }, () => {
  test('off serves HTTP', async () => {
    const { server } = await startProcess(await files(), {
      ...(await databaseSettingsForTest()),
      RAMPART_LICENSES_TLS: 'off',
    });
    expect(server.addresses.licenses).toMatch(/^http:/);
    expect((await fetch(`${server.addresses.licenses}${listPath}`)).status).toBe(200);
  });

  test('with invalid files fails to start, and names them', async () => {
    const folder = await files();
    const paths = [folder.path('public.pem'), folder.path('license.jws')].join(',');
    const environment = { ...(await databaseSettingsForTest()), RAMPART_LICENSES_TLS: paths };
    const started = startProcess(folder, environment).catch((error: Error) => error.message);
    const problem = `rampart: [licenses] tls: ${folder.path('public.pem')} contains no PEM certificate`;
    expect(await started).toMatch(/^serve ended with 1: /);
    // Log lines about read files can precede or follow it.
    expect(
      String(await started)
        .replace(/^serve ended with 1: /, '')
        .split('\n'),
    ).toContain(problem);
  });
});
