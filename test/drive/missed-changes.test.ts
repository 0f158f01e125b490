import { describe, expect, test } from 'vitest';
import { connectedWorld, expectEqual } from './support/drive-world.js';

describe('the site is listed in full by the next sync', () => {
  test('after a folder was restored without the items that were deleted with it', async () => {
    const world = await connectedWorld();
    const { content } = world.site;
    const folder = content.addFolder('restricted');
    content.addFile('below.txt', 'below', folder);
    await world.sync();
    content.hide(folder);
    expect(await world.sync()).toMatchObject({ deleted: 2 });
    content.hide(folder, false);
    expect(await world.sync()).toMatchObject({ fromScratch: false, created: 1 });
    expect(await world.sync()).toMatchObject({ fromScratch: true, created: 1, deleted: 0, downloads: 0 });
    await expectEqual(world);
    expect(await world.sync()).toMatchObject({ fromScratch: false });
  });

  test('after it reported an item with the name of another item, at most once a day', async () => {
    const world = await connectedWorld();
    const { content } = world.site;
    await world.sync();
    for (const [id, name] of [
      ['01ITEM00000003', 'FILE-1'],
      ['01ITEM00000004', 'file-2'],
    ] as const) {
      content.items.delete(id); // The delta query does not report the deletion.
      content.addFile(name, 'new', '01ITEM00000001');
      expect(await world.sync()).toMatchObject({ fromScratch: false, created: 1, deleted: 0 });
      const isFirst = name === 'FILE-1';
      expect(await world.sync()).toMatchObject({ fromScratch: isFirst, deleted: isFirst ? 1 : 0 });
    }
    world.clock.seconds += 86_400;
    content.addFile('File-2', 'third', '01ITEM00000001');
    await world.sync();
    expect(await world.sync()).toMatchObject({ fromScratch: true, deleted: 1 });
    await expectEqual(world);
  });

  test('after content was not found whose item it does not report as deleted', async () => {
    const world = await connectedWorld();
    const { content } = world.site;
    await world.sync();
    const id = content.addFile('new.txt', 'new');
    world.site.faults.add({ on: 'content', times: 1, where: id, beforeResponse: () => content.items.delete(id) });
    expect(await world.sync()).toMatchObject({ fromScratch: false, created: 1, deleted: 0 });
    expect(await world.sync()).toMatchObject({ fromScratch: true, deleted: 1 });
    await expectEqual(world);
  });
});
