import { describe, expect, test } from 'vitest';
import { administrator, connectedWorld, type DriveWorld, expectEqual } from './support/drive-world.js';
import { worldWithReceiver } from './support/receiver.js';
import { expectEqualContent, severalSites } from './support/several-sites.js';

const key = { hostname: 'contoso.example', path: '/sites/security' };
const large = '01ITEM00000022';

async function pendingOf({ service }: DriveWorld): Promise<number> {
  return (await service.readStatus(administrator)).counts.pendingDownloads;
}

/** Numbers of the last change of the site, and of the last change that the guard has examined with its contents. */
async function examinedOf({ test, site }: DriveWorld) {
  const [row] = await test.database.sql`
    select last_change::int as last, guarded_change::int as examined from drive.site where id = ${site.siteId}`;
  return row;
}

/** Runs an action during the first downloads, all of which wait for its end. */
function duringDownloads(world: DriveWorld, action: () => unknown): void {
  let acted: Promise<unknown> | undefined;
  world.site.faults.add({
    ...{ on: 'content', times: 8, where: world.site.siteId },
    beforeResponse: () => (acted ??= Promise.resolve(action())),
  });
}

describe('the downloads of a sync stop', () => {
  test('after some minutes, so other sites have a turn, and the next minute continues them', async () => {
    const world = await severalSites(['/sites/finance']);
    const [finance] = world.followed;
    for (let index = 0; index < 20; index++) world.site.content.addFile(`more-${index}`, `content of ${index}`);
    duringDownloads(world, () => {
      world.clock.seconds += 181;
    });
    await world.runJob('drive.tick');
    expect(await pendingOf(world)).toBeGreaterThan(0);
    expect((await world.service.readStatus(administrator)).lastRun).toMatchObject({ outcome: 'done', error: null });
    const { last, examined } = (await examinedOf(world)) ?? {};
    expect(examined, 'the contents are not complete').not.toBe(last);
    await world.runJob('drive.tick');
    await expectEqualContent(world, world.site.siteId, world.site.content);
    await expectEqualContent(world, finance?.siteId ?? '', finance?.library.content ?? world.site.content);
    const after = await examinedOf(world);
    expect(after?.examined).toBe(after?.last);
  });

  test('when the site reports changes, which are queried before the other files are downloaded', async () => {
    const world = await worldWithReceiver();
    for (let index = 0; index < 30; index++) world.site.content.addFile(`file-${index}`, `content of ${index}`);
    duringDownloads(world, async () => {
      world.site.content.addFile('notified.txt', 'notified');
      await world.site.notify();
      world.clock.seconds += 11;
    });
    await world.runJob('drive.sync');
    await expectEqual(world);
    const steps = world.site.requests.map(({ step }) => step).filter((step) => step === 'delta' || step === 'content');
    expect(steps.lastIndexOf('content') - steps.lastIndexOf('delta')).toBeGreaterThan(20);
  });

  test('not at once, so a site that reports changes continuously is copied too', async () => {
    const world = await worldWithReceiver();
    world.site.faults.add({
      ...{ on: 'delta', times: 3 },
      async beforeResponse() {
        // The listing takes longer than the downloads may.
        world.clock.seconds += 200;
        await world.site.notify();
      },
    });
    await world.runJob('drive.sync');
    await expectEqual(world);
  });

  test('when the site is paused, and are resumed with it', async () => {
    const world = await connectedWorld();
    world.site.faults.add({
      ...{ on: 'download', times: 1, where: large },
      async beforeResponse() {
        await world.service.setPaused(administrator, { site: key, isPaused: true });
        world.clock.seconds += 2;
      },
    });
    await world.runJob('drive.tick');
    const { sql } = world.test.database;
    const [interrupted] = await sql`
      select content_state, download_attempts, download_error from drive.item where id = ${large}`;
    expect(interrupted).toEqual({ content_state: 'pending', download_attempts: 0, download_error: null });
    // The changes are not examined as if their contents were stored.
    await sql`update drive.site set deletion_postponed_at = ${world.clock.seconds}`;
    await world.runJob('drive.tick');
    expect((await examinedOf(world))?.examined).toBeNull();
    await world.service.setPaused(administrator, { site: key, isPaused: false });
    await world.runJob('drive.tick');
    await expectEqual(world);
    expect((await world.service.readStatus(administrator)).lastRun).toMatchObject({ resumedDownloads: 1 });
  });

  test('when the site is disconnected', async () => {
    const world = await connectedWorld();
    duringDownloads(world, async () => {
      await world.service.disconnectDrive(administrator);
      world.clock.seconds += 2;
    });
    await world.runJob('drive.tick');
    expect(await pendingOf(world)).toBeGreaterThan(0);
  });
});

test('a sync that waits for all files queries the changes after some minutes of downloads', async () => {
  const world = await connectedWorld();
  duringDownloads(world, () => {
    world.clock.seconds += 181;
    world.site.content.addFile('later.txt', 'later');
  });
  expect(await world.sync()).toMatchObject({ outcome: 'done', downloads: 22, failedDownloads: 0 });
  await expectEqual(world);
});
