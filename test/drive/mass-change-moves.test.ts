import { describe, expect, test } from 'vitest';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { addOffice } from './support/office.js';
import { massChanges } from './support/office-world.js';

const security = { hostname: 'contoso.example', path: '/sites/security' };
const finance = { hostname: 'contoso.example', path: '/sites/finance' };
type Key = typeof finance;

/** Two sites that have been synchronized for a day, one of them with 40 files, which `sync` synchronizes. */
async function openTwoOffices(siteWithFiles: Key = security) {
  const world = await driveWorld({ RAMPART_DRIVE_MASS_CHANGE_MIN_FILES: '10' });
  const added = world.site.addLibrary(finance.path).content;
  const [content, other] = siteWithFiles === security ? [world.site.content, added] : [added, world.site.content];
  const files = addOffice(content, { folders: 2, filesEach: 20 }).flatMap((folder) => folder.files);
  await world.service.connectDrive(administrator);
  await world.service.addSite(administrator, finance);
  await world.runJob('drive.tick');
  world.clock.seconds += 86_000;
  await world.runJob('drive.tick');
  world.clock.seconds += 60;
  const { signal } = new AbortController();
  const sync = () => world.service.syncDrive(administrator, { site: siteWithFiles, signal });
  return { world, content, other, files, sync };
}

/** Deletes half of the files, and synchronizes their site. */
async function attack({ content, files, sync }: Awaited<ReturnType<typeof openTwoOffices>>): Promise<void> {
  for (const id of files.slice(0, 20)) content.remove(id);
  await sync();
}

async function runMinutes(world: DriveWorld, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    world.clock.seconds += 60;
    await world.runJob('drive.tick');
  }
}

const deletion = [{ kind: 'deletion', state: 'open' }];

describe('files of a site that disappear together', () => {
  test('are not a mass change if they were moved to a site that is synchronized later', async () => {
    const office = await openTwoOffices();
    const { world, content, other, files } = office;
    const folder = other.addFolder('Moved');
    for (const id of files.slice(0, 20)) {
      const { name, content: bytes = Buffer.alloc(0) } = content.items.get(id) ?? { name: '' };
      other.addFile(name, bytes, folder);
    }
    await attack(office);
    await runMinutes(world, 3);
    expect(await massChanges(world)).toEqual([]);
    const { sql } = world.test.database;
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int from drive.item where deleted_at is not null`;
    expect(count).toBe(20);
    expect(await sql`select from drive.site where deletion_postponed_at is not null`).toHaveLength(0);
  });

  test('are a mass change when the other sites have been polled and do not have them', async () => {
    const office = await openTwoOffices();
    const { world } = office;
    const { sql } = world.test.database;
    const [{ last } = { last: 0 }] = await sql<{ last: number }[]>`select max(id)::int as last from drive.sync_run`;
    await attack(office);
    expect(await massChanges(world)).toEqual([]);
    await runMinutes(world, 2);
    expect(await massChanges(world)).toMatchObject(deletion);
    // Only the sync of the attack was requested, so no failed download was tried again.
    expect(
      await sql`select s.path, r.trigger from drive.sync_run r join drive.site s on s.id = r.site_id
      where r.id > ${last} order by r.id`,
    ).toEqual([
      { path: security.path, trigger: 'request' },
      { path: finance.path, trigger: 'poll' },
    ]);
  });

  test('are a mass change ten minutes after the first deletion if the other sites are not synchronized', async () => {
    const { world, content, files, sync } = await openTwoOffices();
    for (const id of files.slice(0, 14)) content.remove(id);
    await sync();
    for (let minute = 1; minute < 10; minute++) {
      world.clock.seconds += 60;
      for (const id of files.slice(12 + 2 * minute, 14 + 2 * minute)) content.remove(id);
      await sync();
    }
    world.clock.seconds += 59;
    await sync();
    expect(await massChanges(world)).toEqual([]);
    world.clock.seconds += 1;
    await sync();
    expect(await massChanges(world)).toMatchObject(deletion);
  });

  test.each([
    ['paused', 'is_paused = true'],
    ['no longer followed', 'added_at = null'],
    ['suspended after a failure', 'circuit_open_until = 1790086200'],
  ])('are a mass change immediately if the other site is %s', async (_, change) => {
    const office = await openTwoOffices();
    const { world } = office;
    await world.test.database.sql.unsafe(`update drive.connection set ${change} where path = '/sites/finance'`);
    await attack(office);
    expect(await massChanges(world)).toMatchObject(deletion);
  });

  test('are not a mass change immediately if the other site failed while the clock was a year ahead', async () => {
    const office = await openTwoOffices();
    const { world } = office;
    const until = world.clock.seconds + 366 * 86_400;
    await world.test.database.sql`
      update drive.connection set circuit_open_until = ${until} where path = '/sites/finance'`;
    await attack(office);
    expect(await massChanges(world)).toEqual([]);
  });

  const forever = Number.POSITIVE_INFINITY;
  test.each<[how: string, full: Key, change: (world: DriveWorld) => unknown]>([
    [
      'rejects all requests',
      finance,
      ({ site }) => site.faults.respond({ on: 'delta', times: forever, status: 403, where: 'sites-finance' }),
    ],
    ['is paused', finance, ({ service }) => service.setPaused(administrator, { site: finance, isPaused: true })],
    ['is removed', finance, ({ service }) => service.removeSite(administrator, { site: finance, keepFiles: true })],
    ['is disconnected', security, ({ service }) => service.disconnectDrive(administrator)],
  ])('are a mass change if their site %s before the other sites are synchronized', async (_, siteWithFiles, change) => {
    const office = await openTwoOffices(siteWithFiles);
    const { world } = office;
    await attack(office);
    await change(world);
    expect(await massChanges(world)).toEqual([]);
    await runMinutes(world, 20);
    expect(await massChanges(world)).toMatchObject(deletion);
  });

  test('are a mass change if new files of their site can no longer be downloaded', async () => {
    const office = await openTwoOffices(finance);
    const { world, content } = office;
    content.addFile('new.txt', 'new');
    world.site.faults.respond({ on: 'content', times: forever, status: 503, headers: { 'retry-after': '3600' } });
    await expect(attack(office)).rejects.toThrow('accepts no requests for');
    await runMinutes(world, 9);
    expect(await massChanges(world)).toEqual([]);
    await runMinutes(world, 1);
    expect(await massChanges(world)).toMatchObject(deletion);
  });

  test('are not deleted with the local copy of their site before it is known whether they were moved', async () => {
    const office = await openTwoOffices(finance);
    const { world } = office;
    const remove = () => world.service.removeSite(administrator, { site: finance, keepFiles: false });
    await attack(office);
    await expect(remove()).rejects.toMatchObject({ details: { reason: 'deletion_postponed' } });
    await runMinutes(world, 2);
    await expect(remove()).rejects.toMatchObject({ details: { reason: 'mass_change_held' } });
  });
});
