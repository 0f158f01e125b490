import { Registry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { allRows } from '../../command-line/first-rows.js';
import { licenseMetrics } from '../../gateway/index.js';
import { createLicenseService, type LicenseService, licenseTotals } from '../../subgraphs/licenses/index.js';
import { testClock, testConfiguration, testPlatform } from '../support/index.js';
import { explainedDatabase } from './support/explained-database.js';
import { checkIn, describeLicenseWorld, fromOperator, guidOf, outcomeOf, start } from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_DATABASE_POOL_SIZE: '24' });
const daySeconds = 86_400;

beforeEach(async () => {
  world.clock.seconds = start + daySeconds;
  await world.clear();
  await world.test.database.sql`truncate platform.event, licenses.warning`;
  await world.files.license();
});

async function check(services: readonly LicenseService[] = [world.service]): Promise<void> {
  await Promise.all(
    services.map((service) => service.jobs.find(({ name }) => name === 'licenses.check-warnings')?.run({})),
  );
}

/** Kind and subject or threshold of the published warnings since the last call. */
async function publishedWarnings(): Promise<unknown[]> {
  const rows = await world.test.database.sql<{ data: Record<string, unknown> }[]>`
    select data from platform.event where type = 'license-warnings' order by id`;
  await world.test.database.sql`delete from platform.event`;
  return rows.map(({ data }) => [data.kind, data.days ?? data.percent ?? data.subject]);
}

async function listedWarnings(service = world.service): Promise<unknown[]> {
  const warnings = await allRows((page) => service.listWarnings(fromOperator(), page));
  return warnings.map(({ kind, threshold, subject }) => [kind, threshold ?? subject]);
}

/** Registers controllers that have checked in once, at the start. */
async function addControllers(count: number): Promise<void> {
  await world.test.database.sql`insert into licenses.controller (guid, registered_at, ip_addr, hostname, last_contact,
      last_hostname, version, ip_addresses, mac_address, os, label)
    select gen_random_uuid(), ${start}, '', 'h', ${start}, 'h', '1', '{}', '', '', '' from generate_series(1, ${count})`;
}

async function countSilent(): Promise<unknown> {
  const [row] = await world.test.database.sql`
    select count(*)::int as count from licenses.warning where kind = 'controller_silent'`;
  return row?.count;
}

