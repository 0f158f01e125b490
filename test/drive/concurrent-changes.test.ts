import { describe, expect, test } from 'vitest';
import { faultKinds } from '../support/document-site/index.js';
import { untilWaiting } from '../support/index.js';
import { administrator, type DriveWorld } from './support/drive-world.js';
import { severalSites } from './support/several-sites.js';

const forever = Number.POSITIVE_INFINITY;
const sitesLock = `hashtextextended('rampart drive sites', 0)`;

interface Overlap {
  /** Lock of which the first operation waits; default: the one that `pauseUpdates` waits for. */
  readonly lock?: string;
  readonly first: () => Promise<unknown>;
  readonly second: () => Promise<unknown>;
}

/** Starts the second operation while the first one waits in its transaction, and returns the results of both. */
async function runOverlapping(world: DriveWorld, { lock = '1', first, second }: Overlap): Promise<unknown[]> {
  const { sql } = world.test.database;
  const results = await sql.begin(async (holder) => {
    await holder.unsafe(`select pg_advisory_xact_lock(${lock})`);
    const results: Promise<unknown>[] = [];
    for (const operation of [first, second]) {
      const result = operation();
      results.push(
        result.then(
          () => 'done',
          (error: unknown) => String(error),
        ),
      );
      await untilWaiting(sql, results.length);
    }
    return { results };
  });
  return await Promise.all(results.results);
}

/** Makes updates of a column wait after they have locked the row. */
async function pauseUpdates({ test: { database } }: DriveWorld, table: string, column: string): Promise<void> {
  await database.sql.unsafe(`create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
    create trigger wait after update of ${column} on drive.${table} for each row
      when (new.${column} is not null) execute function wait_for_test()`);
}

async function openWorldWithFinance() {
  const world = await severalSites(['/sites/finance']);
  const [finance] = world.followed;
  if (finance === undefined) throw new Error('no site');
  const { signal } = new AbortController();
  return {
    world,
    key: finance.key,
    sync: () => world.service.syncDrive(administrator, { site: finance.key, signal }),
    change: () => world.service.updateSiteOptions(administrator, { site: finance.key, pollSeconds: 3600 }),
    remove: () => world.service.removeSite(administrator, { site: finance.key, keepFiles: false }),
  };
}

test('a site can be connected again while the sync after a failed sync ends', async () => {
  const world = await severalSites([]);
  world.site.faults.respond({ on: 'delta', times: forever, status: 503 });
  await expect(world.sync()).rejects.toThrow();
  world.site.faults.clear();
  await pauseUpdates(world, 'connection', 'failures');
  const connect = () => world.service.connectDrive(administrator);
  expect(await runOverlapping(world, { first: () => world.sync(), second: connect })).toEqual(['done', 'done']);
});

test('the options of a site can be changed while a requested sync begins', async () => {
  const { world, key, sync, change } = await openWorldWithFinance();
  await world.service.requestSyncOf(administrator, { site: key });
  await pauseUpdates(world, 'site', 'current_run_id');
  expect(await runOverlapping(world, { first: sync, second: change })).toEqual(['done', 'done']);
});

test('a site can be removed while a requested sync begins', async () => {
  const { world, sync, remove } = await openWorldWithFinance();
  await pauseUpdates(world, 'site', 'current_run_id');
  const [, removed] = await runOverlapping(world, { first: sync, second: remove });
  expect(removed).toBe('done');
  expect(await world.service.listSites(administrator)).toHaveLength(1);
});

test('a site can be removed while the sync after an interrupted one begins', async () => {
  const { world, sync, remove } = await openWorldWithFinance();
  await sync();
  await world.test.database.sql`update drive.sync_run set outcome = 'running', finished_at = null`;
  await pauseUpdates(world, 'sync_run', 'finished_at');
  const [, removed] = await runOverlapping(world, { first: sync, second: remove });
  expect(removed).toBe('done');
  expect(await world.service.listSites(administrator)).toHaveLength(1);
});

