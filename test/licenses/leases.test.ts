import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../command-line/demo/seeded-random.js';
import { allControllerFields, type LicenseService } from '../../subgraphs/licenses/index.js';
import { touchControllers } from '../../subgraphs/licenses/registry/index.js';
import { auditEntries } from '../audit/support/entries.js';
import { testClock, untilWaiting } from '../support/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_DATABASE_POOL_SIZE: '24' });
const daySeconds = 86_400;
const noSeat = 'FORBIDDEN no_seat: No devices available';
const leaseSettings = (days: number) => ({ RAMPART_LICENSES_LEASE_DAYS: String(days) });

beforeEach(async () => {
  world.clock.seconds = start + daySeconds;
  await world.clear();
  await world.files.license();
  await world.test.database.sql`truncate platform.event, platform.audit_pending`;
});

async function freeSeats(service: LicenseService): Promise<void> {
  await service.jobs.find(({ name }) => name === 'licenses.free-seats')?.run({});
}

async function listedControllers(service: LicenseService): Promise<string[]> {
  const controllers = await service.activeControllers(fromController(), allControllerFields);
  return controllers.map(({ guid }) => guid);
}

/** The GUIDs of released seats in the event log, in order. */
async function readFreedSeats(): Promise<string[]> {
  const rows = await world.test.database.sql`select data ->> 'guid' as guid from platform.event
    where type = 'freed-seats' order by id`;
  return rows.map(({ guid }) => guid);
}

describe('a controller that is silent for its lease', () => {
  test('keeps its seat until the last millisecond, and loses it at the time of expiration', async () => {
    const service = world.createReplica(leaseSettings(2));
    await world.files.license({ cap: 1 });
    await checkIn(service, { guid: guidOf(1) });
    world.clock.seconds += 2 * daySeconds - 0.001;
    await freeSeats(service);
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(noSeat);
    expect(await listedControllers(service)).toEqual([guidOf(1)]);
    expect(await service.licenseStatus(fromOperator())).toMatchObject({ seatsUsed: 1, seatsLeft: 0, leaseDays: 2 });
    world.clock.seconds += 0.001;
    expect(await listedControllers(service)).toEqual([]);
    expect(await service.licenseStatus(fromOperator())).toMatchObject({ seatsUsed: 0, seatsLeft: 1 });
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe('ok');
    expect(await listedControllers(service)).toEqual([guidOf(2)]);
    expect(await outcomeOf(checkIn(service, { guid: guidOf(1) }))).toBe(noSeat);
    expect(await readFreedSeats()).toEqual([guidOf(1)]);
  });

  test('is registered again at its next check-in if a seat is free', async () => {
    const service = world.createReplica(leaseSettings(1));
    await checkIn(service, { guid: guidOf(1) });
    world.clock.seconds += daySeconds;
    expect(await checkIn(service, { guid: guidOf(1) })).toMatchObject({ isNew: true });
    const [controller] = await service.activeControllers(fromController(), allControllerFields);
    expect(controller).toMatchObject({
      registeredAt: new Date(world.clock.milliseconds),
      leaseExpiresAt: new Date(world.clock.milliseconds + daySeconds * 1000),
    });
  });

  test('is removed by the job, with an entry in the audit log', async () => {
    const service = world.createReplica(leaseSettings(1));
    for (const number of [1, 2]) await checkIn(service, { guid: guidOf(number), hostname: `plc-${number}` });
    world.clock.seconds += daySeconds / 2;
    await checkIn(service, { guid: guidOf(2) });
    world.clock.seconds += daySeconds / 2;
    await freeSeats(service);
    const rows = await world.test.database.sql`select guid from licenses.controller`;
    expect(rows).toEqual([{ guid: guidOf(2) }]);
    const freed = (await auditEntries(world.test.database)).filter(({ action }) => action === 'free.seats');
    expect(freed).toMatchObject([{ actorKind: 'system', objects: [`controller:${guidOf(1)}`] }]);
    expect(JSON.parse(freed[0]?.before ?? '')).toMatchObject({ leaseDays: 1, controllers: [{ hostname: 'plc-1' }] });
  });

  test('is in the audit log with its state, also if many controllers are removed at once', async () => {
    const service = world.createReplica(leaseSettings(1));
    const freedEntries = () => auditEntries(world.test.database, { action: 'free.seats' });
    const { length: earlier } = await freedEntries();
    await world.test.database.sql`with added as (
        insert into licenses.controller (guid, registered_at, ip_addr, hostname, last_contact, last_hostname, version,
          ip_addresses, mac_address, os, label)
        select gen_random_uuid(), ${start}, '', 'h', ${start}, 'h', '1', '{}', '', '', repeat('x', 200)
        from generate_series(1, 500) returning guid
      ) update licenses.seats set used = used + (select count(*) from added)`;
    await freeSeats(service);
    const entries = (await freedEntries()).slice(earlier);
    const states = entries.flatMap(({ before }) => JSON.parse(before ?? '').controllers as { guid: string }[]);
    expect(new Set(states.map(({ guid }) => guid)).size).toBe(500);
    expect(entries.flatMap(({ objects }) => objects)).toEqual(states.map(({ guid }) => `controller:${guid}`));
  });

  test('keeps its seat if seats do not expire', async () => {
    await checkIn(world.service, { guid: guidOf(1) });
    world.clock.seconds += 300 * daySeconds;
    await freeSeats(world.service);
    expect(await listedControllers(world.service)).toEqual([guidOf(1)]);
    expect((await checkIn(world.service, { guid: guidOf(1) })).isNew).toBe(false);
  });
});

