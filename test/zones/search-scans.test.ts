import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { localAdministrator } from '../../platform/caller.js';
import type { Database } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { selectWindowIngests } from '../../subgraphs/zones/search/repository/changes.js';
import type { ChangeCursor } from '../../subgraphs/zones/search/rules/page-cursor.js';
import { parseSearch } from '../../subgraphs/zones/search/rules/pattern.js';
import { ChangeReader, readChangePage } from '../../subgraphs/zones/search/service/change-pages.js';
import { currentZones } from '../../subgraphs/zones/search/service/observation-page.js';
import { readStatePage } from '../../subgraphs/zones/search/service/pages.js';
import { requestOf } from './support/account-world.js';
import { allPages, dayMs, describeSearchWorld, importContent, now } from './support/search-world.js';

// Wildcards without three consecutive letters, which no index supports: a range scan is followed by a parallel scan.
const world = describeSearchWorld();
const server = 'ns1.example.';
/** More names than a range scan reads before a parallel scan, in several partitions. */
const many = Array.from({ length: 48_000 }, (_, index) => `m${index.toString(36).padStart(4, '0')}`);

function contentOf(labels: readonly string[]) {
  return Object.fromEntries([...many, ...labels].map((label) => [label, [server]]));
}

async function importInPartitions(labels: readonly string[], at: number): Promise<void> {
  const lines = Object.keys(contentOf(labels)).map((label) => `${label}.com. 3600 IN NS ${server}\n`);
  const bytes = Buffer.from(`com. 3600 IN SOA ns. hostmaster. 1 1 1 1 1\n${lines.join('')}`);
  const file = { open: () => Readable.from([bytes]), size: bytes.length };
  await world.service.importZone(requestOf(localAdministrator), {
    ...{ zone: 'com', at: new Date(at), file, maxRowsPerPartition: 10_000 },
  });
}

async function searchOf(search: string) {
  const { watermark, zones } = await currentZones(world.test, 'com');
  return { zones, watermark, pattern: parseSearch(search), window: null, inactiveFrom: now - 30 * dayMs };
}

beforeAll(async () => {
  await importInPartitions(['b-v', 'n-q1', 'n-q1-a', 'o-q2', 'z-q3', 'z-v'], now - 5 * dayMs);
  await importContent(world, {
    zone: 'com',
    at: now - 4 * dayMs,
    content: contentOf(['b-v', 'n-q1-a', 'o-q2', 'z-q3', 'z-v']),
  });
  for (const [days, label] of [...'abcd'].entries()) {
    await importContent(world, {
      zone: 'net',
      at: now - (7 - days) * dayMs,
      content: { 'p-q': [server], [label]: [server] },
    });
  }
});

