import { beforeEach, describe, expect, test, vi } from 'vitest';
import { allControllerFields, type LicenseService } from '../../subgraphs/licenses/index.js';
import { testClock } from '../support/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld();
const daySeconds = 86_400;
const noSeat = 'FORBIDDEN no_seat: No devices available';
const leased = { RAMPART_LICENSES_LEASE_DAYS: '2', RAMPART_LICENSES_SILENT_HOURS: '24' };

/** A process that has just started. */
let service: LicenseService;

beforeEach(async () => {
  world.clock.seconds = start + daySeconds;
  await world.clear();
  await world.files.license({ cap: 1, expiresAt: new Date((start + 1000 * daySeconds) * 1000) });
  await world.test.database.sql`truncate licenses.uptime, licenses.warning, platform.event`;
  service = world.createReplica(leased);
  await service.uptimeRecorder.record();
});

async function run(name: string): Promise<void> {
  await service.jobs.find((job) => job.name === `licenses.${name}`)?.run({});
}

/** Advances the clock while the service records each minute that it runs. */
async function runFor(seconds: number): Promise<void> {
  await world.test.database.sql`update licenses.uptime set ended_at = ended_at + ${seconds}
    where started_at = (select max(started_at) from licenses.uptime where started_at <= ${world.clock.seconds})`;
  world.clock.seconds += seconds;
}

/** Advances the clock while the service is stopped, and then starts it again. */
function restartAfter(seconds: number): void {
  world.clock.seconds += seconds;
  service = world.createReplica(leased);
}

async function leaseOf(number: number): Promise<number | undefined> {
  const controllers = await service.activeControllers(fromController(), allControllerFields);
  const end = controllers.find(({ guid }) => guid === guidOf(number))?.leaseExpiresAt;
  return end ? end.getTime() / 1000 : undefined;
}

describe('an outage of the service', () => {
  test('does not count toward the lease of a controller, which keeps its seat when the service is back', async () => {
    await checkIn(service, { guid: guidOf(1) });
    const startedAt = world.clock.seconds;
    await runFor(1.5 * daySeconds);
    restartAfter(5 * daySeconds);
    await run('free-seats');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(noSeat);
    expect(await leaseOf(1)).toBe(startedAt + 7 * daySeconds);
    expect(await checkIn(service, { guid: guidOf(1) })).toMatchObject({ isNew: false });
  });

  test('extends the lease by exactly the duration of the outage, even if there are several', async () => {
    await checkIn(service, { guid: guidOf(1) });
    for (let outage = 1; outage <= 3; outage++) {
      await runFor(daySeconds / 2);
      restartAfter(outage * daySeconds);
      await service.uptimeRecorder.record();
    }
    await runFor(daySeconds / 2 - 0.001);
    await run('free-seats');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(noSeat);
    await runFor(0.001);
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe('ok');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(1) }))).toBe(noSeat);
  });

  test('is detected by a process that lost its connection to the database, without a restart', async () => {
    await checkIn(service, { guid: guidOf(1) });
    const other = world.createReplica(leased);
    await checkIn(other, { guid: guidOf(1) });
    world.clock.seconds += 2 * daySeconds;
    expect(await outcomeOf(checkIn(other, { guid: guidOf(2) }))).toBe(noSeat);
    await service.uptimeRecorder.record();
    expect(await outcomeOf(checkIn(other, { guid: guidOf(2) }))).toBe(noSeat);
    await runFor(2 * daySeconds);
    expect(await outcomeOf(checkIn(other, { guid: guidOf(2) }))).toBe('ok');
  });

  test.each([
    [300, 'ok'],
    [301, noSeat],
  ])('of %d seconds has this result for a new controller at the end of the lease: %s', async (seconds, outcome) => {
    await checkIn(service, { guid: guidOf(1) });
    await runFor(2 * daySeconds - seconds);
    restartAfter(seconds);
    await service.uptimeRecorder.record();
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(outcome);
  });

  test('does not count as silence of a controller', async () => {
    await world.files.license({ cap: 100 });
    await checkIn(service, { guid: guidOf(1) });
    await runFor(daySeconds / 2);
    restartAfter(3 * daySeconds);
    await run('check-warnings');
    expect((await service.listWarnings(fromOperator())).nodes).toEqual([]);
    await service.uptimeRecorder.record();
    await runFor(daySeconds / 2);
    await run('check-warnings');
    expect((await service.listWarnings(fromOperator())).nodes).toMatchObject([
      { kind: 'controller_silent', subject: guidOf(1) },
    ]);
  });

  test('does not repeat the warning about a controller that became silent in the last minute before the outage', async () => {
    await checkIn(service, { guid: guidOf(1) });
    await runFor(daySeconds - 30);
    world.clock.seconds += 30; // The service has not recorded this period.
    await run('check-warnings');
    restartAfter(daySeconds);
    await run('check-warnings');
    const silent = { kind: 'controller_silent', subject: guidOf(1) };
    expect((await service.listWarnings(fromOperator())).nodes).toContainEqual(expect.objectContaining(silent));
    await service.uptimeRecorder.record();
    await runFor(60);
    await run('check-warnings');
    const { sql } = world.test.database;
    expect(await sql`select from platform.event where data @> ${JSON.stringify(silent)}::text::jsonb`).toHaveLength(1);
    await checkIn(service, { guid: guidOf(1) });
    await run('check-warnings');
    expect((await service.listWarnings(fromOperator())).nodes).not.toContainEqual(expect.objectContaining(silent));
  });
});