describe('operators are warned', () => {
  test('30, 7 and 1 days before the end of the license and of its grace period, and at both ends, once by all three processes together', async () => {
    await world.files.license({ expiresAt: new Date((start + 60 * daySeconds) * 1000), graceDays: 10 });
    const replicas = [world.service, world.createReplica(), world.createReplica()];
    const collected: [days: number, warnings: unknown[]][] = [];
    for (const days of [31, 30, 29, 8, 7, 2, 1, 0.5, 0, -1, -2.9, -3, -8.9, -9, -9.9, -10, -11]) {
      world.clock.seconds = start + (60 - days) * daySeconds;
      await check(replicas);
      await check(replicas);
      collected.push([days, await publishedWarnings()]);
    }
    const end = ['license_expiring', 0];
    expect(collected.filter(([, warnings]) => warnings.length > 0)).toEqual([
      ...[30, 7, 1].map((days) => [days, [['license_expiring', days]]]),
      [0, [end, ['grace_ending', 30]]],
      ...[7, 1, 0].map((days) => [days - 10, [['grace_ending', days]]]),
    ]);
    expect(await listedWarnings()).toEqual([['grace_ending', 0], end]);
    await world.files.license({ expiresAt: new Date((start + 500 * daySeconds) * 1000) });
    await check(replicas);
    expect([await publishedWarnings(), await listedWarnings()]).toEqual([[], []]);
  });

  test('of the end of the license in time, even after a check by a process whose clock was ahead, and only once if clocks differ by an hour', async () => {
    await world.files.license({ expiresAt: new Date((start + 60 * daySeconds) * 1000), graceDays: 10 });
    await check([world.createReplica({}, testClock((start + 365 * daySeconds) * 1000))]);
    expect(await publishedWarnings()).toEqual([
      ['license_expiring', 0],
      ['grace_ending', 0],
    ]);
    await check();
    expect(await listedWarnings()).toEqual([]);
    world.clock.seconds = start + 30 * daySeconds - 3600;
    const ahead = world.createReplica({}, testClock((start + 30 * daySeconds) * 1000));
    for (const service of [world.service, ahead, world.service, ahead]) await check([service]);
    expect(await publishedWarnings()).toEqual([['license_expiring', 30]]);
    expect(await listedWarnings()).toEqual([['license_expiring', 30]]);
  });

  test('when 80 and 95 percent of the seats are used, and again only after the usage was clearly lower', async () => {
    await world.files.license({ cap: 20 });
    const use = async (used: number) => {
      await world.clear();
      for (let number = 0; number < used; number++) await checkIn(world.service, { guid: guidOf(number) });
      await check([world.service, world.createReplica()]);
      return await publishedWarnings();
    };
    expect(await use(15)).toEqual([]);
    expect(await use(16)).toEqual([['seats_low', 80]]);
    expect(await use(15)).toEqual([]);
    expect(await use(16)).toEqual([]);
    expect(await use(19)).toEqual([['seats_low', 95]]);
    expect(await listedWarnings()).toEqual([['seats_low', 95]]);
    expect(await use(17)).toEqual([]);
    expect(await listedWarnings()).toEqual([['seats_low', 80]]);
    expect(await use(14)).toEqual([]);
    expect(await listedWarnings()).toEqual([]);
    expect(await use(20)).toEqual([['seats_low', 95]]);
  });

  test('of low seats only while a license can be read', async () => {
    const service = world.createReplica({ RAMPART_LICENSES_SILENT_HOURS: '0' });
    const isCounted = async () => (await readMetrics()).includes('rampart_license_warnings{kind="seats_low"} 1');
    const text = await world.files.license({ cap: 1 });
    await checkIn(service);
    await check([service]);
    expect([await publishedWarnings(), await isCounted()]).toEqual([[['seats_low', 95]], true]);
    world.files.write('license.jws', 'damaged');
    await check([service]);
    expect([await listedWarnings(service), await isCounted()]).toEqual([[], true]);
    world.clock.seconds += 300;
    expect(await isCounted()).toBe(false);
    world.files.write('license.jws', text);
    await check([service]);
    expect([await listedWarnings(service), await isCounted()]).toEqual([[['seats_low', 95]], true]);
    world.files.write('license.jws', 'damaged');
    world.clock.seconds += daySeconds + 0.001;
    await check([service]);
    world.files.write('license.jws', text);
    expect(await listedWarnings(service)).toEqual([]);
    await check([service]);
    expect(await publishedWarnings()).toEqual([['seats_low', 95]]);
  });

  test('about each silent controller, and again if it becomes silent after another check-in', async () => {
    const service = world.createReplica({ RAMPART_LICENSES_SILENT_HOURS: '2' });
    for (const number of [1, 2]) await checkIn(service, { guid: guidOf(number) });
    world.clock.seconds += 7200 - 0.001;
    await check([service]);
    expect(await publishedWarnings()).toEqual([]);
    world.clock.seconds += 0.001;
    await checkIn(service, { guid: guidOf(2) });
    await check([service, service]);
    expect(await publishedWarnings()).toEqual([['controller_silent', guidOf(1)]]);
    expect(await listedWarnings(service)).toEqual([['controller_silent', guidOf(1)]]);
    await checkIn(service, { guid: guidOf(1) });
    await check([service]);
    expect(await listedWarnings(service)).toEqual([]);
    world.clock.seconds += 7200;
    await check([service]);
    expect((await publishedWarnings()).toSorted()).toEqual(
      [1, 2].map((number) => ['controller_silent', guidOf(number)]),
    );
    await check([world.createReplica({ RAMPART_LICENSES_SILENT_HOURS: '0' })]);
    expect(await listedWarnings()).toEqual([]);
  });

  test('about each of 1,200 silent controllers once, by three processes, without hiding other warnings', async () => {
    await world.files.license({ expiresAt: new Date((start + 40 * daySeconds) * 1000) });
    await addControllers(1200);
    world.clock.seconds += 30 * daySeconds;
    await check([world.service, world.createReplica(), world.createReplica()]);
    const all = (await publishedWarnings()) as [kind: string, subject: string][];
    expect([all.length, new Set(all.map(String)).size]).toEqual([1201, 1201]);
    const { nodes: first, pageInfo } = await world.service.listWarnings(fromOperator(), { first: 2 });
    const { nodes: second } = await world.service.listWarnings(fromOperator(), { first: 2, after: pageInfo.endCursor });
    expect(first.map(({ kind }) => kind)).toEqual(['license_expiring', 'controller_silent']);
    const pages = await allRows((page) => world.service.listWarnings(fromOperator(), page));
    expect(pages.map(({ kind, subject }) => [kind, subject]).toSorted()).toEqual(
      all.map(([kind, subject]) => [kind, kind === 'license_expiring' ? first[0]?.subject : subject]).toSorted(),
    );
    expect(pages.slice(0, 4)).toEqual([...first, ...second]);
  });

  test('about each version that is older than the current one', async () => {
    const service = world.createReplica({ RAMPART_LICENSES_CURRENT_VERSION: '4.10.0' });
    for (const [number, version] of ['4.9.1', '4.9.1', '4.10.0', '4.11'].entries()) {
      await checkIn(service, { guid: guidOf(number), version });
    }
    await check([service]);
    await check([service]);
    expect(await publishedWarnings()).toEqual([['version_outdated', '4.9.1']]);
    for (const number of [0, 1]) await checkIn(service, { guid: guidOf(number), version: '4.10.0' });
    await check([service]);
    expect(await listedWarnings(service)).toEqual([]);
  });
});

