import { expect, test } from 'vitest';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { addOffice, cipherOf, encryptFile } from './support/office.js';
import { hashesOf, massChanges, poll, restoredBefore } from './support/office-world.js';

/** The first sync of a site, whose contents are stored 30 seconds after the first listing. */
async function runFirstSync(world: DriveWorld): Promise<void> {
  await world.service.connectDrive(administrator);
  world.site.faults.respond({ on: 'content', times: 1, status: 429, headers: { 'retry-after': '30' } });
  await world.sync();
  expect(world.waited).toContain(30);
}

/** Files that are encrypted from the start. */
function addSealed(world: DriveWorld, count: number, folder: string): void {
  for (let index = 0; index < count; index++) {
    world.site.content.addFile(`sealed-${index}.log`, cipherOf(Buffer.alloc(2000), `sealed ${index}`), folder);
  }
}

test('an attack in the first hour of a site is detected, and the files that it encrypted are restored', async () => {
  const world = await driveWorld();
  const { content } = world.site;
  const folder = content.addFolder('sources');
  addSealed(world, 3, folder);
  const files = Array.from({ length: 40 }, (_, index) =>
    content.addFile(`source-${index}.java`, Buffer.from(`class A${index} {} `.repeat(100)), folder),
  );
  await runFirstSync(world);
  const expectedHashes = hashesOf(content.files());
  for (const id of files) encryptFile(content, id, '');
  await poll(world);
  const [massChange] = await massChanges(world);
  expect(massChange).toMatchObject({ kind: 'encryption', knownFiles: 43 });
  const effects = await world.service.massChangeEffects(administrator, [massChange?.id ?? 0]);
  expect(effects).toMatchObject([[{ effect: 'encrypted', count: 40 }]]);
  expect(await restoredBefore(world, massChange?.firstChange ?? 0)).toEqual(expectedHashes);
});

test('files that were always encrypted, edits, and moves by upload and deletion count as ordinary work', async () => {
  const world = await driveWorld();
  const { content } = world.site;
  const folders = addOffice(content, { folders: 2, filesEach: 30 });
  addSealed(world, 40, folders[0]?.id ?? '');
  await runFirstSync(world);
  const files = folders.flatMap((folder) => folder.files);
  const archive = content.addFolder('Archive');
  for (const id of files.slice(0, 40)) {
    const { name, content: bytes = Buffer.alloc(0) } = content.items.get(id) ?? { name: '' };
    content.addFile(name, bytes, archive);
    content.remove(id);
  }
  for (const id of files.slice(40)) content.write(id, Buffer.from(`text ${id} `.repeat(200)));
  await poll(world);
  expect(await massChanges(world)).toEqual([]);
});
