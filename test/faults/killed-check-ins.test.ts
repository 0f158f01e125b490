import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { LicenseFolder } from '../licenses/support/license-world.js';
import { checkPath, guidOf, report, writeDefaultFiles } from '../rest/support/licenses-server.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';

const cap = 300;

/** Checks in controllers without a pause, each twice, until the server does not respond. Returns each accepted one. */
async function checkInUntilKilled(url: string, numbers: Iterator<number>): Promise<string[]> {
  const accepted: string[] = [];
  async function checkInAll(): Promise<void> {
    for (let next = numbers.next(); !next.done; next = numbers.next()) {
      const guid = guidOf(next.value);
      for (let attempt = 0; attempt < 2; attempt++) {
        const status = await checkIn(url, guid).catch(() => null);
        if (status === null) return;
        if (status === 200) accepted.push(guid);
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, checkInAll));
  return accepted;
}

async function checkIn(url: string, guid: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(report({ guid, hostname: `host-${guid}` }));
  const response = await fetch(`${url}${checkPath}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** Numbers of check-ins by controller for the usage log: some are counted already, others are in batches. */
async function checkInsByController({ sql }: Database): Promise<Map<string, number>> {
  const rows = await sql<{ guid: string; checkIns: number }[]>`
    select guid::text, sum(check_ins)::int as "checkIns" from (
      select guid, check_ins from licenses.usage_count union all
      select unnest(guids), 1 from licenses.usage_batch
    ) counted group by guid`;
  return new Map(rows.map(({ guid, checkIns }) => [guid, checkIns]));
}

function* numbersFrom(first: number): Generator<number, void> {
  for (let number = first; ; number++) yield number;
}

test('after a server is killed during registrations, each accepted controller has one seat, and each accepted check-in is counted', async () => {
  const { database, url } = await openDatabaseForTest();
  const files = new LicenseFolder();
  await writeDefaultFiles(files);
  const issuedAt = new Date(Date.now() - 60_000);
  await files.license({ cap, issuedAt, expiresAt: new Date(Date.now() + 3_600_000) });
  const folder = temporaryFolder();
  const settings = {
    ...files.settings(),
    ...{ DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path },
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_LICENSES_RATE: '1000000/s' },
  };
  const registered = async () =>
    (await database.sql<[{ count: number }]>`select count(*)::int as count from licenses.controller`)[0].count;
  const killed = await startServer(settings);
  const checkIns = checkInUntilKilled(killed.addresses.licenses ?? '', numbersFrom(0));
  await expect.poll(registered, { timeout: 60_000, interval: 5 }).toBeGreaterThan(100);
  killed.command.process.kill('SIGKILL');
  await killed.command.result;
  const accepted = await checkIns;
  // Statements that the server had sent before it was killed may still be committed.
  const busy = () => database.sql`select from pg_stat_activity where datname = current_database()
    and state <> 'idle' and query ~ 'licenses' and pid <> pg_backend_pid()`;
  await expect.poll(busy).toEqual([]);

  const server = await startServer(settings);
  const rows = await database.sql<{ guid: string }[]>`select guid from licenses.controller`;
  const stored = new Set(rows.map(({ guid }) => guid));
  expect(rows.length).toBeLessThan(cap);
  expect(accepted.filter((guid) => !stored.has(guid))).toEqual([]);
  const counted = await checkInsByController(database);
  const acceptedTimes = Map.groupBy(accepted, (guid) => guid);
  expect([...acceptedTimes].filter(([guid, times]) => (counted.get(guid) ?? 0) < times.length)).toEqual([]);
  expect([...counted].filter(([, checkIns]) => checkIns > 2)).toEqual([]);

  const allGuids = Array.from({ length: cap + 50 }, (_, number) => guidOf(number));
  const licenses = server.addresses.licenses ?? '';
  const statuses = await Promise.all(allGuids.map((guid) => checkIn(licenses, guid)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(cap);
  expect(allGuids.filter((guid, number) => stored.has(guid) && statuses[number] !== 200)).toEqual([]);
  const [{ used, changes, guids }] = await database.sql<[{ used: number; changes: number; guids: number }]>`
    with change as (
      select guid::text as guid from licenses.usage_change where change = 'registered'
      union all select entry::jsonb ->> 'guid' from licenses.usage_entry
    )
    select (select used from licenses.seats) as used, count(*)::int as changes, count(distinct guid)::int as guids
    from change`;
  expect({ used, changes, guids, rows: await registered() }).toEqual({
    ...{ used: cap, changes: cap, guids: cap, rows: cap },
  });
  server.command.process.kill('SIGTERM');
  await server.command.result;
  folder.remove();
  files.remove();
});