test('a site can be removed while a sync ends', async () => {
  const { world, sync, remove } = await openWorldWithFinance();
  await pauseUpdates(world, 'sync_run', 'finished_at');
  expect(await runOverlapping(world, { first: sync, second: remove })).toEqual(['done', 'done']);
  expect(await world.service.listSites(administrator)).toHaveLength(1);
});

test('an item that is linked to an alert while its site is removed remains with its versions, or is not linked', async () => {
  const { world, sync, remove } = await openWorldWithFinance();
  const { sql } = world.test.database;
  await sync();
  const [file] = await sql<{ siteId: string; itemId: string }[]>`
    select v.site_id as "siteId", v.item_id as "itemId" from drive.item_version v
    join drive.site s on s.id = v.site_id where s.path = '/sites/finance' limit 1`;
  if (file === undefined) throw new Error('the site has no files');
  // The removal waits after it has selected the records to delete.
  await sql.unsafe(`create function wait_for_removal() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create trigger wait after delete on drive.item_version execute function wait_for_removal()`);
  const link = () =>
    world.service.linkEvidence(administrator, { ...file, alertId: '0d1f7a52-7a54-4bd4-a2f9-000000000001' });
  const [removed, linked] = await runOverlapping(world, { first: remove, second: link });
  expect(removed).toBe('done');
  expect(linked).toContain(`Drive item ${file.itemId} not found`);
  expect(await sql`select from drive.evidence`).toHaveLength(0);
});

test('concurrent changes to different options of a site are all stored', async () => {
  const { world, key, change } = await openWorldWithFinance();
  const filter = { excludedFolders: ['/secret'] };
  const changeFilter = () => world.service.updateSiteOptions(administrator, { site: key, filter });
  expect(await runOverlapping(world, { lock: sitesLock, first: changeFilter, second: change })).toEqual([
    'done',
    'done',
  ]);
  const [, site] = await world.service.listSites(administrator);
  expect(site).toMatchObject({ pollSeconds: 3600, filter });
});

describe('a site that is removed concurrently', () => {
  const onlyFirst = [{ path: '/sites/security' }];

  test('is not found when its options are changed, and not stored again', async () => {
    const { world, change, remove } = await openWorldWithFinance();
    const results = await runOverlapping(world, { lock: sitesLock, first: remove, second: change });
    expect(results).toEqual(['done', expect.stringContaining('is not followed')]);
    expect(await world.test.database.sql`select path from drive.connection`).toEqual(onlyFirst);
  });

  test('is not found when it is paused, and not stored again', async () => {
    const { world, key, remove } = await openWorldWithFinance();
    const pause = () => world.service.setPaused(administrator, { site: key, isPaused: true });
    const results = await runOverlapping(world, { lock: sitesLock, first: remove, second: pause });
    expect(results).toEqual(['done', expect.stringContaining('is not followed')]);
    expect(await world.test.database.sql`select path from drive.connection`).toEqual(onlyFirst);
  });

  test.each(['token', 'delta'] as const)('is not stored again by a sync whose %s request fails', async (on) => {
    const { world, sync } = await openWorldWithFinance();
    const { sql } = world.test.database;
    await sync();
    world.site.revokeTokens();
    world.site.faults.add({
      ...{ on, times: forever },
      ...faultKinds.status(403),
      async beforeResponse() {
        await sql`delete from drive.connection where path = '/sites/finance'`;
      },
    });
    await expect(sync()).rejects.toThrow();
    expect(await sql`select path from drive.connection`).toEqual(onlyFirst);
  });
});

test('the status of an added site contains the roles and the expiration of its first token', async () => {
  const { world } = await openWorldWithFinance();
  const [, site] = await world.service.listSites(administrator);
  expect(site).toMatchObject({ roles: world.site.roles, tokenExpiresAtEpoch: expect.any(Number) });
});
