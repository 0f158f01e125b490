import { describe, expect, test } from 'vitest';
import { administrator, driveWorld } from './support/drive-world.js';
import { addOffice } from './support/office.js';
import { massChanges } from './support/office-world.js';

/** Two sites, the first one with 40 files, which have been synchronized for a day. */
async function twoOffices() {
  const world = await driveWorld({ RAMPART_DRIVE_MASS_CHANGE_MIN_FILES: '10' });
  const [folder] = addOffice(world.site.content, { folders: 2, filesEach: 20 });
  await world.service.connectDrive(administrator);
  const { content } = world.site.addLibrary('/sites/finance');
  await world.service.addSite(administrator, { hostname: 'contoso.example', path: '/sites/finance' });
  await world.runJob('drive.tick');
  world.clock.seconds += 86_000;
  await world.runJob('drive.tick');
  world.clock.seconds += 60;
  return { world, files: folder?.files ?? [], other: content };
}

async function minutes({ world }: Pick<Awaited<ReturnType<typeof twoOffices>>, 'world'>, count: number) {
  for (let minute = 0; minute < count; minute++) {
    world.clock.seconds += 60;
    await world.runJob('drive.tick');
  }
}

describe('files of a site that disappear together', () => {
  test('are no mass change if they were moved to a site that is synchronized later', async () => {
    const { world, files, other } = await twoOffices();
    const { content } = world.site;
    const folder = other.addFolder('Moved');
    for (const id of files) {
      const { name, content: bytes = Buffer.alloc(0) } = content.items.get(id) ?? { name: '' };
      other.addFile(name, bytes, folder);
      content.remove(id);
    }
    await world.sync();
    await minutes({ world }, 3);
    expect(await massChanges(world)).toEqual([]);
    const [{ count } = { count: 0 }] = await world.test.database.sql<{ count: number }[]>`
      select count(*)::int from drive.item where deleted_at is not null`;
    expect(count).toBe(files.length);
  });

  test('are a mass change when the other sites have been synchronized and do not have them', async () => {
    const { world, files } = await twoOffices();
    for (const id of files) world.site.content.remove(id);
    await world.sync();
    expect(await massChanges(world)).toEqual([]);
    await minutes({ world }, 3);
    expect(await massChanges(world)).toMatchObject([{ kind: 'deletion', state: 'open' }]);
  });

  test('are a mass change after ten minutes if the other sites are not synchronized', async () => {
    const { world, files } = await twoOffices();
    for (const id of files) world.site.content.remove(id);
    await world.sync();
    world.clock.seconds += 599;
    await world.sync();
    expect(await massChanges(world)).toEqual([]);
    world.clock.seconds += 1;
    await world.sync();
    expect(await massChanges(world)).toMatchObject([{ kind: 'deletion', state: 'open' }]);
  });

  test('are a mass change at once if the other site is paused', async () => {
    const { world, files } = await twoOffices();
    await world.test.database.sql`update drive.connection set is_paused = true where path = '/sites/finance'`;
    for (const id of files) world.site.content.remove(id);
    await world.sync();
    expect(await massChanges(world)).toHaveLength(1);
  });
});
