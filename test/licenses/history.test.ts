import { beforeEach, describe, expect, test } from 'vitest';
import { allControllerFields, type LicenseService } from '../../subgraphs/licenses/index.js';
import { checkIn, describeLicenseWorld, fromOperator, guidOf, outcomeOf, start } from './support/license-world.js';

const world = describeLicenseWorld();
const operator = fromOperator();
const [hourSeconds, daySeconds] = [3600, 86_400];
const noon = (Math.floor(start / daySeconds) + 1) * daySeconds + 12 * hourSeconds;

beforeEach(async () => {
  world.clock.seconds = noon;
  await world.clear();
  await world.test.database.sql`truncate licenses.seat_count`;
  await world.files.license({ cap: 100, issuedAt: new Date((noon - 800 * daySeconds) * 1000) });
  world.files.write('departments.json', '[{"name":"plant","addresses":["10.1.0.0/16"],"configuration":{}}]');
});

const run = async (name: string, service: LicenseService = world.service) =>
  await service.jobs.find((job) => job.name === name)?.run({});
const count = (service?: LicenseService) => run('licenses.count-seats', service);
const at = (seconds: number) => new Date(seconds * 1000);

interface Requested {
  since?: Date;
  until?: Date;
  intervalSeconds?: number;
  top?: number;
}

async function readHistory({ since, until, intervalSeconds, top = 8 }: Requested = {}) {
  return await world.service.licenseHistory(operator, { since, until, intervalSeconds, top });
}

describe('seats over time', () => {
  test('contain the last and the maximum number of each hour, by department and version', async () => {
    await checkIn(world.service, { guid: guidOf(1), version: '4.0' });
    await checkIn(world.service, { guid: guidOf(2), version: '4.1', ipAddresses: ['192.0.2.1'] });
    await checkIn(world.service, { guid: guidOf(3), version: '4.1' });
    await count();
    world.clock.seconds += 300;
    await checkIn(world.service, { guid: guidOf(1), version: '4.1' });
    await world.service.releaseController(operator, { guid: guidOf(2), fields: allControllerFields });
    await world.files.license({ cap: 50 });
    await count();
    world.clock.seconds += hourSeconds;
    await count();
    const first = { cap: 50, seatsUsed: 2, rejections: [] };
    const departments = [
      { department: 'plant', seatsUsed: 2 },
      { department: null, seatsUsed: 0 },
    ];
    const versions = [
      { version: '4.1', seatsUsed: 2 },
      { version: '4.0', seatsUsed: 0 },
    ];
    expect(await readHistory({ intervalSeconds: hourSeconds })).toEqual({
      ...{
        since: at(noon - 7 * daySeconds + hourSeconds),
        until: new Date((noon + hourSeconds + 300) * 1000 + 1),
        intervalSeconds: hourSeconds,
      },
      buckets: [
        { start: at(noon), seatsPeak: 3, ...first, departments, versions },
        {
          ...{ start: at(noon + hourSeconds), seatsPeak: 2, ...first },
          ...{ departments: departments.slice(0, 1), versions: versions.slice(0, 1) },
        },
      ],
    });
    // Values are from the last counted hour; missing values are not taken from an earlier one.
    expect((await readHistory({ intervalSeconds: daySeconds })).buckets).toEqual([
      { start: at(noon - 12 * hourSeconds), seatsPeak: 3, ...first, departments, versions },
    ]);
    expect((await readHistory({ intervalSeconds: 6 * hourSeconds })).buckets).toMatchObject([
      { start: at(noon), seatsPeak: 3, seatsUsed: 2, departments, versions },
    ]);
    expect((await readHistory({ intervalSeconds: hourSeconds, top: 1 })).buckets[0]?.versions).toEqual(
      versions.slice(0, 1),
    );
  });

  test('do not include controllers whose lease has expired', async () => {
    const leased = world.createReplica({ RAMPART_LICENSES_LEASE_DAYS: '1' });
    await checkIn(leased, { guid: guidOf(1) });
    world.clock.seconds += daySeconds;
    await count(leased);
    expect((await readHistory()).buckets.at(-1)).toMatchObject({ seatsUsed: 0, departments: [], versions: [] });
  });

  test('are exact if several processes count concurrently', async () => {
    const processes = [world.service, world.createReplica(), world.createReplica()];
    for (const number of [1, 2, 3]) await checkIn(world.service, { guid: guidOf(number) });
    await Promise.all(processes.flatMap((service) => [count(service), count(service)]));
    expect((await readHistory()).buckets).toMatchObject([{ seatsUsed: 3, seatsPeak: 3 }]);
  });

  test('are stored for at most 50 versions, regardless of what controllers report, and deleted after their retention', async () => {
    for (let round = 0; round < 3; round++) {
      await world.clear();
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          checkIn(world.service, { guid: guidOf(number), version: `${round}.${number}` }),
        ),
      );
      await count();
    }
    const readRows = () => world.test.database.sql`select seconds, count(*)::int as rows from licenses.seat_count
      group by seconds order by seconds`;
    expect(await readRows()).toEqual([
      { seconds: hourSeconds, rows: 1 + 1 + 50 },
      { seconds: daySeconds, rows: 1 + 1 + 50 },
    ]);
    // The result includes the newest sample.
    expect((await readHistory({ top: 50 })).buckets[0]?.versions.filter(({ seatsUsed }) => seatsUsed > 0)).toHaveLength(
      40,
    );
    world.clock.seconds += 32 * daySeconds;
    await run('licenses.sweep-seat-counts');
    expect(await readRows()).toEqual([{ seconds: daySeconds, rows: 52 }]);
    world.clock.seconds += 700 * daySeconds;
    await run('licenses.sweep-seat-counts');
    expect(await readRows()).toEqual([]);
  });
});

test('rejected requests are counted by cause, even in intervals without seats', async () => {
  await world.files.license({ cap: 0 });
  for (const number of [1, 2]) await outcomeOf(checkIn(world.service, { guid: guidOf(number) }));
  await outcomeOf(checkIn(world.service, { guid: 'x' }));
  expect((await readHistory({ intervalSeconds: hourSeconds })).buckets).toEqual([
    {
      ...{ start: at(noon), seatsUsed: null, seatsPeak: null, cap: null, departments: [], versions: [] },
      rejections: [
        { cause: 'invalid_guid', count: 1 },
        { cause: 'no_seat', count: 2 },
      ],
    },
  ]);
  expect((await readHistory({ until: at(noon) })).buckets).toEqual([]);
});

test.each([
  [{ since: at(noon), until: at(noon) }, 'since must be before until (2026-'],
  [{ intervalSeconds: 1800 }, 'must be a multiple of 3600'],
  [{ intervalSeconds: 367 * daySeconds }, 'must be a multiple of 3600 between 3600 and'],
  [{ since: at(noon - 60 * daySeconds), intervalSeconds: hourSeconds }, 'at most 1000 are returned'],
  [{ top: 51 }, 'top must be'],
])('a request for %j is rejected: %s', async (requested, message) => {
  expect(await outcomeOf(readHistory(requested))).toContain(message);
});

test.each([
  [1 * daySeconds, hourSeconds],
  [7 * daySeconds, hourSeconds],
  [10 * daySeconds, 3 * hourSeconds],
  [31 * daySeconds, 6 * hourSeconds],
  [40 * daySeconds, daySeconds],
  [500 * daySeconds, 7 * daySeconds],
])('a period of %d seconds has intervals of %d seconds', async (seconds, interval) => {
  expect((await readHistory({ since: at(noon - seconds) })).intervalSeconds).toBe(interval);
});
