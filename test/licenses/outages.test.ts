import { beforeEach, describe, expect, test } from 'vitest';
import { everyControllerField, type LicenseService } from '../../subgraphs/licenses/index.js';
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
const day = 86_400;
const noSeat = 'FORBIDDEN no_seat: No devices available';
const leased = { RAMPART_LICENSES_LEASE_DAYS: '2', RAMPART_LICENSES_SILENT_HOURS: '24' };

/** A process that has just started. */
let service: LicenseService;

beforeEach(async () => {
  world.clock.seconds = start + day;
  await world.clear();
  await world.files.license({ cap: 1 });
  await world.test.database.sql`truncate licenses.uptime, licenses.warning, platform.event`;
  service = world.another(leased);
  await run('record-uptime');
});

async function run(name: string): Promise<void> {
  await service.jobs.find((job) => job.name === `licenses.${name}`)?.run({});
}

/** Time passes while the service records each minute that it runs. */
async function runFor(seconds: number): Promise<void> {
  await world.test.database.sql`update licenses.uptime set ended_at = ended_at + ${seconds}
    where ended_at = (select max(ended_at) from licenses.uptime)`;
  world.clock.seconds += seconds;
}

/** Time passes without the service, which then starts again. */
function restartAfter(seconds: number): void {
  world.clock.seconds += seconds;
  service = world.another(leased);
}

async function leaseOf(number: number): Promise<number | undefined> {
  const controllers = await service.activeControllers(fromController(), everyControllerField);
  const end = controllers.find(({ guid }) => guid === guidOf(number))?.leaseExpiresAt;
  return end ? end.getTime() / 1000 : undefined;
}

describe('an outage of the service', () => {
  test('does not count to the lease of a controller, which keeps its seat when the service is back', async () => {
    await checkIn(service, { guid: guidOf(1) });
    const began = world.clock.seconds;
    await runFor(1.5 * day);
    restartAfter(5 * day);
    await run('free-seats');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(noSeat);
    expect(await leaseOf(1)).toBe(began + 7 * day);
    expect(await checkIn(service, { guid: guidOf(1) })).toMatchObject({ isNew: false });
  });

  test('extends the lease by exactly its length, also after several ones', async () => {
    await checkIn(service, { guid: guidOf(1) });
    for (let outage = 1; outage <= 3; outage++) {
      await runFor(day / 2);
      restartAfter(outage * day);
      await run('record-uptime');
    }
    await runFor(day / 2 - 0.001);
    await run('free-seats');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(noSeat);
    await runFor(0.001);
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe('ok');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(1) }))).toBe(noSeat);
  });

  test('is noticed by a process that was cut off from the database, without a restart', async () => {
    await checkIn(service, { guid: guidOf(1) });
    const other = world.another(leased);
    await checkIn(other, { guid: guidOf(1) });
    world.clock.seconds += 2 * day;
    expect(await outcomeOf(checkIn(other, { guid: guidOf(2) }))).toBe(noSeat);
    await run('record-uptime');
    expect(await outcomeOf(checkIn(other, { guid: guidOf(2) }))).toBe(noSeat);
    await runFor(2 * day);
    expect(await outcomeOf(checkIn(other, { guid: guidOf(2) }))).toBe('ok');
  });

  test.each([
    [300, 'ok'],
    [301, noSeat],
  ])('of %d seconds: a new controller at the end of the lease gets %s', async (seconds, outcome) => {
    await checkIn(service, { guid: guidOf(1) });
    await runFor(2 * day - seconds);
    restartAfter(seconds);
    await run('record-uptime');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(outcome);
  });

  test('does not count as silence of a controller', async () => {
    await world.files.license({ cap: 100 });
    await checkIn(service, { guid: guidOf(1) });
    await runFor(day / 2);
    restartAfter(3 * day);
    await run('check-warnings');
    expect(await service.listAllWarnings(fromOperator())).toEqual([]);
    await run('record-uptime');
    await runFor(day / 2);
    await run('check-warnings');
    expect(await service.listAllWarnings(fromOperator())).toMatchObject([
      { kind: 'controller_silent', subject: guidOf(1) },
    ]);
  });

  test('does not repeat the warning of a controller that became silent in the last minute before it', async () => {
    await checkIn(service, { guid: guidOf(1) });
    await runFor(day - 30);
    world.clock.seconds += 30; // Not recorded.
    await run('check-warnings');
    restartAfter(day);
    await run('check-warnings');
    const silent = { kind: 'controller_silent', subject: guidOf(1) };
    expect(await service.listAllWarnings(fromOperator())).toContainEqual(expect.objectContaining(silent));
    await run('record-uptime');
    await runFor(60);
    await run('check-warnings');
    const { sql } = world.test.database;
    expect(await sql`select from platform.event where data @> ${JSON.stringify(silent)}::text::jsonb`).toHaveLength(1);
    await checkIn(service, { guid: guidOf(1) });
    await run('check-warnings');
    expect(await service.listAllWarnings(fromOperator())).not.toContainEqual(expect.objectContaining(silent));
  });
});

test('at most 1,000 periods of uptime are kept', async () => {
  const { sql } = world.test.database;
  await sql`insert into licenses.uptime select number, number from generate_series(1, 1200) number`;
  for (let round = 0; round < 2; round++) {
    world.clock.seconds += 301;
    await run('record-uptime');
  }
  const [kept] = await sql`select count(*)::int as count, max(ended_at) as last from licenses.uptime`;
  expect(kept).toEqual({ count: 1000, last: world.clock.seconds });
});
