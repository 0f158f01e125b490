import { beforeEach, describe, expect, test, vi } from 'vitest';
import { allControllerFields, type LicenseService } from '../../subgraphs/licenses/index.js';
import { testClock, untilWaiting } from '../support/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
} from './support/license-world.js';

const world = describeLicenseWorld();
const noSeat = 'FORBIDDEN no_seat: No devices available';

beforeEach(async () => {
  await world.clear();
  await world.files.license();
});

async function readSeatCounts() {
  const { seatsUsed, seatsLeft, cap } = await world.service.licenseStatus(fromOperator());
  const [rows] = await world.test.database.sql`select count(*)::int as rows from licenses.controller`;
  return { seatsUsed, seatsLeft, cap, rows: rows?.rows };
}

/** Checks in all these controllers concurrently, distributed over the services. */
async function checkInConcurrently(numbers: readonly number[], services: readonly LicenseService[]) {
  const outcomes = await Promise.all(
    numbers.map((number, index) =>
      outcomeOf(checkIn(services[index % services.length] as LicenseService, { guid: guidOf(number) })),
    ),
  );
  return Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, all]) => [name, all.length]));
}

/** Runs the work and returns the statements that were executed during it. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { sql } = world.test.database;
  const spy = vi.spyOn(sql, 'unsafe');
  try {
    await work();
    return spy.mock.calls.map(([statement]) => statement.trim());
  } finally {
    spy.mockRestore();
  }
}

function numbersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('200 concurrent controllers that each check in twice', () => {
  test.each([1, 3])('get exactly the 100 seats of the license, one each (replicas: %d)', async (replicas) => {
    const services = [world.service, ...numbersUpTo(replicas - 1).map(() => world.createReplica())];
    const twice = numbersUpTo(200).flatMap((number) => [number, number]);
    expect(await checkInConcurrently(twice, services)).toEqual({ ok: 200, [noSeat]: 200 });
    expect(await readSeatCounts()).toEqual({ seatsUsed: 100, seatsLeft: 0, cap: 100, rows: 100 });
  });
});

describe('a controller', () => {
  test('gets one seat for ten concurrent check-ins', async () => {
    expect(await checkInConcurrently(Array(10).fill(1), [world.service, world.createReplica()])).toEqual({ ok: 10 });
    expect(await readSeatCounts()).toMatchObject({ seatsUsed: 1, rows: 1 });
  });

  test('is reported as new only once', async () => {
    const checks = await Promise.all(Array.from({ length: 5 }, () => checkIn(world.service)));
    expect(checks.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await checkIn(world.service)).isNew).toBe(false);
  });

  test('is served, once registered, at the cap and above a lowered cap', async () => {
    await world.files.license({ cap: 2 });
    expect(await checkInConcurrently([1, 2], [world.service])).toEqual({ ok: 2 });
    expect(await checkInConcurrently([1, 2, 3], [world.service])).toEqual({ ok: 2, [noSeat]: 1 });
    await world.files.license({ cap: 1 });
    expect(await checkInConcurrently([1, 2, 3], [world.service])).toEqual({ ok: 2, [noSeat]: 1 });
    expect(await readSeatCounts()).toEqual({ seatsUsed: 2, seatsLeft: 0, cap: 1, rows: 2 });
    await world.files.license({ cap: 3 });
    expect(await checkInConcurrently([3, 4], [world.service])).toEqual({ ok: 1, [noSeat]: 1 });
  });

  test('gets no seat if the license has none', async () => {
    await world.files.license({ cap: 0 });
    expect(await checkInConcurrently([1, 2], [world.service])).toEqual({ [noSeat]: 2 });
    expect(await readSeatCounts()).toEqual({ seatsUsed: 0, seatsLeft: 0, cap: 0, rows: 0 });
  });

  test('has the times of its first registration and its last check-in', async () => {
    await checkIn(world.service, { hostname: 'first' }, fromController('192.0.2.1'));
    const registered = world.clock.seconds;
    world.clock.seconds += 3600.25;
    const changedReport = {
      hostname: 'second',
      version: '5',
      ipAddresses: ['10.0.0.9'],
      macAddress: 'm',
      os: 'o',
      label: '',
    };
    await checkIn(
      world.service,
      { ...changedReport, guid: guidOf(1).toUpperCase() },
      fromController('2001:db8::5%eth0'),
    );
    const [controller] = await world.service.activeControllers(fromController(), allControllerFields);
    expect(controller).toEqual({
      ...changedReport,
      guid: guidOf(1),
      registeredAt: new Date(registered * 1000),
      timestamp: '2026-09-22 16:13:20',
      ipAddr: '192.0.2.1',
      hostname: 'first',
      lastHostname: 'second',
      lastIpAddr: '2001:db8::5',
      lastContact: new Date((registered + 3600.25) * 1000),
      department: null,
      isBlacklisted: false,
      leaseExpiresAt: null,
      machineFileExpiresAt: null,
    });
    world.clock.seconds = registered;
  });

  test('checks in with two statements once it is registered: one for the rate and one for the check-in', async () => {
    await checkIn(world.service);
    const statements = await statementsOf(() => checkIn(world.service));
    expect(statements).toEqual([
      expect.stringContaining('insert into "platform"."rate_window"'),
      expect.stringMatching(/^with locked as [^;]+ update "licenses"\."controller" set /),
    ]);
  });

  test('shares its statements, once it is registered, with other controllers that check in at the same time', async () => {
    const numbers = numbersUpTo(20);
    expect(await checkInConcurrently(numbers, [world.service])).toEqual({ ok: 20 });
    const statements = await statementsOf(() => checkInConcurrently([...numbers, 1], [world.service]));
    expect(statements.filter((statement) => statement.includes('rate_window'))).toHaveLength(2);
    expect(statements.filter((statement) => statement.startsWith('with locked')).length).toBeLessThan(5);
  });

  test('is served if its source address is unknown', async () => {
    expect(await outcomeOf(checkIn(world.service, {}, fromController('')))).toBe('ok');
    const [controller] = await world.service.activeControllers(fromController(), allControllerFields);
    expect(controller).toMatchObject({ ipAddr: '', lastIpAddr: null });
  });
});

test('concurrent check-ins lock their controllers in the order of the GUIDs, so processes do not deadlock', async () => {
  const { sql } = world.test.database;
  const numbers = numbersUpTo(20).toReversed();
  await checkInConcurrently(numbers, [world.service]);
  let checks: Promise<unknown> | undefined;
  await sql.begin(async (other) => {
    await other`select from licenses.controller where guid = ${guidOf(1)} for update`;
    checks = checkInConcurrently(numbers, [world.service]);
    await untilWaiting(sql, 1);
    const free = await other`select from licenses.controller for update skip locked`;
    expect(free).toHaveLength(20);
  });
  expect(await checks).toEqual({ ok: 20 });
});

test('a check-in at a process with a slow clock does not move the last contact back', async () => {
  await checkIn(world.service);
  const lastContact = new Date(world.clock.milliseconds);
  await checkIn(world.createReplica({}, testClock(world.clock.milliseconds - 3_600_000)), { version: '5' });
  const [controller] = await world.service.activeControllers(fromController(), allControllerFields);
  expect(controller).toMatchObject({ lastContact, version: '5' });
});

describe('a released seat', () => {
  const release = (number: number, service = world.service) =>
    service.releaseController(fromOperator(), { guid: guidOf(number).toUpperCase(), fields: allControllerFields });

  test('is free for another controller; the previous one needs a free seat to register again', async () => {
    await world.files.license({ cap: 1 });
    await checkIn(world.service, { guid: guidOf(1) });
    expect(await release(1)).toMatchObject({ guid: guidOf(1), hostname: 'controller-1' });
    expect(await readSeatCounts()).toMatchObject({ seatsUsed: 0, seatsLeft: 1, rows: 0 });
    expect(await checkInConcurrently([2], [world.service])).toEqual({ ok: 1 });
    expect(await checkInConcurrently([1], [world.service])).toEqual({ [noSeat]: 1 });
  });

  test('is released only once by concurrent requests', async () => {
    await checkIn(world.service);
    const outcomes = await Promise.all([1, 1, 1].map((number) => outcomeOf(release(number, world.createReplica()))));
    expect(outcomes.toSorted()).toEqual([
      expect.stringContaining('NOT_FOUND'),
      expect.stringContaining('NOT_FOUND'),
      'ok',
    ]);
    expect(await readSeatCounts()).toMatchObject({ seatsUsed: 0, rows: 0 });
    expect(await outcomeOf(release(7))).toContain('NOT_FOUND');
  });

  test('is counted exactly during concurrent check-ins', async () => {
    await world.files.license({ cap: 10 });
    await checkInConcurrently(numbersUpTo(10), [world.service]);
    const second = world.createReplica();
    await Promise.all([
      ...numbersUpTo(10).map((number) => release(number, second)),
      checkInConcurrently(numbersUpTo(30), [world.service, second]),
      checkInConcurrently(numbersUpTo(30), [second, world.service]),
    ]);
    const { seatsUsed, rows } = await readSeatCounts();
    expect(seatsUsed).toBe(rows);
    expect(seatsUsed).toBeLessThanOrEqual(10);
    expect(await checkInConcurrently(numbersUpTo(30), [world.service])).toEqual({ ok: 10, [noSeat]: 20 });
  });
});

describe('the list of registered controllers', () => {
  test('is sorted by the timestamp of each controller in the configured time zone, and then by GUID', async () => {
    const startedAt = world.clock.seconds;
    for (const [number, seconds] of [
      [5, 0.9],
      [4, 0.1],
      [9, -60],
      [1, 1],
    ] as const) {
      world.clock.seconds = startedAt + seconds;
      await checkIn(
        world.service,
        { guid: guidOf(number), hostname: `h-${number}` },
        fromController(`192.0.2.${number}`),
      );
    }
    world.clock.seconds = startedAt;
    const list = await world.service.activeControllers(fromController(), allControllerFields);
    expect(list.map(({ timestamp, hostname, ipAddr }) => [timestamp, hostname, ipAddr])).toEqual([
      ['2026-09-22 16:12:20', 'h-9', '192.0.2.9'],
      ['2026-09-22 16:13:20', 'h-4', '192.0.2.4'],
      ['2026-09-22 16:13:20', 'h-5', '192.0.2.5'],
      ['2026-09-22 16:13:21', 'h-1', '192.0.2.1'],
    ]);
  });
});
