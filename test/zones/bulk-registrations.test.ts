import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, localRequest } from '../../platform/caller.js';
import { DayCache, followImports } from '../../subgraphs/zones/bulk-registrations/service/follow-imports.js';
import { requestOf } from './support/account-world.js';
import { dayMs, describeImportWorld, importFile, zoneText } from './support/import-world.js';
import { type LabeledDay, largeProvider, RegistrationGenerator } from './support/labeled-registrations.js';

const world = describeImportWorld();
const generator = new RegistrationGenerator(11);
const content = new Map<string, string>();
let labeled: LabeledDay;

/** Imports the names so far and these, some time after the previous import. */
async function importNames(names: Iterable<[string, string]>, after = dayMs): Promise<void> {
  for (const [label, nameserver] of names) content.set(label, nameserver);
  world.clock.milliseconds += after - dayMs;
  await importFile(
    world,
    'com',
    zoneText(
      'com',
      [...content].map((pair) => pair.join(' ')),
    ),
  );
}

async function runJob(name: string): Promise<void> {
  const job = world.service.jobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  await job.run({});
}

const runFindJob = () => runJob('zones.find-bulk-registrations');

beforeAll(async () => {
  for (let round = 0; round < 6; round++) await importNames(generator.ordinaryNames(round === 0 ? 300 : 600));
  labeled = generator.day(3000);
  await importNames(labeled.names);
  await runFindJob();
});

async function list(input: Parameters<typeof world.service.bulkRegistrations>[1] = {}, request = localRequest) {
  return (await world.service.bulkRegistrations(request, { first: 1000, ...input })).nodes;
}

async function namesOf(ids: readonly string[]): Promise<string[][]> {
  const pages = await world.service.namesOfRegistrations(localRequest, { ids, first: 1000, after: null });
  return pages.map(({ nodes }) => nodes.map(({ name }) => name.replace(/\.com$/, '')));
}

describe('bulk registrations', () => {
  test('contain the names of campaigns with a recall of at least 90% and a precision of at least 95%', async () => {
    const clusters = await list({ start: new Date(world.clock.now()) });
    const members = await namesOf(clusters.map(({ id }) => id));
    let [correct, all] = [0, 0];
    const recognized = new Set<string>();
    for (const labels of members) {
      const campaigns = Map.groupBy(labels, (label) => labeled.campaignOf.get(label) ?? 'ordinary');
      campaigns.delete('ordinary');
      // A cluster belongs to the campaign of most of its names.
      const [campaign = '', own = []] = [...campaigns].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
      if (own.length * 2 > labels.length) {
        recognized.add(campaign);
        correct += own.length;
      }
      all += labels.length;
    }
    expect([...recognized].sort()).toEqual([...new Set(labeled.campaignOf.values())].sort());
    // Measured values: 95.0% and 100%.
    expect(correct / labeled.campaignOf.size).toBeGreaterThanOrEqual(0.9);
    expect(correct / all).toBeGreaterThanOrEqual(0.95);
  });

  test('have a pattern, a size, nameservers and a score', async () => {
    const [numbered] = await list({ search: 'SECURE-login' });
    expect(numbered).toMatchObject({
      ...{ zone: 'com', kind: 'numbered', pattern: 'secure-login-{n}', size: 40, similarity: 1 },
      nameservers: [largeProvider],
    });
    expect(numbered?.registrations).toBeGreaterThan(1500);
    // Each earlier day has 300 names, half of them ordinary.
    expect(numbered?.usualRegistrations).toBeGreaterThan(200);
    expect(numbered?.score).toBeGreaterThan(0.7);
    const smallCluster = (await list({ search: 'initech' }))[0];
    expect(smallCluster?.score).toBeGreaterThan(0.3);
    expect(smallCluster?.score).toBeLessThan(numbered?.score ?? 0);
  });
});

