import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { createArchiveDownloads } from '../../subgraphs/drive/history/index.js';
import { signTicket } from '../../subgraphs/drive/site/index.js';
import { auditEntries } from '../audit/support/entries.js';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';

/** A site whose files were renamed, moved and overwritten as ransomware does, one hour after the first sync. */
async function openAttackedWorld(): Promise<
  DriveWorld & { readonly before: Date; readonly truth: Map<string, string> }
> {
  const world = await driveWorld();
  const { content } = world.site;
  const reports = content.addFolder('reports');
  const june = content.addFolder('june', reports);
  const files = Array.from({ length: 12 }, (_, index) =>
    content.addFile(`file-${index}.txt`, `content ${index}`, index % 2 === 0 ? june : reports),
  );
  files.push(content.addFile('empty.txt', ''));
  await world.service.connectDrive(administrator);
  await world.sync();
  const truth = textsOf(content.files());
  const before = new Date(world.clock.now());
  world.clock.seconds += 3600;
  const [first = '', second = '', ...others] = files;
  content.remove(first);
  content.move(second, content.rootId);
  for (const [index, id] of others.entries()) {
    content.write(id, `encrypted ${index}`);
    content.rename(id, `file-${index}.locked`);
  }
  content.addFile('README-TO-DECRYPT.txt', 'pay', reports);
  await world.sync();
  content.rename(june, 'july');
  await world.sync();
  return Object.assign(world, { before, truth });
}

function textsOf(files: ReadonlyMap<string, Buffer>): Map<string, string> {
  return new Map([...files].map(([path, bytes]) => [path, String(bytes)]));
}

let world: Awaited<ReturnType<typeof openAttackedWorld>>;
beforeEach(async () => {
  world = await openAttackedWorld();
});

async function contentsOf(input: { at?: Date; change?: number; folder?: string }): Promise<Map<string, string>> {
  const { files, read } = await world.service.openTree(administrator, { siteId: world.site.siteId, ...input });
  const contentByPath = new Map<string, string>();
  for (const { path, content } of files) {
    if (content !== null) contentByPath.set(`/${path}`, String(await buffer(read(content))));
  }
  return contentByPath;
}

