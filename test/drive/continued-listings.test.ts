import { describe, expect, test } from 'vitest';
import { faultKinds } from '../support/document-site/index.js';
import { administrator, connectedWorld, type DriveWorld, expectEqual } from './support/drive-world.js';

const { signal } = new AbortController();

/** Paths and queries of the delta queries since a number of them. */
function queriesAfter(world: DriveWorld, count: number): string[] {
  const paths = world.site.requestsOf('delta').map(({ path }) => path.replace(/^.*\/delta/, ''));
  return paths.slice(count);
}

/** A copied site whose full listing, requested again, was throttled at its third page. */
async function interruptedWorld(): Promise<{ world: DriveWorld; count: number }> {
  const world = await connectedWorld();
  world.site.pageSize = 5;
  await world.sync();
  const throttled = faultKinds.status(429, { 'retry-after': '315' });
  world.site.faults.add({ on: 'delta', times: 1, where: 'skip=10', ...throttled });
  const sync = world.service.syncDrive(administrator, { signal, isFull: true });
  await expect(sync).rejects.toMatchObject({ details: { reason: 'throttled' } });
  world.clock.seconds += 400;
  return { world, count: world.site.requestsOf('delta').length };
}

describe('a full listing that fails', () => {
  test('is continued by the next sync at the page that failed', async () => {
    const { world, count } = await interruptedWorld();
    world.site.content.addFile('new.txt', 'new');
    await world.runJob('drive.tick');
    const [first = '', ...others] = queriesAfter(world, count);
    expect(first).toContain('skip=10');
    expect(others).not.toContain('');
    const run = (await world.service.readStatus(administrator)).lastRun;
    expect(run).toMatchObject({ outcome: 'done', fromScratch: true, deleted: 0 });
    await world.sync();
    await expectEqual(world);
    expect(await world.test.database.sql`select from drive.staged_item`).toHaveLength(0);
  });

  test('deletes the items that it does not list when it is complete', async () => {
    const world = await connectedWorld();
    world.site.pageSize = 5;
    await world.sync();
    world.site.content.items.delete('01ITEM00000003');
    world.site.faults.respond({ on: 'delta', times: 1, status: 403, where: 'skip=15' });
    await expect(world.service.syncDrive(administrator, { signal, isFull: true })).rejects.toThrow('403');
    expect((await world.service.readStatus(administrator)).counts.files).toBe(21);
    expect(await world.sync()).toMatchObject({ fromScratch: true, pages: 2, deleted: 1 });
    await expectEqual(world);
  });

  test('is continued at its last page, which has the delta link', async () => {
    const world = await connectedWorld();
    await world.sync();
    world.site.content.addFile('new.txt', 'new');
    const { sql } = world.test.database;
    await sql`alter table drive.change rename to unavailable`;
    await expect(world.service.syncDrive(administrator, { signal, isFull: true })).rejects.toThrow();
    await sql`alter table drive.unavailable rename to change`;
    expect(await world.sync()).toMatchObject({ fromScratch: true, pages: 1, created: 1, deleted: 0 });
    await expectEqual(world);
  });

  test.each([400, 404, 410])('starts over if the site responds to its next link with %d', async (status) => {
    const { world, count } = await interruptedWorld();
    world.site.faults.respond({ on: 'delta', times: 1, status, where: 'skip=10' });
    expect(await world.sync()).toMatchObject({ outcome: 'done', fromScratch: true, deleted: 0, created: 0 });
    expect(queriesAfter(world, count).slice(0, 2)).toEqual([expect.stringContaining('skip=10'), '']);
    await expectEqual(world);
  });

  test('starts over if the previous release has deleted its pages', async () => {
    const { world, count } = await interruptedWorld();
    await world.test.database.sql`delete from drive.staged_item`;
    expect(await world.sync()).toMatchObject({ outcome: 'done', fromScratch: true, deleted: 0 });
    expect(queriesAfter(world, count)[0]).toBe('');
    await expectEqual(world);
  });

  test('starts over if an operator requests a full listing', async () => {
    const { world, count } = await interruptedWorld();
    await world.service.syncDrive(administrator, { signal, isFull: true });
    expect(queriesAfter(world, count)[0]).toBe('');
    await expectEqual(world);
  });

  test('is continued after failures of the site, until it has failed in several syncs', async () => {
    const { world, count } = await interruptedWorld();
    world.site.faults.respond({ on: 'delta', times: 100, status: 500, where: 'skip=10' });
    for (let sync = 0; sync < 2; sync++) await expect(world.sync()).rejects.toThrow('500');
    expect(queriesAfter(world, count)).not.toContain('');
    // The listing from the root fails at the same page, and is continued there again.
    await expect(world.sync()).rejects.toThrow('500');
    expect(queriesAfter(world, count)).toContain('');
    world.site.faults.clear();
    expect(await world.sync()).toMatchObject({ outcome: 'done', deleted: 0 });
    await expectEqual(world);
  });

  test('starts over if its pages are a cycle', async () => {
    const { world, count } = await interruptedWorld();
    const page = { value: [], '@odata.nextLink': `${world.site.deltaUrl}?token=0&circle=1` };
    world.site.faults.add({ on: 'delta', times: 3, ...faultKinds.otherPage(() => page) });
    await expect(world.sync()).rejects.toThrow('repeats a link');
    world.site.faults.clear();
    expect(await world.sync()).toMatchObject({ outcome: 'done', deleted: 0 });
    expect(queriesAfter(world, count)).toContain('');
    await expectEqual(world);
  });
});
