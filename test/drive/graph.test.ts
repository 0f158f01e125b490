import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { anonymous, type Caller, localAdministrator } from '../../platform/caller.js';
import { nodeId } from '../../platform/graph/index.js';
import { maxCharacters } from '../../platform/input-limits.js';
import { driveSubgraph } from '../../subgraphs/drive/index.js';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';

const alertId = '0d1f7a52-7a54-4bd4-a2f9-000000000001';

async function syncedWorld(): Promise<DriveWorld> {
  const world = await driveWorld();
  const { content } = world.site;
  const reports = content.addFolder('reports');
  const file = content.addFile('a.txt', 'first', reports);
  content.addFile('b.txt', 'other', reports);
  await world.service.connectDrive(administrator);
  await world.sync();
  content.write(file, 'second one');
  content.rename(reports, 'archive');
  await world.sync();
  return world;
}

describe('the document site in the GraphQL API', () => {
  test('has a tree of items with paths, versions and contents', async () => {
    const world = await syncedWorld();
    const { data } = await queryDrive(
      world,
      `{ driveSites { name counts { items files storedBytes } root { path children(first: 5) { nodes { name path isFolder
        children { nodes { name path contentState content { size } versions { size } parent { name path } } } } } } } }`,
    );
    const [site] = data.driveSites;
    expect(site).toMatchObject({ name: 'Security', counts: { items: 3, files: 2, storedBytes: 15 } });
    expect(site.root).toEqual({
      path: '/',
      children: {
        nodes: [
          {
            ...{ name: 'archive', path: '/archive', isFolder: true },
            children: {
              nodes: [
                {
                  ...{
                    name: 'a.txt',
                    path: '/archive/a.txt',
                    contentState: 'STORED',
                    parent: { name: 'archive', path: '/archive' },
                  },
                  ...{ content: { size: 10 }, versions: [{ size: 10 }, { size: 5 }] },
                },
                {
                  ...{
                    name: 'b.txt',
                    path: '/archive/b.txt',
                    contentState: 'STORED',
                    parent: { name: 'archive', path: '/archive' },
                  },
                  ...{ content: { size: 5 }, versions: [{ size: 5 }] },
                },
              ],
            },
          },
        ],
      },
    });
  });

  test('has no path for items whose parent folders are missing or form a cycle', async () => {
    const world = await syncedWorld();
    const { sql } = world.test.database;
    async function readPathsByName(): Promise<Record<string, string | null>> {
      const { data } = await queryDrive(
        world,
        '{ driveSites { items: changes(first: 20) { nodes { item { name path } } } } }',
      );
      const nodes: { item: { name: string; path: string | null } | null }[] = data.driveSites[0].items.nodes;
      return Object.fromEntries(nodes.flatMap(({ item }) => (item === null ? [] : [[item.name, item.path]])));
    }
    expect(await readPathsByName()).toMatchObject({
      archive: '/archive',
      'a.txt': '/archive/a.txt',
      'b.txt': '/archive/b.txt',
    });
    await sql`update drive.item set parent_id = 'nobody' where name = 'a.txt'`;
    expect(await readPathsByName()).toMatchObject({ archive: '/archive', 'a.txt': null, 'b.txt': '/archive/b.txt' });
    await sql`update drive.item set parent_id = id where name = 'archive'`;
    expect(await readPathsByName()).toMatchObject({ archive: null, 'a.txt': null, 'b.txt': null });
  });

  test('lists the newest 1000 versions of a file, and earlier ones on request', async () => {
    const world = await syncedWorld();
    await world.test.database.sql`insert into drive.item_version
      select v.site_id, v.item_id, 1000 + n, v.name, v.sha256, v.e_tag, v.modified_at, v.modified_by, v.stored_at
      from drive.item_version v join drive.item i on i.site_id = v.site_id and i.id = v.item_id
      cross join generate_series(1, 1020) n where i.name = 'a.txt' on conflict do nothing`;
    const source = `{ driveSites { foundItems(name: "a.txt") {
      newest: versions { change } earlier: versions(before: 1003) { change } } } }`;
    const [file] = (await queryDrive(world, source)).data.driveSites[0].foundItems;
    const numbers = Array.from({ length: 1000 }, (_, index) => 2020 - index);
    expect(file.newest.map(({ change }: { change: unknown }) => Number(change))).toEqual(numbers);
    expect(file.earlier.slice(0, 2).map(({ change }: { change: unknown }) => Number(change))).toEqual([1002, 1001]);
  });

  test('links to the content of each version, for one hour', async () => {
    const world = await syncedWorld();
    const source = '{ driveSites { items { nodes { name versions { contentLink } } } } }';
    const operator = { ...localAdministrator, credentialId: 'of-an-operator' };
    const [site] = (await queryDrive(world, source, operator)).data.driveSites;
    const { versions } = site.items.nodes.find(({ name }: { name: string }) => name === 'a.txt');
    const open = driveSubgraph.createDownloads?.(world.platform);
    const readContents = async (): Promise<(string | undefined)[]> =>
      await Promise.all(
        versions.map(async ({ contentLink }: { contentLink: string }) => {
          const download = await open?.(contentLink.replace('/drive/download/', ''));
          // The gateway checks whether the token is still valid.
          expect(download?.credentialId ?? 'of-an-operator').toBe('of-an-operator');
          return download && (await text(download.read()));
        }),
      );
    expect(await readContents()).toEqual(['second one', 'first']);
    world.clock.seconds += 3610;
    expect(await readContents()).toEqual([undefined, undefined]);
  });

  test('has paginated lists of changes and syncs', async () => {
    const world = await syncedWorld();
    const query = (after: string) =>
      `{ driveSites { changes(first: 2${after}) { nodes { number kind name previousName item { id } }
        pageInfo { hasNextPage endCursor } } syncRuns(first: 1) { nodes { outcome downloads } pageInfo { hasNextPage } } } }`;
    const first = (await queryDrive(world, query(''))).data.driveSites[0];
    expect(first.changes.nodes).toMatchObject([
      { kind: 'CONTENT_STORED', name: 'a.txt' },
      { kind: 'RENAMED', name: 'archive', previousName: 'reports' },
    ]);
    expect(first.syncRuns).toEqual({ nodes: [{ outcome: 'DONE', downloads: 1 }], pageInfo: { hasNextPage: true } });
    const { endCursor } = first.changes.pageInfo;
    const second = (await queryDrive(world, query(`, after: "${endCursor}"`))).data.driveSites[0];
    expect(second.changes.nodes).toMatchObject([{ kind: 'UPDATED', name: 'a.txt' }, { kind: 'CONTENT_STORED' }]);
  });

  test('counts all items of a site or folder, and all syncs', async () => {
    const world = await syncedWorld();
    const query = `{ driveSites { items(first: 1) { totalCount nodes { name } } syncRuns(first: 1) { totalCount }
      root { children(first: 1) { totalCount nodes { name children { totalCount } } } } } }`;
    const [site] = (await queryDrive(world, query)).data.driveSites;
    expect([site.items.totalCount, site.items.nodes.length, site.syncRuns.totalCount]).toEqual([4, 1, 2]);
    expect(site.root.children).toEqual({ totalCount: 1, nodes: [{ name: 'archive', children: { totalCount: 2 } }] });
  });

  test('finds sites, items and syncs by their global ids, and returns null for other ids', async () => {
    const world = await syncedWorld();
    const { data } = await queryDrive(
      world,
      '{ driveSites { __typename id siteId root { __typename id itemId } syncRuns(first: 1) { nodes { __typename id number } } } }',
    );
    const [{ root, syncRuns, ...site }] = data.driveSites;
    const objects: { __typename: string; id: string }[] = [site, root, ...syncRuns.nodes];
    const find = async (references: readonly { __typename: string; id: string }[]) => {
      const representations = references.map(({ __typename, id }) => `{ __typename: "${__typename}", id: "${id}" }`);
      const selection =
        '__typename ... on DriveSite { id siteId } ... on DriveItem { id itemId } ... on DriveSyncRun { id number }';
      return await queryDrive(world, `{ _entities(representations: [${representations}]) { ${selection} } }`);
    };
    expect((await find(objects)).data._entities).toEqual(objects);
    const unknown = [
      ...['unknown', '1e0', '999'].map((key) => ({ __typename: 'DriveSyncRun', id: nodeId('DriveSyncRun', key) })),
      { __typename: 'DriveSite', id: nodeId('DriveSite', 'unknown') },
      { __typename: 'DriveItem', id: nodeId('DriveItem', world.site.siteId, 'unknown') },
    ];
    expect((await find(unknown)).data._entities).toEqual(unknown.map(() => null));
    expect((await find([{ __typename: 'DriveItem', id: site.id }])).codes).toEqual(['BAD_USER_INPUT']);
  });

  test('links items to alerts and back', async () => {
    const world = await syncedWorld();
    const item = `alertId: "${alertId}", siteId: "${world.site.siteId}", itemId: "01ITEM00000002"`;
    const linked = await queryDrive(
      world,
      `mutation { linkDriveEvidence(input: { ${item}, notes: "seen" }) { evidence { notes } } }`,
    );
    expect(linked.data).toEqual({ linkDriveEvidence: { evidence: { notes: 'seen' } } });
    const representation = `[{ __typename: "Alert", id: "${alertId}" }]`;
    const alert = `{ _entities(representations: ${representation}) { ... on Alert { evidence { item { name alerts { id } evidence { alert { id } } } } } } }`;
    expect((await queryDrive(world, alert)).data._entities).toEqual([
      { evidence: [{ item: { name: 'a.txt', alerts: [{ id: alertId }], evidence: [{ alert: { id: alertId } }] } }] },
    ]);
    await queryDrive(world, `mutation { unlinkDriveEvidence(input: { ${item} }) { alertId } }`);
    expect((await queryDrive(world, alert)).data._entities).toEqual([{ evidence: [] }]);
    const unknown = await queryDrive(
      world,
      `mutation { linkDriveEvidence(input: { alertId: "${alertId}", siteId: "x", itemId: "y" }) { evidence { notes } } }`,
    );
    expect(unknown.codes).toEqual(['NOT_FOUND']);
    const link = async (length: number) =>
      await queryDrive(
        world,
        `mutation { linkDriveEvidence(input: { ${item}, notes: "${'x'.repeat(length)}" }) { evidence { notes } } }`,
      );
    expect((await link(maxCharacters.notes)).codes ?? []).toEqual([]);
    expect((await link(maxCharacters.notes + 1)).codes).toEqual(['BAD_USER_INPUT']);
  });

  test.each([
    ['UNAUTHENTICATED', anonymous],
    ['FORBIDDEN', { kind: 'account', accountId: 'a', username: 'a' } as const],
    ['FORBIDDEN', { kind: 'operator', role: 'analyst', name: 'ana', tenantId: 'acme' } as const],
    ['FORBIDDEN', { kind: 'mirror-client', clientId: 'c' } as const],
  ])('responds with %s to callers who may not read the site', async (code, caller) => {
    const world = await driveWorld();
    const queries = [
      '{ driveStatus { isConnected } }',
      '{ driveSites { id } }',
      '{ driveItem(siteId: "a", itemId: "b") { id } }',
    ];
    for (const query of queries) expect((await queryDrive(world, query, caller)).codes, query).toEqual([code]);
    const mutations = ['connectDrive { siteId }', 'syncDrive { siteId }', 'disconnectDrive { siteId }'];
    for (const mutation of mutations)
      expect((await queryDrive(world, `mutation { ${mutation} }`, caller)).codes).toEqual([code]);
  });

  test('permits analysts of all tenants to read, but not to connect', async () => {
    const world = await driveWorld();
    const analyst: Caller = { kind: 'operator', role: 'analyst', name: 'ana', tenantId: null };
    expect((await queryDrive(world, '{ driveStatus { isConnected reason } }', analyst)).data).toEqual({
      driveStatus: { isConnected: false, reason: 'Never connected' },
    });
    expect((await queryDrive(world, 'mutation { connectDrive { siteId } }', analyst)).codes).toEqual(['FORBIDDEN']);
  });
});