describe('the tree at a point in time', () => {
  test('has the names, folders and contents of that time, after files were overwritten, renamed and deleted', async () => {
    expect(world.truth.size).toBe(13);
    expect(await contentsOf({ at: world.before })).toEqual(world.truth);
    expect(await contentsOf({ at: new Date(world.clock.now()) })).toEqual(textsOf(world.site.content.files()));
  });

  test('can be selected by the number of a change, even within a sync, and is empty before the first', async () => {
    const { lastChange } = (await world.service.listDocumentSites(administrator))[0] ?? { lastChange: 0 };
    expect(await contentsOf({ change: lastChange })).toEqual(textsOf(world.site.content.files()));
    expect(await contentsOf({ change: 0 })).toEqual(new Map());
    const seenIds = new Set<string>();
    for (let change = 1; change <= lastChange; change++) {
      const tree = await world.service.readTree(administrator, { siteId: world.site.siteId, change });
      const { files = 0, missingFiles = 0, bytes = 0 } = tree ?? {};
      seenIds.add(`${files} files, ${missingFiles} missing, ${bytes} bytes`);
    }
    expect(seenIds).toContain('13 files, 0 missing, 110 bytes');
    expect(seenIds).toContain('13 files, 13 missing, 0 bytes');
  });

  test('can be limited to one folder, by its path at that time', async () => {
    const below = [...world.truth].filter(([path]) => path.startsWith('/reports/june/'));
    const relative = below.map(([path, content]) => [path.replace('/reports/june', ''), content] as const);
    expect(await contentsOf({ at: world.before, folder: '/reports/june/' })).toEqual(new Map(relative));
    const read = (folder: string, at = world.before) =>
      world.service.readTree(administrator, { siteId: world.site.siteId, at, folder });
    expect(await read('/reports')).toMatchObject({ folders: 1, files: 12 });
    expect(await read('/reports/july')).toBeNull();
    expect(await read('/reports/june', new Date(world.clock.now()))).toBeNull();
    expect(await read('/empty.txt')).toBeNull();
    expect(await read('/rep')).toBeNull();
  });

  test('can be limited to a folder by a path in other case or Unicode normalization, unless several folders match', async () => {
    const { content } = world.site;
    content.addFile('one.txt', 'one', content.addFolder('Gr\u00f6\u00dfe'));
    await world.sync();
    const read = async (folder: string) =>
      await world.service.readTree(administrator, {
        siteId: world.site.siteId,
        at: new Date(world.clock.now()),
        folder,
      });
    expect(await read('/REPORTS')).toMatchObject({ folder: '/reports' });
    expect(await read('/gro\u0308\u00dfe')).toMatchObject({ folder: '/Gr\u00f6\u00dfe', files: 1 });
    content.addFolder('REPORTS');
    await world.sync();
    expect(await read('/REPORTS')).toMatchObject({ folder: '/REPORTS' });
    expect(await read('/Reports')).toBeNull();
  });

  test('is returned by the GraphQL API page by page, each file with its item and version', async () => {
    const { siteId } = world.site;
    const site = `driveSite(siteId: "${siteId}")`;
    const at = world.before.toISOString();
    const paths: string[] = [];
    for (let after = 'null', isLast = false; !isLast; ) {
      const { data, codes } = await queryDrive(
        world,
        `{ ${site} { tree(at: "${at}", folder: "/reports") { folder files entries(first: 3, after: ${after}) {
          nodes { path name isFolder item { name } version { sha256 size contentLink } } pageInfo { hasNextPage endCursor }
        } } } }`,
      );
      expect(codes).toBeUndefined();
      const { folder, files, entries } = data.driveSite.tree;
      expect({ folder, files }).toEqual({ folder: '/reports', files: 12 });
      for (const entry of entries.nodes) {
        paths.push(entry.path);
        expect(entry.isFolder).toBe(entry.version === null);
        if (!entry.isFolder) expect(entry.version).toMatchObject({ size: world.truth.get(entry.path)?.length });
      }
      isLast = !entries.pageInfo.hasNextPage;
      after = JSON.stringify(entries.pageInfo.endCursor);
    }
    const direct = [...world.truth.keys()].filter((path) => /^\/reports\/[^/]+$/.test(path));
    expect(paths).toEqual([...direct, '/reports/june'].toSorted());
  });

  test('has every item on exactly one page even between two changes that exchange the names of files', async () => {
    const { content, siteId } = world.site;
    const names = ['one.txt', 'two.txt', 'three.txt'];
    const folder = content.addFolder('exchange');
    const ids = names.map((name) => content.addFile(name, name, folder));
    await world.sync();
    for (const [index, id] of ids.entries()) content.rename(id, names[(index + 1) % 3] ?? '');
    await world.sync();
    const { lastChange } = (await world.service.listDocumentSites(administrator))[0] ?? { lastChange: 0 };
    const found: { path: string; item: { itemId: string } }[] = [];
    for (let after = 'null'; after !== ''; ) {
      const { data } = await queryDrive(
        world,
        `{ driveSite(siteId: "${siteId}") { tree(change: ${lastChange - 1}, folder: "/exchange") {
          entries(first: 1, after: ${after}) { nodes { path item { itemId } } pageInfo { hasNextPage endCursor } } } } }`,
      );
      const { nodes, pageInfo } = data.driveSite.tree.entries;
      found.push(...nodes);
      after = pageInfo.hasNextPage ? JSON.stringify(pageInfo.endCursor) : '';
    }
    expect(new Set(found.map(({ path }) => path)).size).toBe(2);
    expect(found.map(({ item }) => item.itemId).sort()).toEqual(ids.toSorted());
  });

  test.each<readonly [filter: string, isFound: (path: string) => boolean]>([
    ['{ name: "UNE" }', (path) => /une[^/]*$/i.test(path)],
    ['{ extensions: [".TXT"] }', (path) => path.endsWith('.txt')],
    ['{ isFolder: true }', (path) => !world.truth.has(path)],
    ['{ name: "e", extensions: ["pdf", "txt"], isFolder: false }', (path) => /e[^/]*\.(pdf|txt)$/.test(path)],
    ['null', () => true],
  ])('is filtered in a folder and below it: %s', async (filter, isFound) => {
    const folders = [...world.truth.keys()].flatMap((path) =>
      path.split('/').map((_, index, parts) => parts.slice(0, index).join('/')),
    );
    const paths = [...new Set([...world.truth.keys(), ...folders])]
      .filter((path) => path.startsWith('/reports/'))
      .sort();
    const expected = paths.filter(isFound);
    const listPaths = async (allLevels: boolean) => {
      const paths: string[] = [];
      for (let after = 'null'; after !== ''; ) {
        const entries = `entries(first: 4, after: ${after}, filter: ${filter}, allLevels: ${allLevels})`;
        const { data } = await queryDrive(
          world,
          `{ driveSite(siteId: "${world.site.siteId}") { tree(at: "${world.before.toISOString()}", folder: "/reports") {
            ${entries} { nodes { path } pageInfo { hasNextPage endCursor } } } } }`,
        );
        const page = data.driveSite.tree.entries;
        for (const { path } of page.nodes) paths.push(path);
        after = page.pageInfo.hasNextPage ? JSON.stringify(page.pageInfo.endCursor) : '';
      }
      return paths;
    };
    expect(await listPaths(true)).toEqual(expected);
    expect(await listPaths(false)).toEqual(expected.filter((path) => path.split('/').length === 3));
  });

  test('is rejected without a point in time, with two, for an unknown change, and for an invalid path', async () => {
    const site = `driveSite(siteId: "${world.site.siteId}")`;
    for (const moment of [
      'at: null',
      'at: "2026-01-01T00:00:00Z", change: 1',
      'change: 100000',
      'change: -1',
      'change: 1, folder: "reports"',
    ]) {
      const { codes } = await queryDrive(world, `{ ${site} { tree(${moment}) { files } } }`);
      expect({ moment, codes }).toEqual({ moment, codes: ['BAD_USER_INPUT'] });
    }
  });

  test('cannot be restored by viewers, and a restore is recorded in the audit log', async () => {
    const input = { siteId: world.site.siteId, at: world.before, folder: '/reports/june' };
    const reader = { ...administrator, caller: { ...administrator.caller, role: 'viewer' as const } };
    await expect(world.service.openTree(reader, input)).rejects.toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    await world.service.openTree(administrator, input);
    const [entry] = await auditEntries(world.test.database, { action: 'restore.drive-tree' });
    expect(entry?.objects).toEqual([`drive-site:${world.site.siteId}`]);
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ folder: '/reports/june', files: 6 });
  });
});