test('a check-in just before the expiration and a new controller just after it never both get the only seat', async () => {
  await world.files.license({ cap: 1 });
  const [before, after] = [testClock(0), testClock(0)];
  const [earlyProcess, lateProcess] = [
    world.createReplica(leaseSettings(1), before),
    world.createReplica(leaseSettings(1), after),
  ];
  const seenIds = new Set<string>();
  const rounds = 60;
  for (let round = 0; round < rounds; round++) {
    await world.clear();
    const startedAt = start + 10 * daySeconds;
    before.seconds = startedAt;
    await checkIn(earlyProcess, { guid: guidOf(1) });
    before.seconds = startedAt + daySeconds - 0.001;
    after.seconds = startedAt + daySeconds;
    const newcomer = outcomeOf(checkIn(lateProcess, { guid: guidOf(2) }));
    // The check-in is one statement, the registration several. In each round, the check-in starts at another step of
    // the registration. In the last round, it starts after the registration, because with a slow database the check-in
    // would win every round.
    for (let turn = 0; turn < round * 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (round === rounds - 1) await newcomer;
    const outcomes = await Promise.all([newcomer, outcomeOf(checkIn(earlyProcess, { guid: guidOf(1) }))]);
    expect(outcomes.toSorted()).toEqual([noSeat, 'ok']);
    const rows = await world.test.database.sql`select guid::text from licenses.controller`;
    expect(rows).toHaveLength(1);
    expect(await world.test.database.sql`select used from licenses.seats`).toEqual([{ used: 1 }]);
    seenIds.add(rows[0]?.guid);
  }
  expect(seenIds).toEqual(new Set([guidOf(1), guidOf(2)]));
});

test.each([
  ['has just renewed its lease', true],
  ['has an expired lease', false],
])(
  'a registration and a batch of check-ins of the same controller, which %s, do not deadlock',
  async (_, isRenewed) => {
    const { sql } = world.test.database;
    const [before, after] = [testClock(0), testClock(0)];
    const [earlyProcess, lateProcess] = [
      world.createReplica(leaseSettings(1), before),
      world.createReplica(leaseSettings(1), after),
    ];
    before.seconds = world.clock.seconds;
    for (const number of [1, 2, 3]) await checkIn(earlyProcess, { guid: guidOf(number) });
    before.seconds += daySeconds - 0.001;
    after.seconds = before.seconds + 0.001;
    const last = { hostname: 'h', version: '4', macAddress: '', os: '', label: '', department: null, ipAddr: null };
    const shared = [1, 2, 3].map((number) => ({
      ...{ ...last, guid: guidOf(number), ipAddresses: [], at: before.seconds, cutoff: before.seconds - daySeconds },
    }));
    let checks: [Promise<string>, Promise<{ length: number }>] | undefined;
    await sql.begin(async (holder) => {
      await holder`select from licenses.controller where guid = ${guidOf(2)} for update`;
      await sql.begin(async (registration) => {
        await registration`select from licenses.seats for update`;
        const checkInResult = outcomeOf(checkIn(lateProcess, { guid: guidOf(1) }));
        await untilWaiting(sql, 1);
        if (isRenewed) await checkIn(earlyProcess, { guid: guidOf(1) });
        // The batch locks the first controller, and waits for the second.
        checks = [checkInResult, touchControllers(sql, { checkIns: shared })];
        await untilWaiting(sql, 2);
      });
      await untilWaiting(sql, 2);
    });
    expect(await Promise.all(checks ?? [])).toEqual(['ok', expect.objectContaining({ length: 3 })]);
  },
);

/** The seats that leases must result in after each batch of concurrent operations. */
class SeatModel {
  /** Seconds during which any server ran; outages do not count toward leases. */
  uptime = 0;
  readonly lastContact = new Map<string, number>();

  liveControllers(leaseDays: number): Set<string> {
    const cutoff = leaseDays === 0 ? Number.NEGATIVE_INFINITY : this.uptime - leaseDays * daySeconds;
    return new Set([...this.lastContact].filter(([, last]) => last > cutoff).map(([guid]) => guid));
  }
}

/** Advances the clock while the servers run and record each minute, or while none of them runs. */
async function advanceTime(seconds: number, { isOutage }: { isOutage: boolean }): Promise<void> {
  await world.service.uptimeRecorder.record();
  if (!isOutage) {
    await world.test.database.sql`update licenses.uptime set ended_at = ended_at + ${seconds}
      where started_at = (select max(started_at) from licenses.uptime)`;
  }
  world.clock.seconds += seconds;
}

/** Stores a license in the database through one of the processes; it applies to all later requests of all processes. */
async function replaceLicense(service: LicenseService, terms: { cap: number }): Promise<void> {
  const text = await world.files.license(terms);
  // Restores the file, so only the database contains the new license.
  await world.files.license();
  const { version } = await service.readDocument(fromOperator(), 'license');
  await service.replaceDocument(fromOperator(), { kind: 'license', text, version });
}

describe('concurrent check-ins, releases, jobs, clock steps, outages, and changes to the lease and the license', () => {
  beforeEach(() => world.test.database.sql`truncate licenses.uptime`);
  afterEach(async () => {
    await world.test.database.sql`truncate licenses.document, licenses.uptime`;
    await world.test.database.sql`insert into licenses.uptime values (0, 'infinity')`;
  });

  test.each([11, 12, 13])('agree with the model (seed %d)', async (seed) => {
    const random = seededRandom(seed);
    const upTo = (limit: number) => Math.floor(random() * limit);
    const replicas = new Map(
      [0, 1, 3].map((days) => [days, [0, 1, 2].map(() => world.createReplica(leaseSettings(days)))]),
    );
    const model = new SeatModel();
    let [leaseDays, cap] = [1, 5];
    for (let round = 0; round < 40; round++) {
      // Multiples of half a day, to reach the exact time of expiration often.
      const [seconds, isOutage] = [upTo(4) * (daySeconds / 2), random() < 0.3];
      await advanceTime(seconds, { isOutage });
      if (!isOutage) model.uptime += seconds;
      if (random() < 0.15) leaseDays = [0, 1, 3][upTo(3)] ?? 1;
      if (random() < 0.2 || round === 0) {
        cap = upTo(9);
        await replaceLicense(world.createReplica(), { cap });
      }
      const all = replicas.get(leaseDays) ?? [];
      if (random() < 0.2) all[upTo(3)] = world.createReplica(leaseSettings(leaseDays)); // A process restarts.
      const absent = Math.floor(round / 8) % 4; // For eight rounds, one of the processes or none is not running.
      const services = all.filter((_, index) => index !== absent);
      const randomService = () => services[upTo(services.length)] ?? world.service;
      const live = model.liveControllers(leaseDays);
      const guids = Array.from({ length: 12 }, (_, number) => guidOf(number)).filter(() => random() < 0.5);
      const released = [...live].filter((guid) => !guids.includes(guid) && random() < 0.2);

      const checks = Promise.all(
        guids
          .flatMap((guid) => [0, ...(random() < 0.3 ? [1] : [])].map(() => [guid, randomService()] as const))
          .map(async ([guid, at]) => [guid, await outcomeOf(checkIn(at, { guid }))] as const),
      );
      const others = [
        ...released.map((guid) =>
          randomService().releaseController(fromOperator(), { guid, fields: allControllerFields }),
        ),
        ...(random() < 0.5 ? [freeSeats(randomService()), freeSeats(randomService())] : []),
        ...(random() < 0.5 ? [randomService().uptimeRecorder.record()] : []),
      ];
      const outcomes = await checks;
      await Promise.all(others);

      const served = new Set(outcomes.filter(([, outcome]) => outcome === 'ok').map(([guid]) => guid));
      const rejected = outcomes.filter(([, outcome]) => outcome !== 'ok');
      expect(rejected.filter(([, outcome]) => outcome !== noSeat)).toEqual([]);
      expect(rejected.filter(([guid]) => live.has(guid))).toEqual([]);
      const unseated = guids.filter((guid) => !live.has(guid));
      const gained = unseated.filter((guid) => served.has(guid)).length;
      expect(gained).toBeGreaterThanOrEqual(Math.min(unseated.length, Math.max(0, cap - live.size)));
      expect(gained).toBeLessThanOrEqual(Math.max(0, cap - live.size + released.length));

      for (const guid of served) model.lastContact.set(guid, model.uptime);
      for (const guid of released) model.lastContact.delete(guid);
      const expected = [...model.liveControllers(leaseDays)].toSorted();
      expect((await listedControllers(randomService())).toSorted()).toEqual(expected);
      expect((await randomService().licenseStatus(fromOperator())).seatsUsed).toBe(expected.length);
      const stored = await world.test.database.sql<
        { guid: string; used: number }[]
      >`select guid::text, (select used from licenses.seats) as used from licenses.controller`;
      for (const { used } of stored) expect(used).toBe(stored.length);
      // A seat that has not expired is never released. A controller loses an expired seat when another one gets it.
      for (const guid of expected) expect(stored.map((row) => row.guid)).toContain(guid);
      for (const guid of model.lastContact.keys()) {
        if (!stored.some((row) => row.guid === guid)) model.lastContact.delete(guid);
      }
    }
  });
});
