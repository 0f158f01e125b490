import type { Sql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import type { Database, ReadRequest } from '../../platform/database/index.js';
import { Tier } from '../../subgraphs/zones/accounts/vocabulary.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import {
  admin,
  authenticateKey,
  codeOf,
  dayMs,
  describeAccountWorld,
  keyOf,
  newApprovedAccount,
  newName,
  requestOf,
  start,
} from './support/account-world.js';
import { importContent, lineOf, type SearchArguments } from './support/search-world.js';

const world = describeAccountWorld();
const now = start;
const [firstServer, secondServer] = ['ns1.example.', 'ns2.example.'];
const hourMs = dayMs / 24;
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
const weekAgo = (milliseconds: number) => new Date(now - 7 * dayMs - milliseconds).toISOString();

beforeAll(async () => {
  await importContent(world, {
    zone: 'com',
    at: now - 200 * dayMs,
    content: { alpha: [firstServer], beta: [firstServer], ancient: [firstServer] },
  });
  await importContent(world, {
    zone: 'com',
    at: now - 190 * dayMs,
    content: { alpha: [firstServer], beta: [firstServer], gone: [firstServer] },
  });
  await importContent(world, {
    zone: 'com',
    at: now - 60 * dayMs,
    content: { alpha: [firstServer], beta: [firstServer] },
  });
  await importContent(world, {
    zone: 'com',
    at: now - 20 * dayMs,
    content: { alpha: [secondServer], beta: [firstServer] },
  });
  await importContent(world, {
    zone: 'com',
    at: now - 2 * dayMs,
    content: { alpha: [secondServer], beta: [secondServer], gamma: [firstServer] },
  });
});

/** A connection that fails when the state of a zone is read. */
function failing(sql: Sql): Sql {
  return new Proxy(sql, {
    get(target, key, receiver) {
      // Without its execution mode, all statements run on this executor, and none on the connection of pipelined reads.
      if (typeof key === 'symbol') return undefined;
      if (key !== 'unsafe') return Reflect.get(target, key, receiver);
      return (text: string, ...rest: [never]) => {
        if (text.includes('"zones"."state"')) throw new Error('the disk is on fire');
        return target.unsafe(text, ...rest);
      };
    },
  });
}

/** An approved account of this tier. */
async function createAccount(tier: Tier): Promise<{ username: string; caller: Caller }> {
  const username = await newApprovedAccount(world, newName());
  if (tier !== Tier.TRIAL) {
    await world.service.setSubscription(admin(), { username, tier, expiresAt: null });
  }
  return { username, caller: await authenticateKey(world, await keyOf(world, username)) };
}

async function search(caller: Caller, input: Partial<SearchArguments & { after: string; pit: string }> = {}) {
  return await world.service.observationPage(requestOf(caller), { zone: 'com', ...input });
}

async function usedQueries(caller: Caller): Promise<number | undefined> {
  return (await world.service.readViewer(requestOf(caller)))?.quota?.used;
}

async function searchCodeAndUsage(caller: Caller, input: Parameters<typeof search>[1]) {
  const code = await codeOf(search(caller, input));
  return { code, used: await usedQueries(caller) };
}

describe('a trial account', () => {
  test.each([
    ['a search without start', { search: 'a' }],
    ['a search with only an end', { search: 'a', end: daysAgo(1) }],
    ['a wildcard search', { search: '*a', start: daysAgo(3) }],
    ['a search without a term', { start: daysAgo(3) }],
    ['a search with a single wildcard', { search: '*', start: daysAgo(3) }],
    ['a search before its window', { search: 'a', start: weekAgo(hourMs + 1), end: daysAgo(6) }],
  ])('is denied %s, without counting the query', async (_what, input) => {
    const { caller } = await createAccount(Tier.TRIAL);
    expect(await searchCodeAndUsage(caller, input)).toEqual({ code: 'FORBIDDEN', used: 0 });
  });

  test('may search by a prefix in one zone and in all zones', async () => {
    const { caller } = await createAccount(Tier.TRIAL);
    const expected = [
      `beta.com com ${firstServer} inactive ${daysAgo(2)}`,
      `beta.com com ${secondServer} active ${daysAgo(2)}`,
    ];
    for (const zone of ['com', '*.zone']) {
      const { results, quota } = await search(caller, { zone, search: 'b', start: daysAgo(3) });
      expect(results.map(lineOf)).toEqual(expected);
      expect(quota).toMatchObject({ limit: 100, remaining: zone === 'com' ? 99 : 98 });
    }
  });
});

