import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultKinds } from '../support/document-site/index.js';
import { administrator, driveWorld, expectEqual } from './support/drive-world.js';

describe('a sync', () => {
  test('copies the whole site, then each change once', async () => {
    const world = await driveWorld();
    const { site, service } = world;
    const reports = site.content.addFolder('reports');
    const old = site.content.addFolder('old', reports);
    const a = site.content.addFile('a.txt', 'first', reports);
    const b = site.content.addFile('b.bin', Buffer.alloc(300_000, 7), old);
    const c = site.content.addFile('empty', '', old);
    for (let index = 0; index < 120; index++) site.content.addFile(`n-${index}`, `content ${index}`);
    await service.connectDrive(administrator);
    const first = await world.sync();
    expect(first).toMatchObject({
      outcome: 'done',
      fromScratch: true,
      downloads: 123,
      created: 126,
      failedDownloads: 0,
    });
    await expectEqual(world);

    site.downloads = [];
    site.content.write(a, 'second');
    site.content.rename(b, 'renamed.bin');
    site.content.rename(old, 'archive');
    site.content.move(c, reports);
    const second = await world.sync();
    expect(second).toMatchObject({ fromScratch: false, downloads: 1, changed: 4, created: 0, deleted: 0 });
    expect(site.downloads).toEqual([a]);
    await expectEqual(world);

    site.downloads = [];
    site.content.remove(old);
    expect(await world.sync()).toMatchObject({ deleted: 2, downloads: 0 });
    await expectEqual(world);
    expect(await world.sync()).toMatchObject({ itemsSeen: 0, created: 0, changed: 0, deleted: 0, downloads: 0 });
    const versions = await world.test.database.sql`select from drive.item_version where item_id = ${a}`;
    expect(versions).toHaveLength(2);
  });

  test('deletes the items of a deleted folder, even if the site reports only the folder', async () => {
    const world = await driveWorld();
    const { content } = world.site;
    const folder = content.addFolder('folder');
    const below = content.addFolder('below', folder);
    content.addFile('lost.txt', 'lost', below);
    const keptFile = content.addFile('kept.txt', 'kept', below);
    await world.service.connectDrive(administrator);
    await world.sync();
    content.move(keptFile, content.rootId);
    content.remove(folder, { named: false });
    expect(await world.sync()).toMatchObject({ deleted: 3 });
    await expectEqual(world);
  });

  test('applies the last of several entries for an item, and accepts the documented name of the delta link', async () => {
    const world = await driveWorld();
    world.site.pageSize = 2;
    const id = world.site.content.addFile('twice.txt', 'one');
    world.site.faults.add({
      on: 'delta',
      times: 1,
      // The item changes during the query, so a later page has it again with other content.
      beforeResponse: () => {
        world.site.content.addFile('another.txt', 'x');
        world.site.content.write(id, 'two');
      },
    });
    world.site.faults.add({ on: 'delta', times: 2, ...faultKinds.plainDeltaLink() });
    await world.service.connectDrive(administrator);
    await world.sync();
    expect(await world.sync()).toMatchObject({ outcome: 'done' });
    await expectEqual(world);
  });

  test('does not download stored content again when the site begins to report its hash', async () => {
    const world = await driveWorld();
    const { content, faults } = world.site;
    const id = content.addFile('a.txt', 'first');
    const withoutHashes = faultKinds.otherEntries((entries) =>
      entries.map((entry) => (entry.file === undefined ? entry : { ...entry, file: {} })),
    );
    faults.add({ on: 'delta', times: 1, ...withoutHashes });
    await world.service.connectDrive(administrator);
    expect(await world.sync()).toMatchObject({ downloads: 1 });
    content.touch(id);
    expect(await world.sync()).toMatchObject({ changed: 1, downloads: 0 });
    content.touch(id);
    expect(await world.sync()).toMatchObject({ downloads: 0 });
    expect(await world.test.database.sql`select from drive.item_version where item_id = ${id}`).toHaveLength(1);
    content.write(id, 'other');
    expect(await world.sync(), 'other content of the same size').toMatchObject({ downloads: 1 });
    await expectEqual(world);
  });

  test('stores names that contain paths in the database, but not in the file system', async () => {
    const world = await driveWorld();
    const { content } = world.site;
    const up = content.addFolder('..');
    const names = [
      ...[
        '../../../../tmp/evil',
        '/etc/passwd',
        'nul\0byte',
        '..',
        '.',
        'C:\\Windows\\win.ini',
        'con',
        'a:stream',
        'a/b',
      ],
      ...['Report.txt', 'report.txt', 'caf\u00e9', 'cafe\u0301', 'line\nbreak', '\u202egnp.exe', 'x'.repeat(4096)],
    ];
    for (const [index, name] of names.entries()) content.addFile(name, `content ${index}`, up);
    await world.service.connectDrive(administrator);
    expect(await world.sync()).toMatchObject({ downloads: names.length, failedDownloads: 0 });
    const rows = await world.test.database.sql`select name from drive.item where not is_folder`;
    const storedNames = names.map((name) => name.replace('\0', '\ufffd'));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(storedNames.toSorted());
    const files = readdirSync(world.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files).toHaveLength(names.length);
    for (const { parentPath, name } of files) {
      expect(name).toMatch(/^[0-9a-f]{64}$/);
      expect(parentPath).toBe(join(world.folder, 'drive', 'content', name.slice(0, 2)));
    }
  });

  test('records the error of the site, even if it contains a null character', async () => {
    const world = await driveWorld();
    await world.service.connectDrive(administrator);
    const fault = faultKinds.status(400, {}, { code: 'nul\0byte', message: 'The name nul\0byte is invalid.' });
    world.site.faults.add({ on: 'delta', times: 1, ...fault });
    await expect(world.sync()).rejects.toThrow('returned 400 nul');
    const runs = await world.test.database.sql`select outcome, error_code, error from drive.sync_run`;
    expect([...runs]).toEqual([
      {
        ...{ outcome: 'failed', error_code: 'UPSTREAM_FAILED' },
        error: expect.stringMatching(/returned 400 nul\ufffdbyte: The name nul\ufffdbyte is invalid\.$/),
      },
    ]);
  });

  test.each(['.', '..', '', 'nul\0byte', 'x'.repeat(1025), 7, null])(
    'rejects an item with the invalid id %j',
    async (id) => {
      const world = await driveWorld();
      await world.service.connectDrive(administrator);
      const listing = { value: [{ id, name: 'a', file: {} }], '@odata.deltaLink': world.site.deltaUrl };
      world.site.faults.add({ on: 'delta', times: 1, ...faultKinds.otherPage(() => listing) });
      await expect(world.sync()).rejects.toMatchObject({ details: { reason: 'malformed_response' } });
      expect(world.site.requestsOf('content')).toEqual([]);
    },
  );
});