describe('an archive', () => {
  async function openArchive() {
    const input = `siteId: "${world.site.siteId}", at: "${world.before.toISOString()}"`;
    const caller = { ...administrator.caller, credentialId: 'a token' };
    const { data, codes } = await queryDrive(
      world,
      `mutation { createDriveArchive(input: { ${input} }) { link fileName tree { files missingFiles } } }`,
      caller,
    );
    expect(codes).toBeUndefined();
    const { link, fileName, tree } = data.createDriveArchive;
    expect({ fileName, tree }).toEqual({
      fileName: expect.stringMatching(/^site-\d+\.zip$/),
      tree: { files: 13, missingFiles: 0 },
    });
    const download = await createArchiveDownloads(world.platform)(link.replace('/drive/download/', ''));
    if (download === undefined) throw new Error('the ticket is invalid');
    return download;
  }

  test('contains exactly the tree, as another program reads it, and has the announced size', async () => {
    const download = await openArchive();
    const bytes = await buffer(download.read());
    expect(bytes.length).toBe(download.size);
    const file = join(world.folder, 'archive.zip');
    writeFileSync(file, bytes);
    const program = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({'/' + n: z.read(n).decode() for n in z.namelist() if not n.endswith('/')}))`;
    const read = JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }));
    expect(new Map(Object.entries(read))).toEqual(world.truth);
  });

  test('is resumed at any byte, because the same ticket has the same bytes', async () => {
    const download = await openArchive();
    const bytes = await buffer(download.read());
    for (const start of [0, 1, 100, 700, bytes.length - 1]) {
      for (const end of [start, Math.min(start + 321, bytes.length - 1), bytes.length - 1]) {
        expect((await buffer(download.read({ start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true);
      }
    }
    expect((await openArchive()).entityTag).toBe(download.entityTag);
  });

  test('ends with an error at damaged content', async () => {
    const download = await openArchive();
    const sha256 = createHash('sha256').update('content 4').digest('hex');
    const path = join(world.folder, 'drive', 'content', sha256.slice(0, 2), sha256);
    writeFileSync(path, 'CONTENT 4');
    await expect(buffer(download.read())).rejects.toThrow(
      `the stored content ${sha256} cannot be read: its content has a different SHA-256`,
    );
    writeFileSync(path, 'content 4');
  });

  test('is not found for a ticket of a site or folder that no longer exists', async () => {
    const caller = { ...administrator.caller, credentialId: 'a token' };
    const { lastChange } = (await world.service.listDocumentSites(administrator))[0] ?? { lastChange: 0 };
    const open = async (claims: { site: string; folder: string }) => {
      const signed = { purpose: 'archive', claims: { ...claims, change: lastChange } } as const;
      const ticket = await signTicket(world.platform, { ...administrator, caller }, signed);
      return (await createArchiveDownloads(world.platform)(ticket))?.name;
    };
    const site = world.site.siteId;
    expect(await open({ site, folder: '/reports' })).toBe(`reports-${lastChange}.zip`);
    expect(await open({ site, folder: '/none' })).toBeUndefined();
    expect(await open({ site: 'removed', folder: '' })).toBeUndefined();
  });

  test('requires the token of an operator, and is not available for the ticket of a file', async () => {
    const { ticket } = await world.service.createArchiveTicket(administrator, {
      siteId: world.site.siteId,
      at: world.before,
    });
    expect(await createArchiveDownloads(world.platform)(ticket)).toBeUndefined();
    const site = `driveSite(siteId: "${world.site.siteId}")`;
    const { data } = await queryDrive(
      world,
      `{ ${site} { foundItems(name: "README") { versions { contentLink } } } }`,
      { ...administrator.caller, credentialId: 'a token' },
    );
    const link: string = data.driveSite.foundItems[0].versions[0].contentLink;
    expect(await createArchiveDownloads(world.platform)(link.replace('/drive/download/', ''))).toBeUndefined();
  });
});
