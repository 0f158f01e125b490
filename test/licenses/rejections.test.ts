import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { allControllerFields } from '../../subgraphs/licenses/index.js';
import { untilWaiting } from '../support/lock-waits.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_LICENSES_RATE: '6/d' });
const fullHour = Math.ceil(start / 3600) * 3600;

beforeEach(async () => {
  world.clock.seconds = fullHour + 1800;
  world.files.write('blacklist.txt', guidOf(9));
  await world.files.license({ cap: 1 });
  await world.clear();
});

async function rejections(input: { since?: Date; until?: Date; causes?: ('no_seat' | 'blacklisted')[] } = {}) {
  const rows = await world.service.listRejections(fromOperator(), {
    since: input.since,
    until: input.until,
    causes: input.causes,
  });
  return rows.map(({ hour, endpoint, cause, count }) => `${hour.getTime() / 1000} ${endpoint} ${cause} ${count}`);
}

test('rejected requests are counted by hour, endpoint and cause, in the order of the checks', async () => {
  await outcomeOf(world.service.checkLicense(fromController(), { report: {}, isMalformed: true }));
  await outcomeOf(checkIn(world.service, { os: null }));
  await outcomeOf(checkIn(world.service, { os: 7 }));
  await outcomeOf(checkIn(world.service, { guid: 'nonsense' }));
  await outcomeOf(checkIn(world.service, { guid: guidOf(9) }));
  await checkIn(world.service, { guid: guidOf(1) });
  await outcomeOf(checkIn(world.service, { guid: guidOf(1) }));
  world.clock.seconds = fullHour + 3600;
  await Promise.all(
    [2, 3, 4].map((number) =>
      outcomeOf(checkIn(world.service, { guid: guidOf(number) }, fromController(`192.0.2.${number}`))),
    ),
  );
  world.files.write('license.jws', 'nonsense');
  await outcomeOf(world.service.activeControllers(fromController(), allControllerFields));
  expect(await rejections()).toEqual([
    `${fullHour + 3600} check-license no_seat 3`,
    `${fullHour + 3600} get-licenses invalid_license 1`,
    `${fullHour} check-license rate_limited 1`,
    `${fullHour} check-license invalid_json 1`,
    `${fullHour} check-license missing_field 1`,
    `${fullHour} check-license invalid_field 1`,
    `${fullHour} check-license invalid_guid 1`,
    `${fullHour} check-license blacklisted 1`,
  ]);
});

test('one event reports the first of several simultaneous rejections of an hour', async () => {
  const { sql } = world.test.database;
  await sql`delete from platform.event where type = 'refusals'`;
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => void vi.restoreAllMocks());
  const rejected = await sql.begin(async (first) => {
    await first`insert into licenses.refusal (hour, endpoint, cause, slot, count)
      values (${fullHour}, 'check-license', 'blacklisted', 0, 1)`;
    const second = outcomeOf(checkIn(world.service, { guid: guidOf(9) }));
    await Promise.race([second, untilWaiting(sql, 1)]);
    return { second };
  });
  await rejected.second;
  expect(await rejections()).toEqual([`${fullHour} check-license blacklisted 2`]);
  expect(await sql`select data from platform.event where type = 'refusals'`).toHaveLength(1);
});

test('counts are filtered by period and cause', async () => {
  await outcomeOf(checkIn(world.service, { guid: guidOf(9) }));
  world.clock.seconds += 3600;
  await checkIn(world.service, { guid: guidOf(1) });
  await outcomeOf(checkIn(world.service, { guid: guidOf(2) }));
  expect(await rejections({ causes: ['no_seat'] })).toEqual([`${fullHour + 3600} check-license no_seat 1`]);
  const [first, second] = [new Date((fullHour + 100) * 1000), new Date((fullHour + 3600) * 1000)];
  expect(await rejections({ since: first, until: second })).toEqual([`${fullHour} check-license blacklisted 1`]);
  expect(await rejections({ since: second })).toEqual([`${fullHour + 3600} check-license no_seat 1`]);
  world.clock.seconds += 26 * 3600;
  expect(await rejections()).toEqual([]);
  await expect(rejections({ since: new Date(0) })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
});

test('counts are deleted after a year', async () => {
  await outcomeOf(checkIn(world.service, { guid: guidOf(9) }));
  const sweep = world.service.jobs.find(({ name }) => name === 'licenses.sweep-rejections');
  const count = async () => (await world.test.database.sql`select 1 from licenses.refusal`).length;
  world.clock.seconds += 365 * 86_400;
  await sweep?.run({});
  expect(await count()).toBe(1);
  world.clock.seconds += 2 * 86_400;
  await sweep?.run({});
  expect(await count()).toBe(0);
});
