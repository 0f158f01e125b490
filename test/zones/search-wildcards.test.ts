import { beforeAll, describe, expect, test } from 'vitest';
import {
  allPages,
  dayMs,
  describeSearchWorld,
  importContent,
  now,
  pageOf,
  type ZoneContent,
} from './support/search-world.js';

const world = describeSearchWorld();
const [firstServer, secondServer] = ['ns1.example.', 'ns2.example.'];
const hidden = ['n-needle', 'n0-needle-m', 'needle', 'xneedle-9', 'z-needles'];

/** Enough names that a wildcard search uses trigrams. */
const many = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [`m${index.toString(36)}`, [firstServer]]),
);

function contentWithHidden(nameserver: string, labels: readonly string[] = hidden): ZoneContent {
  return { ...many, ...Object.fromEntries(labels.map((label) => [label, [nameserver]])) };
}

beforeAll(async () => {
  await importContent(world, { zone: 'com', at: now - 5 * dayMs, content: contentWithHidden(firstServer) });
  // The name of the zone contains the search term, so its labels need not.
  await importContent(world, {
    zone: 'needle',
    at: now - 5 * dayMs,
    content: { some: [firstServer], other: [firstServer] },
  });
  await importContent(world, { zone: 'net', at: now - 5 * dayMs, content: { 'needle-net': [firstServer] } });
  await importContent(world, {
    zone: 'com',
    at: now - 4 * dayMs,
    content: contentWithHidden(firstServer, hidden.slice(1)),
  });
});

function names(lines: readonly string[]): string[] {
  return lines.map((line) => line.split(' ').slice(0, 4).join(' '));
}

describe('a wildcard with few matches', () => {
  const inCom = [
    `n-needle.com com ${firstServer} inactive`,
    `n0-needle-m.com com ${firstServer} active`,
    `needle.com com ${firstServer} active`,
    `xneedle-9.com com ${firstServer} active`,
    `z-needles.com com ${firstServer} active`,
  ];

  test('finds all of them, including removed names', async () => {
    expect(names(await allPages(() => world, { zone: 'com', search: '*needle*', limit: 2 }))).toEqual(inCom);
    expect(names(await allPages(() => world, { zone: 'com', search: '*needle.com', limit: 1 }))).toEqual(
      inCom.filter((line) => line.includes('needle.com')),
    );
  });

  test('finds all of them in all zones, including matches in the name of the zone', async () => {
    const expected = [
      ...inCom,
      `needle-net.net net ${firstServer} active`,
      `other.needle needle ${firstServer} active`,
      `some.needle needle ${firstServer} active`,
    ].sort();
    expect(names(await allPages(() => world, { zone: '*', search: '*needle*', limit: 3 }))).toEqual(expected);
  });

  test('returns the results of its snapshot during imports', async () => {
    const changes = [
      contentWithHidden(secondServer, ['needle', 'new-needle']),
      contentWithHidden(firstServer, ['n0-needle-m', 'xneedle-9']),
    ];
    let imported = 0;
    const lines = await allPages(
      () => world,
      { zone: 'com', search: '*needle*', limit: 1 },
      async () => {
        const content = changes.shift();
        imported++;
        if (content !== undefined)
          await importContent(world, { zone: 'com', at: now - (3 - imported) * dayMs, content });
      },
    );
    expect(names(lines)).toEqual(inCom);
  });

  test('returns an empty result without matches', async () => {
    await expect(pageOf(world, { zone: 'com', search: '*haystack*' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(pageOf(world, { zone: '*', search: '*q-q*' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a page contains the requested number of results, regardless of the number of scanned names', async () => {
  const { lines } = await pageOf(world, { zone: 'com', search: '*m1*', limit: 1000 });
  expect(lines).toHaveLength(1000);
  expect((await pageOf(world, { zone: 'com', limit: 10_000 })).lines).toHaveLength(10_000);
  // Wildcard searches return at most 5,000.
  expect((await pageOf(world, { zone: 'com', search: 'm*', limit: 10_000 })).lines).toHaveLength(5000);
});
