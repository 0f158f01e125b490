import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { codeOf, requestOf } from './support/account-world.js';
import {
  allPages,
  dayMs,
  describeSearchWorld,
  hourMs,
  importContent,
  now,
  pageOf,
  type SearchArguments,
  startReplica,
  type ZoneContent,
} from './support/search-world.js';

const world = describeSearchWorld({ RAMPART_ZONES_PIT_TTL_SECONDS: '120' });
const operator: Caller = { kind: 'operator', name: 'ada', role: 'analyst', tenantId: null };
const [firstServer, secondServer] = ['ns1.example.', 'ns2.example.'];

/** Names whose order by label differs from their order by whole name. */
function chain(nameserver: string, extra: Record<string, string[]> = {}): ZoneContent {
  const labels = Array.from({ length: 30 }, (_, index) => `a${'-a'.repeat(index)}`);
  return {
    ...Object.fromEntries(labels.map((label) => [label, [nameserver]])),
    b: [firstServer, secondServer],
    ...extra,
  };
}

let imports = 0;

async function importNext(zone: string, content: ZoneContent): Promise<void> {
  imports++;
  await importContent(world, { zone, content, at: now - 9 * dayMs + imports * hourMs });
}

beforeAll(async () => {
  await importNext('com', chain(firstServer));
  await importNext('net', chain(secondServer));
});

