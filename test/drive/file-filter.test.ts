import { expect, test } from 'vitest';
import type { SiteContent } from '../support/document-site/index.js';
import { administrator } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';
import { severalSites, storedOf } from './support/several-sites.js';

type Filter = Parameters<Awaited<ReturnType<typeof severalSites>>['service']['updateSiteOptions']>[1]['filter'];

/** Two folders, one inside the other, and files of several kinds and sizes. */
function addFiles(content: SiteContent): { reports: string; drafts: string; draft: string } {
  const reports = content.addFolder('Reports');
  const drafts = content.addFolder('drafts', reports);
  content.addFile('june.pdf', 'june', reports);
  const draft = content.addFile('july.PDF', 'july', drafts);
  content.addFile('notes_1.tmp', 'notes', reports);
  content.addFile('large.pdf', Buffer.alloc(5000), reports);
  content.addFile('outside.pdf', 'outside');
  return { reports, drafts, draft };
}

async function filteredWorld(filter: Filter) {
  const world = await severalSites([]);
  const library = world.site.addLibrary('/sites/finance');
  const ids = addFiles(library.content);
  const { site } = await world.service.addSite(administrator, { hostname: 'contoso.example', path: 'finance', filter });
  await world.runJob('drive.tick');
  const stored = async () =>
    [...(await storedOf(world, site.siteId ?? ''))].flatMap(([path, bytes]) => (bytes === undefined ? [] : [path]));
  const downloads = () => world.site.downloads.length;
  return {
    ...world,
    ...ids,
    content: library.content,
    key: { hostname: site.hostname, path: site.path },
    stored,
    downloads,
  };
}

test.each<[string, NonNullable<Filter>, string[]]>([
  [
    'below a folder, regardless of case',
    { folders: ['/reports'] },
    ['/Reports/drafts/july.PDF', '/Reports/june.pdf', '/Reports/large.pdf', '/Reports/notes_1.tmp'],
  ],
  [
    'outside a folder',
    { excludedFolders: ['Reports/drafts/'] },
    ['/Reports/june.pdf', '/Reports/large.pdf', '/Reports/notes_1.tmp', '/outside.pdf'],
  ],
  [
    'whose names match a pattern',
    { names: ['*.pdf'] },
    ['/Reports/drafts/july.PDF', '/Reports/june.pdf', '/Reports/large.pdf', '/outside.pdf'],
  ],
  [
    'whose names do not match a pattern',
    { excludedNames: ['notes?1.*'] },
    ['/Reports/drafts/july.PDF', '/Reports/june.pdf', '/Reports/large.pdf', '/outside.pdf'],
  ],
  ['up to a maximum size', { maxBytes: 4 }, ['/Reports/drafts/july.PDF', '/Reports/june.pdf']],
  [
    'that meet all conditions',
    { folders: ['/Reports'], excludedFolders: ['/Reports/drafts'], names: ['*.pdf'], maxBytes: 4999 },
    ['/Reports/june.pdf'],
  ],
])('a site with a filter downloads only files %s, and lists all', async (_, filter, expected) => {
  const world = await filteredWorld(filter);
  expect(await world.stored()).toEqual(expected);
  expect(world.downloads()).toBe(expected.length + 11);
  const [, site] = await world.service.listSites(administrator);
  const [status] = site === undefined ? [] : await world.service.readStatuses(administrator, [site]);
  expect(status?.counts).toMatchObject({ files: 5, excludedFiles: 5 - expected.length, pendingDownloads: 0 });
});

test('a filter ignores the case of all letters', async () => {
  const world = await severalSites([]);
  const { content } = world.site.addLibrary('/sites/finance');
  const [includedFolder, otherFolder] = [content.addFolder('Übersichten ΟΔΟΣ'), content.addFolder('АРХИВ')];
  for (const folder of [includedFolder, otherFolder]) {
    content.addFile('Ärzte.pdf', 'wanted', folder);
    content.addFile('Österreich.tmp', 'not wanted', folder);
  }
  const paths = { folders: ['/übersichten οδοσ', '/Архив'], excludedFolders: ['/архив'] };
  const filter = { ...paths, names: ['ä*', 'ö*'], excludedNames: ['ÖSTERREICH*'] };
  const { site } = await world.service.addSite(administrator, { hostname: 'contoso.example', path: 'finance', filter });
  await world.runJob('drive.tick');
  const stored = [...(await storedOf(world, site.siteId ?? ''))].filter(([, bytes]) => bytes !== undefined);
  expect(stored.map(([path]) => path)).toEqual(['/Übersichten ΟΔΟΣ/Ärzte.pdf']);
});

