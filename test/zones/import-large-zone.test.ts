import { expect, test } from 'vitest';
import {
  activePairs,
  completeState,
  describeImportWorld,
  importFile,
  observationsAt,
  streamOf,
  zoneText,
} from './support/import-world.js';

const world = describeImportWorld();
const labels = Array.from({ length: 20_000 }, (_, index) => `name-${String(index).padStart(5, '0')}`);

/** Every thousandth label is removed, the same number is added, and every other thousandth changes its nameserver. */
const yesterdayDelegations = labels
  .filter((_, index) => index % 1000 !== 1)
  .map((label) => `${label} ns1.host. ns2.host.`);
const todayDelegations = labels
  .filter((_, index) => index % 1000 !== 2)
  .map((label, index) => `${label} ns1.host. ${index % 1000 === 500 ? 'ns3' : 'ns2'}.host.`);

const pairsOf = (delegations: readonly string[]) =>
  delegations
    .flatMap((delegation) => {
      const [label, ...names] = delegation.split(' ');
      return names.map((name) => `${label} ${name}`);
    })
    .sort();

const difference = {
  addedDomains: 20,
  removedDomains: 20,
  changedDomains: 20,
  addedObservations: 60,
  removedObservations: 60,
};

test('a zone that is partitioned by label is read and written as one zone', async () => {
  const first = await importFile(world, 'com', zoneText('com', yesterdayDelegations, 1), { maxRowsPerPartition: 3000 });
  expect(first).toMatchObject({ domains: 19_980, addedObservations: 39_960 });
  const { sql } = world.test.database;
  const leaves = await sql<
    { rows: number }[]
  >`select count(*)::int as rows from zones.state group by tableoid order by 1`;
  expect(leaves.map(({ rows }) => rows)).toEqual([1980, 3000, 3000, 3000, 3000, 3000, 3000]);
  expect(await activePairs(world.test.database, 'com')).toEqual(pairsOf(yesterdayDelegations));

  const next = await importFile(world, 'com', zoneText('com', todayDelegations, 2));
  expect(next).toMatchObject({ outcome: 'applied', ...difference });
  expect(await activePairs(world.test.database, 'com')).toEqual(pairsOf(todayDelegations));
  expect(await observationsAt(world.test.database, 'com', world.clock.now())).toHaveLength(120);
});

test('indexes of a zone are attached to those of the parent table', async () => {
  await importFile(world, 'net', zoneText('net', yesterdayDelegations.slice(0, 100), 1));
  const { sql } = world.test.database;
  const invalid = await sql`
    select indexrelid::regclass from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'zones'::regnamespace and not indisvalid`;
  expect(invalid).toEqual([]);
  const indexes = await sql<{ leaf: string; count: number }[]>`
    select tree.relid::regclass::text as leaf, count(*)::int as count
    from pg_partition_tree('zones.state') tree join pg_index on indrelid = tree.relid
    where tree.isleaf group by 1`;
  expect(indexes.map(({ count }) => count)).toEqual(indexes.map(() => 3));
});

test('a large unsorted file has the same result as a sorted one', async () => {
  await importFile(world, 'org', zoneText('org', yesterdayDelegations.toReversed(), 1));
  expect(await activePairs(world.test.database, 'org')).toEqual(pairsOf(yesterdayDelegations));
  const next = await importFile(world, 'org', streamOf(zoneText('org', todayDelegations.toReversed(), 2), 65_536));
  expect(next).toMatchObject({ outcome: 'applied', ...difference });
  expect(await activePairs(world.test.database, 'org')).toEqual(pairsOf(todayDelegations));
});

test('an error in a large file rolls the import back, and the connection remains usable', async () => {
  await importFile(world, 'info', zoneText('info', yesterdayDelegations, 1));
  const before = await completeState(world.test.database);
  const text = zoneText('info', todayDelegations, 2);
  const middle = text.indexOf('name-10000');
  for (const content of [
    `${text.slice(0, middle)}oops\n${text.slice(middle)}`,
    `${text.slice(0, 200)}oops\n${text.slice(200)}`,
  ]) {
    for (const file of [content, streamOf(content, 65_536)]) {
      await expect(importFile(world, 'info', file)).rejects.toMatchObject({ details: { reason: 'syntax' } });
    }
  }
  expect(await completeState(world.test.database)).toEqual(before);
  const next = await importFile(world, 'info', text);
  expect(next).toMatchObject({ outcome: 'applied', ...difference });
});
