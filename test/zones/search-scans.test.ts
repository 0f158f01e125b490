import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { localAdministrator } from '../../platform/caller.js';
import { selectZonesNow } from '../../subgraphs/zones/repository/search/zones.js';
import { parseSearch } from '../../subgraphs/zones/rules/search/search-pattern.js';
import { readChangePage } from '../../subgraphs/zones/service/search/change-pages.js';
import { readStatePage } from '../../subgraphs/zones/service/search/state-pages.js';
import { requestOf } from './support/account-world.js';
import { allPages, day, describeSearchWorld, importContent, now } from './support/search-world.js';

// Wildcards without three letters in a row, which no index helps: names are walked through, then looked at all at once.
const world = describeSearchWorld();
const server = 'ns1.example.';
/** More than are walked through before all are looked at, in several tables. */
const many = Array.from({ length: 40_000 }, (_, index) => `m${index.toString(36).padStart(4, '0')}`);

function contentOf(labels: readonly string[]) {
  return Object.fromEntries([...many, ...labels].map((label) => [label, [server]]));
}

async function importInTables(labels: readonly string[], at: number): Promise<void> {
  const lines = Object.keys(contentOf(labels)).map((label) => `${label}.com. 3600 IN NS ${server}\n`);
  const bytes = Buffer.from(`com. 3600 IN SOA ns. hostmaster. 1 1 1 1 1\n${lines.join('')}`);
  const file = { open: () => Readable.from([bytes]), size: bytes.length };
  await world.service.importZone(requestOf(localAdministrator), {
    ...{ zone: 'com', at: new Date(at), file, rowsInLeaf: 10_000 },
  });
}

async function searchOf(search: string) {
  const { watermark, zones } = await world.test.database.guard((sql) => selectZonesNow(sql, 'com'));
  return { zones, watermark, pattern: parseSearch(search), window: null, inactiveFrom: now - 30 * day };
}

beforeAll(async () => {
  await importInTables(['n-q1', 'n-q1-a', 'o-q2', 'z-q3'], now - 5 * day);
  await importContent(world, { zone: 'com', at: now - 4 * day, content: contentOf(['n-q1-a', 'o-q2', 'z-q3']) });
  await importContent(world, { zone: 'net', at: now - 3 * day, content: { 'p-q': [server] } });
});

describe('a wildcard with few matches and no three letters in a row', () => {
  const inCom = ['n-q1-a.com active', 'n-q1.com inactive', 'o-q2.com active', 'z-q3.com active'];
  const found = async (zone: string, search: string, limit: number) =>
    (await allPages(() => world, { zone, search, limit }))
      .map((line) => line.split(' '))
      .map(([a, , , d]) => `${a} ${d}`);

  test('finds them all behind many other names, with those that are gone', async () => {
    expect(await found('com', '*-q*', 10)).toEqual(inCom);
    expect(await found('com', '*-q*', 1)).toEqual(inCom);
    expect(await found('com', '*-q*.c*', 2)).toEqual(inCom);
  });

  test('finds them in all zones', async () => {
    expect(await found('*', '*-q*', 10)).toEqual([...inCom.slice(0, 3), 'p-q.net active', ...inCom.slice(3)]);
  });

  test('says that there are none', async () => {
    await expect(found('com', '*-x*', 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(found('*', 'm*-*', 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a wildcard whose end no name of the zone can have', () => {
  test.each(['*x.org', '*-q*.org', 'm*.x.com.au', '*a'])(
    'finds nothing with %s, without looking at a name',
    async (text) => {
      const search = await searchOf(text);
      const query = { after: null, limit: 10, milliseconds: 0 };
      const nothing = { results: [], next: null, isPartial: false };
      expect(await readStatePage(world.test.database, { search, ...query })).toEqual(nothing);
      const window = { start: now - 6 * day, end: now };
      expect(await readChangePage(world.test.database, { search: { ...search, window }, ...query })).toEqual(nothing);
    },
  );

  test('is looked for where a name can have it', async () => {
    const query = { zone: '*', limit: 10 };
    expect(await allPages(() => world, { ...query, search: '*-q.net' })).toHaveLength(1);
    expect(await allPages(() => world, { ...query, search: 'p*t' })).toHaveLength(1);
    await expect(allPages(() => world, { zone: 'com', search: '*.net', limit: 10 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a search that finds nothing in its time', () => {
  const attempt = async (search: string) =>
    await readStatePage(world.test.database, {
      search: await searchOf(search),
      after: null,
      limit: 10,
      milliseconds: 0,
    });

  test('fails rather than to seem to be at the end, and looks further when it is asked again', async () => {
    const failures: unknown[] = [];
    const page = await untilFound(() => attempt('*-q*'), failures);
    expect(page.results.map(({ domain }) => domain)).toContain('n-q1-a.com');
    expect(failures.length).toBeGreaterThan(3);
    expect(failures.length).toBeLessThan(30);
    expect(failures[0]).toMatchObject({ code: 'TIMEOUT', details: { retryAfterSeconds: 1 } });
  });

  test('does so in a change-set too', async () => {
    const window = { start: now - 6 * day, end: now };
    const search = { ...(await searchOf('*-q*')), window };
    const failures: unknown[] = [];
    const page = await untilFound(
      () => readChangePage(world.test.database, { search, after: null, limit: 10, milliseconds: 0 }),
      failures,
    );
    expect(page.results.map(({ domain }) => domain)).toContain('n-q1.com');
    expect(failures.length).toBeGreaterThan(0);
  });

  test('sees what was imported since, also where it had looked', async () => {
    await expect(attempt('*-z*')).rejects.toMatchObject({ code: 'TIMEOUT' });
    await importContent(world, { zone: 'com', at: now - 2 * day, content: contentOf(['a-z', 'o-q2', 'z-q3']) });
    expect((await attempt('*-z*')).results.map(({ domain }) => domain)).toEqual(['a-z.com']);
  });
});

async function untilFound<Page>(attempt: () => Promise<Page>, failures: unknown[]): Promise<Page> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      failures.push(error);
      if (failures.length > 100) throw error;
    }
  }
}
