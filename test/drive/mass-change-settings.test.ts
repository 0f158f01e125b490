import { existsSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MassChangeState } from '../../subgraphs/drive/guard/index.js';
import { createDriveService } from '../../subgraphs/drive/index.js';
import { administrator, type DriveWorld, driveWorld, expectEqual } from './support/drive-world.js';
import { addOffice, encryptFile } from './support/office.js';
import { hashesOf, massChanges } from './support/office-world.js';

/** A site with 40 files, which has been synchronized for a day. */
async function openSmallOffice(settings: Record<string, string>) {
  const world = await driveWorld(settings);
  const folders = addOffice(world.site.content, { folders: 2, filesEach: 20 });
  await world.service.connectDrive(administrator);
  await world.sync();
  world.clock.seconds += 86_400;
  return { world, files: folders.flatMap((folder) => folder.files) };
}

/** Another site, a folder of which is encrypted after a day. */
async function attackFinance() {
  const { world } = await openSmallOffice({ RAMPART_DRIVE_MASS_CHANGE_MIN_FILES: '10' });
  const { content } = world.site.addLibrary('/sites/finance');
  // The first two folders have the same contents as those of the other site.
  const [, , folder] = addOffice(content, { folders: 3, filesEach: 20 });
  const { site } = await world.service.addSite(administrator, { hostname: 'contoso.example', path: '/sites/finance' });
  const sync = () => world.service.syncDrive(administrator, { site, signal: new AbortController().signal });
  await sync();
  world.clock.seconds += 86_400;
  const earlier = [...hashesOf(content.files())].flatMap(([path, sha256]) =>
    path.startsWith('/Department 2/') ? [`${world.folder}/drive/content/${sha256.slice(0, 2)}/${sha256}`] : [],
  );
  for (const id of folder?.files ?? []) encryptFile(content, id, '');
  await Promise.all([sync(), world.sync()]);
  /** Paths of the stored contents from before the encryption. */
  return { world, site, earlier };
}

function encrypt(world: DriveWorld, files: readonly string[]): void {
  for (const id of files) encryptFile(world.site.content, id, '');
}

describe('the guard against mass changes', () => {
  test('ignores changes made while it is off, and reports later changes once it is on', async () => {
    const { world, files } = await openSmallOffice({ RAMPART_DRIVE_MASS_CHANGE_MIN_FILES: '10' });
    const { configuration } = world.platform;
    const drive = { ...configuration.drive, massChangeGuard: false };
    const off = createDriveService({ ...world.platform, configuration: { ...configuration, drive } });
    encrypt(world, files.slice(0, 15));
    await off.syncDrive(administrator, { signal: new AbortController().signal });
    await off.close();
    world.clock.seconds += 7200;
    world.site.content.addFile('note.txt', 'an ordinary file');
    await world.sync();
    expect(await massChanges(world)).toEqual([]);
    encrypt(world, files.slice(15, 30));
    await world.sync();
    const [massChange] = await massChanges(world);
    const [effects] = await world.service.massChangeEffects(administrator, [massChange?.id ?? 0]);
    expect(effects).toMatchObject([{ effect: 'encrypted', count: 15 }]);
  });

  test.each([
    ['too few files', { RAMPART_DRIVE_MASS_CHANGE_MIN_FILES: '25' }, 0],
    ['a window that is too short', { RAMPART_DRIVE_MASS_CHANGE_WINDOW_MINUTES: '29' }, 0],
    ['enough files within the window', {}, 1],
  ])('reports a mass change only within its limits: %s', async (_, settings, expected) => {
    const limits = { RAMPART_DRIVE_MASS_CHANGE_MIN_FILES: '10', RAMPART_DRIVE_MASS_CHANGE_WINDOW_MINUTES: '31' };
    const { world, files } = await openSmallOffice({ ...limits, ...settings });
    for (const from of [0, 5]) {
      encrypt(world, files.slice(from, from + 5));
      world.clock.seconds += 1800;
      await world.sync();
    }
    expect(await massChanges(world)).toHaveLength(expected);
  });

  test('reports only the attacked site, which cannot be removed until the mass change is dismissed, and keeps its earlier contents until an hour after the removal', async () => {
    const { world, site, earlier } = await attackFinance();
    const [massChange, ...others] = await massChanges(world);
    expect([massChange, others]).toMatchObject([{ siteId: site.siteId, kind: 'encryption' }, []]);
    const decide = (state: MassChangeState) =>
      world.service.changeMassChange(administrator, { id: massChange?.id ?? 0, state });
    const remove = () => world.service.removeSite(administrator, { site, keepFiles: false });
    const storedAfter = async (seconds: number) => {
      world.clock.seconds += seconds;
      await world.runJob('drive.sweep');
      return earlier.filter((path) => existsSync(path)).length;
    };
    // Files have the time of the machine, which is not that of the stopped clock.
    for (const path of earlier) utimesSync(path, world.clock.seconds, world.clock.seconds);
    await expect(remove()).rejects.toThrow('A mass change protects the local copy of this site');
    expect(await storedAfter(7200)).toBe(20);
    await decide(MassChangeState.CONFIRMED);
    await expect(remove()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await storedAfter(7200)).toBe(20);
    await decide(MassChangeState.DISMISSED);
    expect(await storedAfter(7200)).toBe(20);
    await remove();
    expect(await storedAfter(3600)).toBe(20);
    expect(await storedAfter(1)).toBe(0);
    await expectEqual(world);
  });
});