test.each([
  ['ahead', 365 * daySeconds],
  ['behind', -365 * daySeconds],
])('a clock that is temporarily one year %s does not change leases or the detection of outages', async (_, error) => {
  await checkIn(service, { guid: guidOf(1) });
  await world.createReplica(leased, testClock((world.clock.seconds + error) * 1000)).uptimeRecorder.record();
  world.clock.seconds += 60;
  await service.uptimeRecorder.record();
  const [extended] = await world.test.database.sql`select ended_at - started_at as seconds from licenses.uptime
    where started_at = ${start + daySeconds}`;
  expect(extended).toEqual({ seconds: 60 });
  await runFor(daySeconds - 60);
  restartAfter(400 * daySeconds);
  await service.uptimeRecorder.record();
  await runFor(daySeconds - 0.001);
  expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(noSeat);
  await runFor(0.001);
  expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe('ok');
});

test('a process whose wrong clock is corrected detects outages and the end of leases again', async () => {
  await checkIn(service, { guid: guidOf(1) });
  const clock = testClock((world.clock.seconds + 365 * daySeconds) * 1000);
  const process = world.createReplica(leased, clock);
  await process.uptimeRecorder.record();
  expect(await outcomeOf(checkIn(process, { guid: guidOf(2) }))).toBe(noSeat);
  await runFor(2 * daySeconds);
  clock.seconds = world.clock.seconds;
  expect(await outcomeOf(checkIn(process, { guid: guidOf(2) }))).toBe('ok');
});

test('uptime records in the future are reported once', async () => {
  await world.createReplica(leased, testClock((world.clock.seconds + daySeconds) * 1000)).uptimeRecorder.record();
  world.logged.length = 0;
  for (let round = 0; round < 2; round++) await service.uptimeRecorder.record();
  expect(world.logged).toMatchObject([{ msg: expect.stringContaining('uptime in the future') }]);
});

test('a server records each minute of its uptime, even while no general database connection is free', async () => {
  const { database } = world.test;
  const { sql } = database;
  const readLastRecord = async () => (await sql`select max(ended_at) as at from licenses.uptime`)[0]?.at;
  const released = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = world.subgraph.start?.();
  try {
    await vi.waitFor(async () => expect(await readLastRecord()).toBe(world.clock.seconds), 60_000);
    const work = Array.from({ length: sql.options.max }, () => database.transaction(() => released.promise));
    world.clock.seconds += 60;
    vi.advanceTimersByTime(60_000);
    await service.uptimeRecorder.record();
    released.resolve();
    await Promise.all(work);
    expect(await readLastRecord()).toBe(world.clock.seconds);
    world.clock.seconds += 60;
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => expect(await readLastRecord()).toBe(world.clock.seconds), 60_000);
  } finally {
    released.resolve();
    stop?.();
    vi.useRealTimers();
  }
});

test('uptime periods are stored for twice the longest lease, and at most 10,000 of them', async () => {
  const { sql } = world.test.database;
  const longAgo = world.clock.seconds - 2 * 3650 * daySeconds;
  await sql`insert into licenses.uptime values (${longAgo}, ${longAgo}), (${longAgo + 1000}, ${longAgo + 1000})`;
  const storedPeriods = async () => {
    const [row] = await sql`select count(*)::int as count, min(started_at) as first, max(ended_at) as last
      from licenses.uptime`;
    return row;
  };
  world.clock.seconds += 301;
  await service.uptimeRecorder.record();
  expect(await storedPeriods()).toEqual({ count: 3, first: longAgo + 1000, last: world.clock.seconds });
  await sql`insert into licenses.uptime select ${longAgo} + 2000 + number, ${longAgo} + 2000 + number
    from generate_series(1, 12000) number`;
  world.clock.seconds += 301;
  for (let round = 0; round < 2; round++) await service.uptimeRecorder.record();
  expect(await storedPeriods()).toMatchObject({ count: 10_000, last: world.clock.seconds });
});
