import { beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../command-line/demo/seeded-random.js';
import { allControllerFields } from '../../subgraphs/licenses/index.js';
import { checkIn, describeLicenseWorld, fromOperator, guidOf, outcomeOf } from './support/license-world.js';
import { appendUsage, clearUsage, rootOf, sigstoreVerifies } from './support/usage.js';

const world = describeLicenseWorld({ RAMPART_DATABASE_POOL_SIZE: '24' });
const operator = fromOperator();
const daySeconds = 86_400;
const hourSeconds = 3600;
/** 2026-09-23T00:00:00Z. */
const midnight = 20_719 * daySeconds;

beforeEach(async () => {
  world.clock.seconds = midnight;
  await world.clear();
  await clearUsage(world.test.database);
});

interface Entry {
  readonly position: number;
  readonly day?: string;
  readonly controllers: number;
  readonly checkIns: number;
  readonly root: string;
}

/** The entries of days, in order. */
async function readDays(): Promise<Entry[]> {
  const entries = (await world.service.usageEntries(operator, 0)).map((text): Entry => JSON.parse(text));
  return entries.filter(({ day }) => day !== undefined);
}

async function listOf(date: string): Promise<readonly string[]> {
  return (await world.service.usageCheckIns(operator, { date })).lines;
}

async function checkInTimes(number: number, count: number): Promise<void> {
  for (let time = 0; time < count; time++) await checkIn(world.service, { guid: guidOf(number) });
}

test('an hour after the end of a day, the log contains one entry for it, with the root of its check-ins by controller', async () => {
  world.clock.seconds = midnight - 1;
  await checkInTimes(2, 3);
  await checkInTimes(1, 1);
  world.clock.seconds = midnight;
  await checkInTimes(1, 2);
  world.clock.seconds = midnight + hourSeconds - 0.001;
  await appendUsage(world.service);
  expect(await readDays()).toEqual([]);
  expect(await outcomeOf(listOf('2026-09-22'))).toContain('NOT_FOUND');
  world.clock.seconds += 0.001;
  await appendUsage(world.service);
  await appendUsage(world.service);
  const lines = [`{"guid":"${guidOf(1)}","checkIns":1}`, `{"guid":"${guidOf(2)}","checkIns":3}`];
  expect(await listOf('2026-09-22')).toEqual(lines);
  expect(await readDays()).toEqual([
    {
      ...{ position: 2, at: '2026-09-23T00:00:00.000Z', change: 'checked_in', day: '2026-09-22' },
      ...{ controllers: 2, checkIns: 4, root: rootOf(lines) },
    },
  ]);
  const entries = await world.service.usageEntries(operator, 0);
  expect((await world.service.usageHead(operator)).root).toBe(rootOf(entries));
  const proof = await world.service.proveInclusion(operator, { position: 2 });
  expect(sigstoreVerifies(proof, { position: 2, size: 3 })).toBe(true);
  for (const date of ['2026-09-31', '2026-09', '2026', '2026-9-22', '2026-09-22T00:00']) {
    expect(await outcomeOf(listOf(date))).toContain('BAD_USER_INPUT');
  }
});

test('a rejected check-in is not counted', async () => {
  await world.files.license({ cap: 1 });
  await checkInTimes(1, 1);
  expect(await outcomeOf(checkIn(world.service, { guid: guidOf(2) }))).toContain('no_seat');
  world.clock.seconds += 2 * daySeconds;
  await appendUsage(world.service);
  expect(await readDays()).toMatchObject([{ controllers: 1, checkIns: 1 }]);
  await world.files.license();
});

test('a check-in that is stored after the entry of its day is counted for the next day', async () => {
  await checkInTimes(1, 1);
  world.clock.seconds = midnight + daySeconds + hourSeconds;
  await appendUsage(world.service);
  // A process whose clock is more than an hour behind.
  world.clock.seconds = midnight + daySeconds - 1;
  await checkInTimes(1, 2);
  world.clock.seconds = midnight + 2 * daySeconds + hourSeconds;
  await appendUsage(world.service);
  expect(await readDays()).toMatchObject([
    { day: '2026-09-23', checkIns: 1 },
    { day: '2026-09-24', checkIns: 2 },
  ]);
});

test('each check-in is counted once despite concurrent releases and appends of three processes around midnight', async () => {
  const random = seededRandom(7);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const services = [world.service, world.createReplica(), world.createReplica()];
  const accepted = new Map<string, number>();
  for (let round = 0; round < 18; round++) {
    world.clock.seconds = midnight + Math.floor(round / 6) * daySeconds + (round % 6) * 3 * hourSeconds;
    const date = new Date(world.clock.seconds * 1000).toISOString().slice(0, 10);
    const checks = Array.from({ length: 12 }, async () => {
      const guid = guidOf(upTo(6));
      await checkIn(services[upTo(3)] ?? world.service, { guid });
      accepted.set(`${date} ${guid}`, (accepted.get(`${date} ${guid}`) ?? 0) + 1);
    });
    const release = { guid: guidOf(upTo(6)), fields: allControllerFields };
    const others = [outcomeOf(world.service.releaseController(operator, release)), ...services.map(appendUsage)];
    await Promise.all([...checks, ...others]);
  }
  world.clock.seconds = midnight + 4 * daySeconds;
  await Promise.all(services.map(appendUsage));
  const entries = await readDays();
  expect(entries.map(({ day }) => day)).toEqual(['2026-09-23', '2026-09-24', '2026-09-25']);
  const countById = new Map<string, number>();
  for (const { day = '', controllers, checkIns, root } of entries) {
    const lines = await listOf(day);
    const counts = lines.map((line): { guid: string; checkIns: number } => JSON.parse(line));
    expect([lines.length, rootOf(lines)]).toEqual([controllers, root]);
    expect(counts.reduce((sum, each) => sum + each.checkIns, 0)).toBe(checkIns);
    for (const each of counts) countById.set(`${day} ${each.guid}`, each.checkIns);
  }
  expect(countById).toEqual(new Map([...accepted].toSorted(([a], [b]) => (a < b ? -1 : 1))));
});

test('an append that fails leaves the log and the counts as they were', async () => {
  const { sql } = world.test.database;
  await checkInTimes(1, 2);
  world.clock.seconds += 2 * daySeconds;
  await sql`create function licenses.fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$`;
  await sql`create trigger fail before insert on licenses.usage_day for each row execute function licenses.fail()`;
  await expect(appendUsage(world.service)).rejects.toThrow('failed');
  await sql`drop function licenses.fail() cascade`;
  expect(await readDays()).toEqual([]);
  await appendUsage(world.service);
  expect(await readDays()).toMatchObject([{ controllers: 1, checkIns: 2 }]);
});

test('after 92 days, the list of a day is deleted, and its entry remains', async () => {
  await checkInTimes(1, 1);
  for (const day of [1, 92, 93]) {
    world.clock.seconds = midnight + day * daySeconds + hourSeconds;
    await appendUsage(world.service);
    await checkInTimes(1, 1);
    if (day < 93) expect(await listOf('2026-09-23')).toHaveLength(1);
  }
  world.clock.seconds += daySeconds;
  await appendUsage(world.service);
  expect(await outcomeOf(listOf('2026-09-23'))).toContain('NOT_FOUND');
  expect((await readDays())[0]).toMatchObject({ day: '2026-09-23', checkIns: 1 });
  const { sql } = world.test.database;
  expect(await sql`select count(*)::int from licenses.usage_batch`).toEqual([{ count: 0 }]);
});