describe('a selective wildcard without three consecutive letters', () => {
  const inCom = ['n-q1-a.com active', 'n-q1.com inactive', 'o-q2.com active', 'z-q3.com active'];
  const matches = async (zone: string, search: string, limit: number) =>
    (await allPages(() => world, { zone, search, limit }))
      .map((line) => line.split(' '))
      .map(([a, , , d]) => `${a} ${d}`);

  test('finds all matches among many other names, including removed names', async () => {
    expect(await matches('com', '*-q*', 10)).toEqual(inCom);
    expect(await matches('com', '*-q*', 1)).toEqual(inCom);
    expect(await matches('com', '*-q*.c*', 2)).toEqual(inCom);
  });

  test('finds all matches in all zones', async () => {
    expect(await matches('*', '*-q*', 10)).toEqual([...inCom.slice(0, 3), 'p-q.net active', ...inCom.slice(3)]);
  });

  test('returns an empty result without matches', async () => {
    await expect(matches('com', '*-x*', 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(matches('*', 'm*-*', 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a wildcard whose end matches no name of the zone', () => {
  test.each(['*x.org', '*-q*.org', 'm*.x.com.au', '*a'])(
    'finds nothing with %s, without reading names',
    async (text) => {
      const search = await searchOf(text);
      const query = { after: null, limit: 10, milliseconds: 0 };
      const nothing = { results: [], next: null, isPartial: false };
      expect(await readStatePage(world.test.database, { search, ...query })).toMatchObject(nothing);
      const window = { start: now - 6 * dayMs, end: now };
      expect(await readChangePage(world.test.database, { search: { ...search, window }, ...query })).toMatchObject(
        nothing,
      );
    },
  );

  test('searches only the zones in which names can match', async () => {
    const query = { zone: '*', limit: 10 };
    expect(await allPages(() => world, { ...query, search: '*-q.net' })).toHaveLength(1);
    expect(await allPages(() => world, { ...query, search: 'p*t' })).toHaveLength(1);
    await expect(allPages(() => world, { zone: 'com', search: '*.net', limit: 10 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a search that times out without a match', () => {
  const attempt = async (search: string) =>
    await readStatePage(world.test.database, {
      search: await searchOf(search),
      after: null,
      limit: 10,
      timeLimitMs: 0,
    });

  test('fails instead of returning an empty page, and continues when it is repeated', async () => {
    const failures: unknown[] = [];
    const page = await retryUntilFound(() => attempt('*-q*'), failures);
    expect(page.results.map(({ domain }) => domain)).toContain('n-q1-a.com');
    expect(failures.length).toBeGreaterThan(3);
    expect(failures.length).toBeLessThan(30);
    expect(failures[0]).toMatchObject({ code: 'TIMEOUT', details: { retryAfterSeconds: 1 } });
  });

  test('fails in a change-set instead of returning an empty page', async () => {
    const window = { start: now - 6 * dayMs, end: now };
    const search = { ...(await searchOf('*-q*')), window };
    const failures: unknown[] = [];
    const page = await retryUntilFound(
      () => readChangePage(world.test.database, { search, after: null, limit: 10, timeLimitMs: 0 }),
      failures,
    );
    expect(page.results.map(({ domain }) => domain)).toContain('n-q1.com');
    expect(failures.length).toBeGreaterThan(0);
  });

  test('uses the scanned range only for the same search from positions within the range', async () => {
    const search = await searchOf('*-v*');
    const readAfter = async (domain: string) => {
      const after = { domain, zone: '', data: null };
      const page = await readStatePage(world.test.database, { search, after, limit: 1, timeLimitMs: 0 });
      return page.results.map((result) => result.domain);
    };
    const failures: unknown[] = [];
    expect(await retryUntilFound(() => readAfter('c'), failures)).toEqual(['z-v.com']);
    expect(failures.length).toBeGreaterThan(3);
    expect(await readAfter('m0100.com')).toEqual(['z-v.com']);
    expect(await readAfter('')).toEqual(['b-v.com']);
    expect(await readAfter('z-w')).toEqual([]);
  });

  test('finds names that were imported into the scanned range', async () => {
    await expect(attempt('*-z*')).rejects.toMatchObject({ code: 'TIMEOUT' });
    await importContent(world, { zone: 'com', at: now - 2 * dayMs, content: contentOf(['a-z', 'o-q2', 'z-q3']) });
    expect((await attempt('*-z*')).results.map(({ domain }) => domain)).toEqual(['a-z.com']);
  });
});

describe('a selective method', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['trigrams', '*xyzx*', 'm0i00.com'],
    ['a scan', 'm*-x*', ''],
  ])('is not repeated after a timeout: %s', async (_way, text, secondPosition) => {
    let time = 0;
    let attemptCount = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const slow = {
      guard: (work) => world.test.database.guard(work),
      transaction: () => {
        attemptCount++;
        time += 2000;
        return Promise.reject(new DomainError('TIMEOUT', 'too long'));
      },
    } as Pick<Database, 'guard' | 'transaction'> as Database; // The code under test uses only these methods.
    const search = await searchOf(text);
    const pageAfter = (domain: string) =>
      readStatePage(slow, { search, after: { domain, zone: '', data: null }, limit: 10 });
    await expect(pageAfter('m0001.com')).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await pageAfter(secondPosition)).toMatchObject({ results: [], next: null });
    expect(attemptCount).toBe(1);
  });

  test('is not used if it would not exclude any name', async () => {
    const { database } = world.test;
    const transaction = vi.spyOn(database, 'transaction');
    const query = { search: await searchOf('*-x.c*'), after: null, limit: 10 };
    expect(await readStatePage(database, query)).toMatchObject({ results: [], next: null });
    expect(transaction).not.toHaveBeenCalled();
  });
});

describe('a wildcard over a change-set', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['twice as many each time while it is fast', 0, [1, 2]],
    ['one again while it is slow', 1000, [1, 1, 1]],
  ])('scans one import, then %s', async (_how, milliseconds, expected) => {
    const { watermark, zones } = await currentZones(world.test, 'net');
    const window = { start: now - 6.5 * dayMs, end: now };
    const search = { zones, watermark, window, pattern: parseSearch('*-x*'), inactiveFrom: 0 };
    const reader = new ChangeReader(world.test.database, search);
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += milliseconds));
    const { database } = world.test;
    const later = await database.guard((sql) =>
      selectWindowIngests(sql, {
        zoneId: zones[0]?.id ?? 0,
        ...window,
        watermark,
        from: { at: 0, ingest: 0 },
        limit: 9,
      }),
    );
    const steps: number[] = [];
    for (let from = { at: window.start, ingest: 0, label: '', data: null } as ChangeCursor | null; from !== null; ) {
      const { next } = await reader.read(from, 10);
      const place = later.findIndex(({ id }) => id + 1 === next?.ingest);
      if (next !== null) steps.push(place + 1 - steps.reduce((sum, step) => sum + step, 0));
      from = next;
    }
    expect(steps).toEqual(expected);
  });
});

async function retryUntilFound<Page>(attempt: () => Promise<Page>, failures: unknown[]): Promise<Page> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      failures.push(error);
      if (failures.length > 100) throw error;
    }
  }
}