test('a changed filter downloads only what is new in it, and keeps what was stored', async () => {
  const world = await filteredWorld({ folders: ['/reports/drafts'] });
  expect(await world.stored()).toEqual(['/Reports/drafts/july.PDF']);
  const downloadsBefore = world.downloads();
  await world.service.updateSiteOptions(administrator, { site: world.key, filter: { names: ['june*', 'outside*'] } });
  await world.runJob('drive.tick');
  expect(await world.stored()).toEqual(['/Reports/drafts/july.PDF', '/Reports/june.pdf', '/outside.pdf']);
  expect(world.downloads() - downloadsBefore).toBe(2);
  // New content of a file that the filter no longer matches is not downloaded.
  world.content.write(world.draft, 'changed');
  world.clock.seconds += 1200;
  await world.runJob('drive.tick');
  expect(world.downloads() - downloadsBefore).toBe(2);
  await world.service.updateSiteOptions(administrator, { site: world.key, filter: null });
  await world.runJob('drive.tick');
  expect(await world.stored()).toHaveLength(5);
  expect(world.downloads() - downloadsBefore).toBe(5);
});

test('a filter that an earlier version has applied with other rules is applied again', async () => {
  const world = await filteredWorld({ excludedFolders: ['/Reports'] });
  expect(await world.stored()).toEqual(['/outside.pdf']);
  const { sql } = world.test.database;
  await sql`update drive.site set applied_filter = applied_filter - 'rules'`;
  await sql`update drive.item set next_download_at = 0 where name = 'june.pdf'`;
  world.clock.seconds += 1200;
  await world.runJob('drive.tick');
  expect(await world.stored()).toEqual(['/outside.pdf']);
});

test('a failed file that the filter later excludes is counted and listed only as excluded', async () => {
  const world = await filteredWorld(null);
  world.site.faults.respond({ on: 'download', times: 1000, status: 403, where: world.draft });
  world.content.write(world.draft, 'changed');
  for (let sync = 0; sync < 3; sync++) {
    world.clock.seconds += 7200;
    await world.runJob('drive.tick');
  }
  const readSite = async () => {
    const lists = `failed: foundItems(name: "", contentState: FAILED, isExcluded: false) { name }
      excluded: foundItems(name: "", isExcluded: true) { name }`;
    const { data } = await queryDrive(
      world,
      `{ driveSites { path counts { failedDownloads excludedFiles } ${lists} } }`,
    );
    return data.driveSites.find(({ path }: { path: string }) => path === world.key.path);
  };
  const july = [{ name: 'july.PDF' }];
  expect(await readSite()).toMatchObject({
    ...{ counts: { failedDownloads: 1, excludedFiles: 0 }, failed: july, excluded: [] },
  });
  await world.service.updateSiteOptions(administrator, { site: world.key, filter: { excludedNames: ['july*'] } });
  await world.runJob('drive.tick');
  expect(await readSite()).toMatchObject({
    ...{ counts: { failedDownloads: 0, excludedFiles: 1 }, failed: [], excluded: july },
  });
});

test('files enter and leave a filter when their folder is moved', async () => {
  const world = await filteredWorld({ folders: ['/kept'] });
  expect(await world.stored()).toEqual([]);
  const keptFolder = world.content.addFolder('Kept');
  world.content.move(world.reports, keptFolder);
  world.clock.seconds += 1200;
  await world.runJob('drive.tick');
  expect(await world.stored()).toHaveLength(4);
  world.content.rename(keptFolder, 'other');
  const downloadsBefore = world.downloads();
  world.content.write(world.draft, 'changed');
  world.clock.seconds += 1200;
  await world.runJob('drive.tick');
  expect(world.downloads()).toBe(downloadsBefore);
});

test.each<[string, NonNullable<Filter>]>([
  ['an empty path', { folders: ['/'] }],
  ['a path with dots', { folders: ['/a/../b'] }],
  ['a pattern with a slash', { names: ['a/*.pdf'] }],
  ['too many entries', { names: Array.from({ length: 101 }, (_, index) => `${index}`) }],
  ['a negative size', { maxBytes: -1 }],
])('a filter with %s is rejected', async (_, filter) => {
  const world = await severalSites([]);
  const first = { hostname: 'contoso.example', path: '/sites/security' };
  await expect(world.service.updateSiteOptions(administrator, { site: first, filter })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  });
});
