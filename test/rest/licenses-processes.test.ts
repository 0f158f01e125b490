import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { sendTls } from '../gateway/support/tls-request.js';
import { LicenseFolder } from '../licenses/support/license-world.js';
import { databaseSettingsForTest, openDatabaseForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { checkPath, guidOf, listPath, report, writeDefaultFiles } from './support/licenses-server.js';

/** Several `rampart serve` processes: concurrent check-ins never exceed the seats of the license. */

const cap = 20;
const guids = Array.from({ length: 2 * cap }, (_, number) => guidOf(number));

interface Process {
  readonly server: RunningServer;
  /** PEM of its certificate; undefined without TLS. */
  readonly trusted: string | undefined;
}

async function createFiles({ cap }: { cap: number }): Promise<LicenseFolder> {
  const folder = new LicenseFolder();
  onTestFinished(() => folder.remove());
  await writeDefaultFiles(folder);
  const issuedAt = new Date(Date.now() - 60_000);
  await folder.license({ cap, issuedAt, expiresAt: new Date(Date.now() + 3_600_000) });
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
  const isSecure = server.addresses.licenses?.startsWith('https:') === true;
  const certificate = join(dataDir, 'licenses-certificate.pem');
  return { server, trusted: isSecure ? readFileSync(certificate, 'utf8') : undefined };
}

async function check({ server, trusted }: Process, guid: string): Promise<string> {
  const { status, body } = await sendTls(`${server.addresses.licenses}${checkPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report({ guid, hostname: `host-${guid}` })),
    ...(trusted !== undefined && { trusted }),
  });
  return `${status} ${JSON.parse(body).message}`;
}

async function registeredAt({ server, trusted }: Process): Promise<string[]> {
  const { body } = await sendTls(`${server.addresses.licenses}${listPath}`, trusted === undefined ? {} : { trusted });
  const { active_controllers: listed }: { active_controllers: { guid: string }[] } = JSON.parse(body);
  return listed.map(({ guid }) => guid).sort();
}

/** Checks in these controllers concurrently, each with all of the processes. */
async function checkAllAtOnce(
  processes: readonly Process[],
  checked: readonly string[],
): Promise<[guid: string, response: string][]> {
  const sent = checked.flatMap((guid) => processes.map((process) => ({ guid, process })));
  return await Promise.all(
    sent.map(async ({ guid, process }): Promise<[string, string]> => [guid, await check(process, guid)]),
  );
}

/** Expects that each seat has one GUID, with equal responses for both check-ins, and that the others are rejected. */
async function expectExactly(processes: readonly [Process, ...Process[]]): Promise<void> {
  const responses = await checkAllAtOnce(processes, guids);
  const registered = await registeredAt(processes[0]);
  const seated = new Set(registered);
  expect([registered.length, seated.size]).toEqual([cap, cap]);
  expect(responses).toEqual(
    responses.map(([guid]) => [guid, seated.has(guid) ? '200 Valid License' : '403 No devices available']),
  );
  for (const process of processes) expect(await registeredAt(process)).toEqual(registered);
}

const daySeconds = 86_400;

/**
 * Moves the end of each lease: into the past, into the time of the next requests, or an hour ahead. Returns the
 * controllers of the last kind.
 */
async function moveLeases({ sql }: Database, round: number): Promise<string[]> {
  const moved = await sql<{ guid: string; left: number }[]>`
    with chosen as (
      select guid, abs(hashtext(guid::text || ${round}::text)) as hash from licenses.controller
    ), ends as (
      select guid, (array[-0.001, (hash / 3 % 500) / 1000.0, 3600])[1 + hash % 3] as seconds_left from chosen
    )
    update licenses.controller set last_contact = extract(epoch from clock_timestamp()) - ${daySeconds} + seconds_left
    from ends where controller.guid = ends.guid returning controller.guid::text, seconds_left::float8 as left`;
  return moved.filter(({ left }) => left === 3600).map(({ guid }) => guid);
}

/** The registrations and removals in the order of their transactions, which lock the seats. */
async function readSeatChanges({
  sql,
}: Database): Promise<{ guid: string; change: string; silentFor: number | null }[]> {
  return [
    ...(await sql<{ guid: string; change: string; silentFor: number | null }[]>`
      with change as (
        select 0 as part, position as id, entry::jsonb ->> 'guid' as guid, entry::jsonb ->> 'change' as change, null::float8 as at
          from licenses.usage_entry
        union all select 1, id, guid::text, change, at from licenses.usage_change
      ), freed as (
        select data ->> 'guid' as guid, (data ->> 'lastContact')::float8 as last_contact,
          row_number() over (partition by data ->> 'guid' order by id) as number
        from platform.event where type = 'freed-seats'
      ), numbered as (
        select *, row_number() over (partition by guid, change order by part, id) as number from change
      )
      select numbered.guid, change, at - last_contact as "silentFor"
      from numbered left join freed using (guid, number)
      order by part, id`),
  ];
}

describe('two server processes on one PostgreSQL', () => {
  test('assign 20 seats to 40 concurrent controllers over HTTP and HTTPS, even at the moment when leases expire', async () => {
    const { database, url } = await openDatabaseForTest();
    const folder = await createFiles({ cap });
    const environment = { DATABASE_URL: url, RAMPART_LICENSES_LEASE_DAYS: '1' };
    const processes = await Promise.all([
      startProcess(folder, { ...environment, RAMPART_LICENSES_TLS: 'off' }),
      startProcess(folder, environment),
    ] as const);
    const schemes = processes.map(({ server }) => new URL(server.addresses.licenses ?? '').protocol);
    expect(schemes).toEqual(['http:', 'https:']);
    await expectExactly(processes);

    for (let round = 0; round < 2; round++) {
      const holders = new Set(await registeredAt(processes[0]));
      const newcomers = guids.filter((guid) => !holders.has(guid));
      const certain = await moveLeases(database, round);
      const responses = await checkAllAtOnce(processes, [...newcomers, ...holders]);
      const served = new Set(
        responses.filter(([, response]) => response === '200 Valid License').map(([guid]) => guid),
      );
      const others = responses.filter(([guid]) => !served.has(guid)).map(([, response]) => response);
      expect(new Set(others)).toEqual(new Set(['403 No devices available']));
      // A controller that was served keeps its seat, and every free seat was assigned.
      expect(await registeredAt(processes[1])).toEqual([...served].sort());
      expect(served.size).toBe(cap);
      expect(responses.filter(([guid, response]) => certain.includes(guid) && !response.startsWith('200'))).toEqual([]);
      expect([...served].some((guid) => newcomers.includes(guid))).toBe(true);
    }

    const occupied = new Set<string>();
    for (const { guid, change, silentFor } of await readSeatChanges(database)) {
      const isRegistration = change === 'registered';
      expect([guid, change, occupied.has(guid)]).toEqual([guid, change, !isRegistration]);
      if (isRegistration) occupied.add(guid);
      else occupied.delete(guid);
      expect(occupied.size).toBeLessThanOrEqual(cap);
      // Clocks of processes and database are read at different moments of one transaction.
      if (!isRegistration && silentFor !== null) expect(silentFor).toBeGreaterThan(daySeconds - 0.01);
    }
    expect([...occupied].sort()).toEqual(await registeredAt(processes[0]));
    expect(await database.sql`select used from licenses.seats`).toEqual([{ used: cap }]);
  });
});

test('the command serve fails with invalid certificate files, and names the invalid file', async () => {
  const folder = await createFiles({ cap: 1 });
  const paths = [folder.path('public.pem'), folder.path('license.jws')].join(',');
  const environment = { ...(await databaseSettingsForTest()), RAMPART_LICENSES_TLS: paths };
  const message = String(await startProcess(folder, environment).catch((error: Error) => error.message));
  expect(message).toMatch(/^serve ended with 1: /);
  // Log lines about read files can precede or follow it.
  const problem = `rampart: [licenses] tls: ${folder.path('public.pem')} contains no PEM certificate`;
  expect(message.replace(/^serve ended with 1: /, '').split('\n')).toContain(problem);
});
