import { describe, expect, test } from 'vitest';
import { faultKinds } from '../support/document-site/index.js';
import { administrator, connectedWorld, type DriveWorld, expectEqual } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';
import { severalSites } from './support/several-sites.js';

const elsewhere = 'http://127.0.0.1:9/steal';

/** A synchronized site on which files were changed and deleted since. */
async function changedWorld(): Promise<DriveWorld> {
  const world = await connectedWorld();
  await world.sync();
  const { content } = world.site;
  content.write('01ITEM00000004', 'changed meanwhile');
  content.remove('01ITEM00000003');
  content.items.delete('01ITEM00000003'); // A complete listing has no deleted items.
  return world;
}

async function expectFullListing(world: DriveWorld): Promise<void> {
  const before = world.site.requestsOf('delta').length;
  expect(await world.sync()).toMatchObject({ outcome: 'done', fromScratch: true, downloads: 1, deleted: 1 });
  await expectEqual(world);
  const paths = world.site.requestsOf('delta').map(({ path }) => path);
  expect(paths.slice(before).filter((path) => path.endsWith('/root/delta'))).toHaveLength(1);
  const incremental = await world.sync();
  expect(incremental, 'the new delta link works').toMatchObject({ fromScratch: false, itemsSeen: 0 });
}

/** Expects a number of syncs to fail without a listing of the whole site. */
async function expectFailures(world: DriveWorld, count: number): Promise<void> {
  for (let sync = 0; sync < count; sync++) await expect(world.sync()).rejects.toThrow('500');
  const paths = world.site.requestsOf('delta').map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith('/root/delta'))).toHaveLength(1);
}

describe('the site is listed in full once if it', () => {
  test.each([
    ['rejects the stored delta link with 400', 400, 1],
    ['does not find the stored delta link', 404, 1],
  ])('%s', async (_, status, times) => {
    const world = await changedWorld();
    world.site.faults.respond({ on: 'delta', times, status, where: 'token=' });
    await expectFullListing(world);
  });

  test('fails at the stored delta link in four syncs', async () => {
    const world = await changedWorld();
    world.site.faults.respond({ on: 'delta', times: 20, status: 500, where: 'token=' });
    await expectFailures(world, 3);
    expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { storedFiles: 21 } });
    await expectFullListing(world);
  });

  test('fails at a later page of the changes in four syncs', async () => {
    const world = await changedWorld();
    world.site.content.write('01ITEM00000005', 'changed meanwhile');
    world.site.pageSize = 1;
    world.site.faults.respond({ on: 'delta', times: 20, status: 500, where: 'skip=1' });
    await expectFailures(world, 3);
    expect(await world.sync()).toMatchObject({ outcome: 'done', fromScratch: true });
    await expectEqual(world);
  });

  test('restarts the query at a URL, and then fails at this URL in four syncs', async () => {
    const world = await changedWorld();
    const location = `${world.site.deltaUrl}?token=0&fresh=1`;
    world.site.faults.respond({ on: 'delta', times: 20, status: 500, where: 'fresh=1' });
    world.site.faults.respond({ on: 'delta', times: 4, status: 410, headers: { location }, where: 'token=' });
    await expectFailures(world, 3);
    await expectFullListing(world);
  });

  test('responds to the stored delta link with links to another server', async () => {
    const world = await changedWorld();
    const page = { value: [], '@odata.nextLink': elsewhere };
    world.site.faults.add({ on: 'delta', times: 1, where: 'token=', ...faultKinds.otherPage(() => page) });
    await expectFullListing(world);
  });

  test('restarts the query at another server, which is not requested', async () => {
    const world = await changedWorld();
    world.site.faults.respond({ on: 'delta', times: 1, status: 410, headers: { location: elsewhere } });
    await expectFullListing(world);
  });

  test.each([
    ['rejects', 400, 1],
    ['restarts the query again at', 410, 10],
  ])('restarts the query at a URL, and then %s this URL', async (_, status, times) => {
    const world = await changedWorld();
    const location = `${world.site.deltaUrl}?token=0&fresh=1`;
    const headers: Record<string, string> = status === 410 ? { location } : {};
    world.site.faults.respond({ on: 'delta', times, status, headers, where: 'fresh=1' });
    world.site.faults.respond({ on: 'delta', times: 1, status: 410, headers: { location } });
    await expectFullListing(world);
  });
});

test('a site that rejects the listing too fails the sync after one further attempt, and no file is deleted', async () => {
  const world = await changedWorld();
  const before = world.site.requestsOf('delta').length;
  world.site.faults.respond({ on: 'delta', times: 10, status: 404 });
  await expect(world.sync()).rejects.toMatchObject({ details: { reason: 'rejected', status: 404 } });
  expect(world.site.requestsOf('delta').length).toBe(before + 2);
  expect(await world.service.readStatus(administrator)).toMatchObject({ counts: { storedFiles: 21 } });
});

test.each([401, 403])('the stored delta link is kept if the site responds to it with %d', async (status) => {
  const world = await changedWorld();
  world.site.faults.respond({ on: 'delta', times: 2, status, where: 'token=' });
  await expect(world.sync()).rejects.toMatchObject({ details: { status } });
  world.site.faults.clear();
  expect(await world.sync()).toMatchObject({ fromScratch: false });
});

describe('a full listing that an operator requests', () => {
  const { signal } = new AbortController();

  test('finds items that the delta query does not report', async () => {
    const world = await connectedWorld();
    await world.sync();
    world.site.content.items.delete('01ITEM00000003');
    expect(await world.sync()).toMatchObject({ fromScratch: false, deleted: 0 });
    const run = await world.service.syncDrive(administrator, { signal, isFull: true });
    expect(run).toMatchObject({ fromScratch: true, deleted: 1, downloads: 0 });
    await expectEqual(world);
    expect(await world.sync()).toMatchObject({ fromScratch: false });
  });

  test('in the graph, during a sync, is performed by the next sync', async () => {
    const world = await severalSites(['/sites/finance']);
    await world.runJob('drive.tick');
    const { data } = await queryDrive(world, `{ driveFollowedSites(first: 9) { nodes { id } } }`);
    const [, finance] = data.driveFollowedSites.nodes;
    world.site.faults.add({
      ...{ on: 'delta', times: 1, where: 'finance' },
      async beforeResponse() {
        const mutation = `mutation { syncDriveSite(input: { id: "${finance.id}" }, isFull: true) { site { id } } }`;
        expect(await queryDrive(world, mutation)).not.toHaveProperty('errors');
      },
    });
    world.clock.seconds += 3600;
    await world.runJob('drive.tick');
    await world.runJob('drive.tick');
    const [followed] = world.followed;
    const runs = await world.service.listRuns(administrator, {
      ...{ siteId: followed?.siteId ?? '', page: { first: 10, after: null } },
    });
    expect(runs.edges.map(({ node }) => node.fromScratch)).toEqual([true, false, true]);
  });
});