describe('a check of silent controllers', () => {
  test('reads a number of rows that is proportional to the number of controllers', async () => {
    const count = 10_000;
    await addControllers(count);
    await world.test.database.sql`analyze licenses.controller`;
    const { database, rowsHandled } = explainedDatabase(world.test.database);
    const service = createLicenseService(testPlatform({ ...world.test, database }, world));
    await check([service]);
    expect(await countSilent()).toBe(count);
    await check([service]);
    expect(await countSilent()).toBe(count);
    await world.test.database.sql`truncate licenses.controller`;
    await check([service]);
    expect(await countSilent()).toBe(0);
    expect(rowsHandled() / count).toBeLessThan(40);
  });

  test('ends when the process shuts down, and the next check raises the remaining warnings', async () => {
    await addControllers(1200);
    const job = world.service.jobs.find(({ name }) => name === 'licenses.check-warnings');
    await job?.run({}, AbortSignal.abort());
    expect(await countSilent()).toBe(0);
    await check();
    expect(await countSilent()).toBe(1200);
  });

  test('ends immediately while another process is checking', { timeout: 60_000 }, async () => {
    await addControllers(1);
    const { sql } = world.test.database;
    const first = await world.test.database.transaction(async (blocking) => {
      await blocking`lock table licenses.warning`;
      const checking = check();
      const isWaiting = async () =>
        (await sql`select from pg_locks where not granted and relation = 'licenses.warning'::regclass`).length;
      await expect.poll(isWaiting).toBe(1);
      await check([world.createReplica()]);
      return { checking };
    });
    await first.checking;
    expect(await countSilent()).toBe(1);
  });
});

/** The metrics of the license. */
async function readMetrics(): Promise<string[]> {
  const { test, clock } = world;
  const registry = new Registry();
  const configuration = testConfiguration({ RAMPART_LICENSES_LEASE_DAYS: '60' });
  const read = () => licenseTotals({ configuration, database: test.database, clock });
  for (const metric of licenseMetrics(read)) registry.registerMetric(metric);
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('metrics report the seats and the warnings of each kind, without those of a license that was replaced', async () => {
  const service = world.createReplica({ RAMPART_LICENSES_CURRENT_VERSION: '5.0' });
  await world.files.license({ cap: 4, expiresAt: new Date((start + 10 * daySeconds) * 1000), graceDays: 10 });
  for (const number of [1, 2, 3, 4]) await checkIn(service, { guid: guidOf(number) });
  const lines = (counts: Record<string, number>) => [
    'rampart_license_seats_used 4',
    ...Object.entries(counts).map(([kind, count]) => `rampart_license_warnings{kind="${kind}"} ${count}`),
  ];
  const others = { seats_low: 1, controller_silent: 4, version_outdated: 1 };
  world.clock.seconds = start + 11 * daySeconds;
  await check([service]);
  expect(await readMetrics()).toEqual(lines({ license_expiring: 1, grace_ending: 1, ...others }));
  await world.files.license({ cap: 4 });
  world.clock.seconds += 300;
  await check([service]);
  expect(await readMetrics()).toEqual(lines({ license_expiring: 0, grace_ending: 0, ...others }));
});

test('controllers are served during the grace period of the license', async () => {
  await world.files.license({ expiresAt: new Date((start + 2 * daySeconds) * 1000), graceDays: 3 });
  world.clock.seconds = start + 5 * daySeconds - 0.001;
  expect(await outcomeOf(checkIn(world.service))).toBe('ok');
  expect(await world.service.licenseStatus(fromOperator())).toMatchObject({
    state: 'grace',
    graceEndsAt: new Date((start + 5 * daySeconds) * 1000),
  });
  world.clock.seconds += 0.001;
  expect(await outcomeOf(checkIn(world.service))).toBe('FORBIDDEN invalid_license: Invalid license');
});

test('a warning is not published if its transaction is rolled back', async () => {
  await world.files.license({ expiresAt: new Date((start + 2 * daySeconds) * 1000) });
  const { sql } = world.test.database;
  await sql`create function licenses.fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$`;
  await sql`create trigger fail before insert on platform.event for each statement execute function licenses.fail()`;
  await expect(check()).rejects.toThrow('failed');
  await sql`drop function licenses.fail() cascade`;
  expect(await listedWarnings()).toEqual([]);
  await check();
  expect(await publishedWarnings()).toEqual([['license_expiring', 1]]);
});