describe('the current state', () => {
  async function searchLines(tier: Tier): Promise<string[]> {
    const { caller } = await createAccount(tier);
    return (await search(caller)).results.map(lineOf);
  }

  test('contains inactive pairs within the history of the tier', async () => {
    const basic = [
      `alpha.com com ${firstServer} inactive ${daysAgo(20)}`,
      `alpha.com com ${secondServer} active ${daysAgo(20)}`,
      `beta.com com ${firstServer} inactive ${daysAgo(2)}`,
      `beta.com com ${secondServer} active ${daysAgo(2)}`,
      `gamma.com com ${firstServer} active ${daysAgo(2)}`,
    ];
    expect(await searchLines(Tier.BASIC)).toEqual(basic);
    // `ancient` was removed before the 180 days of the enterprise tier.
    expect(await searchLines(Tier.ENTERPRISE)).toEqual(
      [...basic, `gone.com com ${firstServer} inactive ${daysAgo(60)}`].sort(),
    );
  });
});

describe('the additional hour of history', () => {
  /** Runs work this many milliseconds after `now`. */
  async function runAfter<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    world.clock.milliseconds = now + milliseconds;
    try {
      return await work();
    } finally {
      world.clock.milliseconds = now;
    }
  }

  test('applies to the current state and to the history of a domain', async () => {
    const { caller } = await createAccount(Tier.BASIC);
    const read = async () => {
      const state = await search(caller, { search: 'alpha' });
      const domain = await world.service.readDomain(requestOf(caller), { name: 'alpha.com' });
      return [state.results, domain?.observations, domain?.history].map((observations) => observations?.map(lineOf));
    };
    const active = `alpha.com com ${secondServer} active ${daysAgo(20)}`;
    const ended = `alpha.com com ${firstServer} inactive ${daysAgo(20)}`;
    expect(await runAfter(10 * dayMs + hourMs, read)).toEqual([
      [ended, active],
      [ended, active],
      [active, ended],
    ]);
    expect(await runAfter(10 * dayMs + hourMs + 1, read)).toEqual([[active], [active], []]);
  });

  test.each([
    [1666, 30, 'done'],
    [1667, 30, 'BAD_USER_INPUT'],
  ])('does not change the maximum of daily counts: %i zones, %i days: %s', async (zones, days, outcome) => {
    const names = Array.from({ length: zones }, (_, index) => `zone${index}`);
    const analyst: Caller = { kind: 'operator', name: 'ada', role: 'analyst', tenantId: null };
    const span = { from: new Date(now - (days - 1) * dayMs), to: new Date(now) };
    const counted = world.service.dailyCounts(requestOf(analyst), { zones: names, ...span });
    if (outcome !== 'done') return await expect(counted).rejects.toMatchObject({ code: outcome });
    expect((await counted).map((counts) => counts.length)).toEqual(names.map(() => days));
  });

  test('can add a day to the daily counts', async () => {
    const { caller } = await createAccount(Tier.BASIC);
    const count = (from: number) =>
      world.service.dailyCounts(requestOf(caller), { zones: ['com'], from: new Date(from), to: null });
    const nextMidnight = Math.ceil(now / dayMs) * dayMs;
    const dayBefore = nextMidnight - 30 * dayMs - 1;
    const midnight = nextMidnight - now;
    const [days] = await runAfter(midnight + hourMs - 1, () => count(dayBefore));
    expect(days).toHaveLength(32);
    const rejected = runAfter(midnight + hourMs, () => count(dayBefore));
    await expect(rejected).rejects.toMatchObject({ details: { reason: 'data_window_exceeded' } });
  });
});