describe('the list', () => {
  test('contains the same clusters page by page, and only those that match the filters', async () => {
    const all = await list();
    const paged: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof world.service.bulkRegistrations>> = await world.service.bulkRegistrations(
        localRequest,
        { first: 3, after },
      );
      paged.push(...page.nodes.map(({ id }) => id));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    const sorted = [...all].sort((one, other) => other.day - one.day || other.score - one.score);
    expect(sorted.map(({ score }) => score)).toEqual(all.map(({ score }) => score));
    const matching = async (input: object) => (await list(input)).map(({ id }) => id);
    const expected = (is: (row: (typeof all)[number]) => boolean) => all.filter(is).map(({ id }) => id);
    expect(await matching({ zone: 'com.zone' })).toEqual(paged);
    expect(await matching({ kinds: ['random'] })).toEqual(expected(({ kind }) => kind === 'random'));
    expect(await matching({ minSize: 30 })).toEqual(expected(({ size }) => size >= 30));
    expect(await matching({ minScore: 0.6 })).toEqual(expected(({ score }) => score >= 0.6));
    expect(await matching({ nameserver: 'NS1.provider0.example' })).toEqual(
      expected(({ nameservers }) => nameservers.includes(largeProvider)),
    );
    expect(await matching({ end: new Date(world.clock.now() - 6 * dayMs) })).toEqual([]);
  });

  test('rejects values out of range, unknown zones, and cursors of other arguments', async () => {
    const listFailure = async (input: object) =>
      await list(input).then(
        () => 'none',
        ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
      );
    const { endCursor } = (await world.service.bulkRegistrations(localRequest, { first: 1 })).pageInfo;
    expect(await listFailure({ minScore: 1.5 })).toMatch(/^BAD_USER_INPUT minScore/);
    expect(await listFailure({ minSize: -1 })).toMatch(/^BAD_USER_INPUT minSize/);
    expect(await listFailure({ kinds: [] })).toMatch(/^BAD_USER_INPUT kinds is empty/);
    expect(await listFailure({ nameserver: 'a b' })).toMatch(/^BAD_USER_INPUT /);
    expect(await listFailure({ zone: 'org' })).toMatch(/^NOT_FOUND /);
    expect(await listFailure({ end: new Date(world.clock.now() + dayMs) })).toMatch(/^BAD_USER_INPUT .*future/);
    expect(await listFailure({ after: endCursor, minSize: 7 })).toMatch(/^BAD_USER_INPUT The arguments differ/);
  });

  test('counts as one query toward the quota of an account, is limited to its history, and is denied to trial accounts', async () => {
    const basic = requestOf(await createAccount('basic'));
    const page = await world.service.bulkRegistrations(basic, { first: 2 });
    await world.service.bulkRegistrations(basic, { first: 2, after: page.pageInfo.endCursor });
    expect((await world.service.readViewer(basic))?.quota?.used).toBe(1);
    const start = new Date(world.clock.now() - 100 * dayMs);
    await expect(world.service.bulkRegistrations(basic, { start })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const end = new Date(world.clock.now() - 95 * dayMs);
    await expect(world.service.bulkRegistrations(basic, { start, end })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const trial = requestOf(await createAccount('trial'));
    await expect(world.service.bulkRegistrations(trial, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

async function createAccount(tier: string): Promise<Caller> {
  const { sql } = world.test.database;
  const accountId = crypto.randomUUID();
  const now = world.clock.now();
  await sql`insert into zones.account (id, username, email, username_key, email_key, password_hash, status, created_at)
    values (${accountId}, ${accountId}, ${accountId}, ${accountId}, ${accountId}, '', 'approved', ${now})`;
  await sql`insert into zones.subscription (account_id, tier, started_at, expires_at, window_starts_at)
    values (${accountId}, ${tier}, ${now - dayMs}, ${now + 5 * dayMs}, ${now - dayMs})`;
  return { kind: 'account', accountId, username: accountId };
}

/** All stored data of clusters. */
async function stored() {
  const { sql } = world.test.database;
  return [
    await sql`select * from zones.bulk_registration order by id`,
    await sql`select * from zones.bulk_registration_name order by registration_id, label`,
    await sql`select * from zones.bulk_registration_day order by zone_id, set_id, day`,
  ];
}

describe('following imports', () => {
  test('combines the names of all imports of a day, and replaces the clusters of its earlier imports', async () => {
    const [before] = await list({ search: 'secure-login' });
    const added = Array.from({ length: 10 }, (_, index) => [`secure-login-${index + 100}`, largeProvider] as const);
    world.clock.milliseconds += 1000;
    await importNames(
      added.map(([label, nameserver]) => [label, nameserver]),
      0,
    );
    await runFindJob();
    const [after] = await list({ search: 'secure-login' });
    expect(after).toMatchObject({ id: before?.id, size: 50, firstAt: before?.firstAt, lastAt: world.clock.now() });
    expect(after?.registrations).toBe((before?.registrations ?? 0) + 10);
    // The other clusters of that day, with other nameservers, are unchanged.
    expect((await list({ search: 'initech' }))[0]).toMatchObject({ size: 6 });
  });

  test('finds the same clusters when workers compete and their connections are killed', {
    timeout: 60_000,
  }, async () => {
    const { database } = world.test;
    const { sql } = database;
    const expected = await stored();
    await sql`truncate zones.bulk_registration cascade`;
    await sql`truncate zones.bulk_registration_day`;
    await sql`update zones.bulk_registration_feed set ingest = 0, set_id = null`;
    let kills = 0;
    const runWorker = async () => {
      const following = { database, clock: world.clock, cache: new DayCache() };
      for (let isLeft = true; isLeft; ) {
        // The limit of names is low, so a day takes several transactions.
        const step = followImports(following, 100).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
          return true;
        });
        if (kills < 12) {
          const killed = await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and query like '%bulk_registration%'
              and state <> 'idle' limit 1`.catch(() => []);
          kills += killed.length;
        }
        isLeft = await step;
        await new Promise(setImmediate);
      }
    };
    await Promise.all([runWorker(), runWorker(), runWorker()]);
    expect(kills).toBeGreaterThan(0);
    expect(await stored()).toEqual(expected);
  });

  test('stores clusters for as long as the log of changes', async () => {
    await runJob('zones.drop-outdated-bulk-registrations');
    expect(await list()).not.toEqual([]);
    world.clock.milliseconds += 190 * dayMs;
    await runJob('zones.drop-outdated-bulk-registrations');
    expect(await stored()).toEqual([[], [], []]);
  });
});