describe('a client that pages through a zone during imports', () => {
  test.each([
    ['the current state of a zone', { zone: 'com' }],
    ['the current state of all zones', { zone: '*' }],
    ['a prefix search in all zones', { zone: '*', search: 'a-a-a' }],
    ['a wildcard', { zone: 'com', search: '*-a.com' }],
    ['the changes of a zone', { zone: 'com', start: new Date(now - 10 * dayMs).toISOString() }],
    ['the changes of all zones', { zone: '*', start: new Date(now - 10 * dayMs).toISOString() }],
  ] satisfies [string, SearchArguments][])('receives every pair of its snapshot once: %s', async (_what, search) => {
    for (const limit of [1, 7]) {
      const expected = (await pageOf(world, { ...search, limit: 10_000 })).lines;
      expect(expected.length).toBeGreaterThan(7);
      const churn = [
        chain(secondServer, { c: [firstServer] }),
        { 'a-a': [firstServer] },
        chain(firstServer, { a: [firstServer, secondServer] }),
      ];
      const lines = await allPages(
        () => world,
        { ...search, limit },
        async (page) => {
          const content = page % 3 === 0 ? churn.shift() : undefined;
          if (content !== undefined) await importNext('com', content);
        },
      );
      expect(lines).toEqual(expected);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  test('continues after a restart, and on another replica', async () => {
    const expected = (await pageOf(world, { zone: '*' })).lines;
    const first = await pageOf(world, { zone: '*', limit: 10 });
    await importNext('net', chain(firstServer));
    const database = await openDatabase({
      configuration: world.test.configuration,
      log: silentLog,
    });
    try {
      const other = startReplica({ configuration: world.test.configuration, database }, world.clock);
      const lines = [...first.lines];
      let { nextCursor } = first;
      for (let pageNumber = 0; nextCursor !== null; pageNumber++) {
        const replica = pageNumber % 2 === 0 ? other : world;
        const page = await pageOf(replica, { zone: '*', limit: 11, after: nextCursor, pit: first.pit });
        expect(page.pit).toBe(first.pit);
        lines.push(...page.lines);
        nextCursor = page.nextCursor;
      }
      expect(lines).toEqual(expected);
    } finally {
      await database.close();
    }
  });
});

describe('a session', () => {
  const search: SearchArguments = {
    zone: 'com',
    search: 'a',
    limit: 3,
    start: new Date(now - 10 * dayMs).toISOString(),
  };

  async function openSession(): Promise<{ pit: string; after: string; lines: string[] }> {
    const { pit, nextCursor, lines } = await pageOf(world, search, operator);
    return { pit, after: nextCursor ?? '', lines };
  }

  test('stores its parameters, and accepts another limit', async () => {
    const { pit, after } = await openSession();
    const input = await pageOf(world, { ...search, limit: 5, pit, after }, operator);
    const leftOut = await pageOf(world, { zone: 'COM.zone', limit: 5, pit, after }, operator);
    expect(leftOut.lines).toEqual(input.lines);
    expect(leftOut.lines).toHaveLength(5);
    expect((await pageOf(world, { zone: 'com', pit, after }, operator)).lines).toEqual(input.lines.slice(0, 3));
  });

  test.each([
    ['zone', { zone: 'net' }],
    ['zone', { zone: '*' }],
    ['search', { search: 'ab' }],
    ['start', { start: new Date(now - 9 * dayMs).toISOString() }],
    ['end', { end: new Date(now - dayMs).toISOString() }],
  ])('rejects another %s', async (name, difference) => {
    const { pit, after } = await openSession();
    const requested = pageOf(world, { ...search, ...difference, pit, after }, operator);
    await expect(requested).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(name) });
  });

  test('expires two minutes after the last request', async () => {
    const { pit, after } = await openSession();
    try {
      world.clock.milliseconds = now + 119_999;
      await pageOf(world, { zone: 'com', pit, after }, operator);
      world.clock.milliseconds = now + 239_998;
      await pageOf(world, { zone: 'com', pit, after }, operator);
      world.clock.milliseconds = now + 359_998;
      expect(await codeOf(pageOf(world, { zone: 'com', pit, after }, operator))).toBe('GONE');
    } finally {
      world.clock.milliseconds = now;
    }
  });

  test('is deleted after it has expired, and not before', async () => {
    const { pit, after } = await openSession();
    const sweep = world.service.jobs.find(({ name }) => name === 'zones.sweep-sessions');
    await sweep?.run({});
    await pageOf(world, { zone: 'com', pit, after }, operator);
    world.clock.milliseconds = now + 120_000;
    await sweep?.run({});
    world.clock.milliseconds = now;
    expect(await codeOf(pageOf(world, { zone: 'com', pit, after }, operator))).toBe('GONE');
  });

  test('of another account is rejected like an unknown session', async () => {
    const { pit, after } = await openSession();
    const other: Caller = { ...operator, name: 'eve' };
    expect(await codeOf(pageOf(world, { zone: 'com', pit, after }, other))).toBe('GONE');
    for (const unknown of [randomUUID(), 'x', `${pit}0`, "' or true --"]) {
      expect(await codeOf(pageOf(world, { zone: 'com', pit: unknown, after }, operator))).toBe('GONE');
    }
  });

  test.each([
    { pit: randomUUID() },
    { after: 'WyJhIiwiIixudWxsXQ' },
    { pit: '', after: 'WyJhIiwiIixudWxsXQ' },
    { pit: randomUUID(), after: '' },
  ])('requires both pit and after, not only %j', async (half) => {
    expect(await codeOf(world.service.observationPage(requestOf(operator), { zone: 'com', ...half }))).toBe(
      'BAD_USER_INPUT',
    );
  });

  test('accepts only cursors of its own kind of search', async () => {
    const { pit } = await openSession();
    const state = await pageOf(world, { zone: 'com', limit: 1 }, operator);
    for (const after of [state.nextCursor ?? '', 'x', '']) {
      expect(await codeOf(pageOf(world, { zone: 'com', pit, after }, operator))).toBe('BAD_USER_INPUT');
    }
  });

  test('does not include a zone that was added later', async () => {
    const before = await pageOf(world, { zone: '*', limit: 5 }, operator);
    await importNext('aaa', { a: [firstServer] });
    const rest = await pageOf(
      world,
      { zone: '*', limit: 1000, pit: before.pit, after: before.nextCursor ?? '' },
      operator,
    );
    expect([...before.lines, ...rest.lines].filter((line) => line.includes('.aaa '))).toEqual([]);
    expect(
      (await pageOf(world, { zone: '*', limit: 1000 }, operator)).lines.filter((line) => line.includes('.aaa ')),
    ).toHaveLength(1);
  });
});