describe('quota accounting', () => {
  test.each([
    ['counts a response', {}, 'done', 1],
    ['counts a response without matches', { search: 'nothing' }, 'NOT_FOUND', 1],
    ['does not count an unknown zone', { zone: 'nowhere' }, 'NOT_FOUND', 0],
    ['does not count an invalid pattern', { search: 'a_b' }, 'BAD_USER_INPUT', 0],
    ['does not count an invalid limit', { limit: 0 }, 'BAD_USER_INPUT', 0],
    ['does not count an invalid window', { start: 'soon' }, 'BAD_USER_INPUT', 0],
    ['does not count a window beyond the tier', { start: daysAgo(31), end: daysAgo(29) }, 'FORBIDDEN', 0],
    ['does not count an expired session', { pit: 'gone', after: 'WyIiLCIiLG51bGxd' }, 'GONE', 0],
  ])('%s', async (_what, input, code, count) => {
    const { caller } = await createAccount(Tier.BASIC);
    expect(await searchCodeAndUsage(caller, input)).toEqual({ code, used: count });
  });

  test('counts only the first page', async () => {
    const { caller } = await createAccount(Tier.BASIC);
    let page = await search(caller, { limit: 1 });
    const results = [...page.results];
    while (page.nextCursor !== null) {
      page = await search(caller, { limit: 1, pit: page.pit, after: page.nextCursor });
      results.push(...page.results);
      expect(page.quota).toMatchObject({ used: 1, remaining: 999 });
    }
    expect(results).toHaveLength(5);
  });

  test('does not count failed queries', async () => {
    const { caller } = await createAccount(Tier.BASIC);
    await search(caller);
    const { database } = world.test;
    // The database fails while names are read, and recovers.
    const broken: Database = Object.create(database, {
      guard: {
        value: async (work: (sql: Sql) => Promise<unknown>) => await database.guard((sql) => work(failing(sql))),
      },
      read: {
        value: async (request: ReadRequest, work: (sql: Sql) => Promise<unknown>) =>
          await database.read(request, (sql) => work(failing(sql))),
      },
    });
    const service = createZoneService({ ...world.platform, database: broken });
    await expect(service.observationPage(requestOf(caller), { zone: 'com' })).rejects.toThrow('the disk is on fire');
    expect(await usedQueries(caller)).toBe(1);
  });

  test('is exact: of 200 concurrent queries with 100 remaining, 100 succeed', async () => {
    const { caller } = await createAccount(Tier.TRIAL);
    const other = createZoneService(world.platform);
    const input = { zone: 'com', search: 'b', start: daysAgo(3) };
    const codes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        codeOf((index % 2 === 0 ? world.service : other).observationPage(requestOf(caller), input)),
      ),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(100);
    expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(100);
  });
});

describe('search authorization', () => {
  test('denies callers without a key', async () => {
    expect(await codeOf(search(anonymous))).toBe('UNAUTHENTICATED');
  });

  test('denies accounts with an expired subscription, even in a session', async () => {
    const { caller } = await createAccount(Tier.TRIAL);
    const { pit, nextCursor } = await search(caller, { search: 'b', start: daysAgo(3), limit: 1 });
    try {
      world.clock.milliseconds = now + 7 * dayMs;
      await expect(search(caller, { search: 'b', pit, after: nextCursor ?? '' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        details: { reason: 'subscription_expired' },
      });
    } finally {
      world.clock.milliseconds = now;
    }
  });

  test('denies sessions whose data the current tier of the account does not include', async () => {
    const { caller, username } = await createAccount(Tier.ENTERPRISE);
    const inputs = [
      { search: '*a*', start: daysAgo(3) },
      { search: 'a' },
      { search: 'alpha', start: daysAgo(21), end: daysAgo(19) },
      { search: 'b', start: daysAgo(3) },
    ];
    const pages = await Promise.all(inputs.map((input) => search(caller, { ...input, limit: 1 })));
    expect(pages.every(({ nextCursor }) => nextCursor !== null)).toBe(true);
    const continueAs = async (tier: Tier) => {
      await world.service.setSubscription(admin(), { username, tier, expiresAt: null });
      const next = pages.map(({ pit, nextCursor }) => codeOf(search(caller, { pit, after: nextCursor ?? '' })));
      return await Promise.all(next);
    };
    expect(await continueAs(Tier.TRIAL)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'done']);
    // The current state contains names that were removed before the history of the tier.
    expect(await continueAs(Tier.BASIC)).toEqual(['done', 'FORBIDDEN', 'done', 'done']);
    expect(await continueAs(Tier.ENTERPRISE)).toEqual(['done', 'done', 'done', 'done']);
  });

  test('denies sessions of other accounts', async () => {
    const [one, other] = [await createAccount(Tier.BASIC), await createAccount(Tier.BASIC)];
    const { pit, nextCursor } = await search(one.caller, { limit: 1 });
    expect(await codeOf(search(other.caller, { pit, after: nextCursor ?? '' }))).toBe('GONE');
    expect(await codeOf(search(one.caller, { pit, after: nextCursor ?? '' }))).toBe('done');
  });

  test('permits operators, without a quota and with the limits of the largest tier', async () => {
    const analyst: Caller = { kind: 'operator', name: 'ada', role: 'analyst', tenantId: 'acme' };
    const { quota, results } = await search(analyst);
    expect(quota).toBeNull();
    expect(results).toHaveLength(6);
  });
});
