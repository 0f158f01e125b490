import { expect, test } from 'vitest';
import { nodeId } from '../../platform/graph/index.js';
import { removeEvidenceJobName } from '../../platform/removed-alerts.js';
import { createDriveService } from '../../subgraphs/drive/index.js';
import { createRecordingDatabase } from '../support/recorded-statements.js';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';

const [first, second] = ['0d1f7a52-7a54-4bd4-a2f9-000000000001', '0d1f7a52-7a54-4bd4-a2f9-000000000002'];
const otherSite = 'another site';

interface Links {
  readonly world: DriveWorld;
  readonly siteId: string;
  readonly itemId: string;
  readonly statements: string[];
  sendRequest(representation: string, selection: string): Promise<{ evidence: unknown[] }>;
}

/**
 * Creates two sites with items of equal ids and different names, a file at depth six, and links to it and to unknown
 * items.
 */
async function linksOfTwoSites(): Promise<Links> {
  const world = await driveWorld();
  const { content, siteId } = world.site;
  let folder = content.rootId;
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) folder = content.addFolder(name, folder);
  const itemId = content.addFile('deep.txt', 'deep', folder);
  await world.service.connectDrive(administrator);
  await world.sync();
  const { sql } = world.test.database;
  await sql`insert into drive.site select (jsonb_populate_record(site, jsonb_build_object('id', ${otherSite}::text, 'hostname', 'other.example'))).*
    from drive.site where id = ${siteId}`;
  await sql`insert into drive.item select (jsonb_populate_record(item, jsonb_build_object('site_id', ${otherSite}::text, 'name', 'other ' || name))).*
    from drive.item where site_id = ${siteId}`;
  const statements: string[] = [];
  const platform = { ...world.platform, database: createRecordingDatabase(world.platform.database, statements) };
  const link = async (link: { alertId: string; siteId: string; notes: string }) =>
    await world.service.linkEvidence(administrator, { itemId, ...link });
  await link({ alertId: first, siteId, notes: 'one' });
  await link({ alertId: first, siteId: otherSite, notes: 'two' });
  await link({ alertId: second, siteId, notes: 'three' });
  await sql`insert into drive.evidence (alert_id, site_id, item_id, note, linked_by, linked_at)
    values (${first}, ${siteId}, 'unknown', 'four', 'nobody', ${world.clock.seconds})`;
  return {
    ...{ world, siteId, itemId, statements },
    async sendRequest(representation, selection) {
      const [typeName] = representation.split(' ');
      const key = representation.slice(typeName?.length);
      const { data, codes } = await queryDrive(
        { ...world, platform },
        `{ _entities(representations: [{ __typename: "${typeName}", ${key} }]) { ... on ${typeName} { ${selection} } } }`,
      );
      expect(codes).toBeUndefined();
      return data._entities[0];
    },
  };
}

test('evidence contains each item from its own site, in order, and null for an unknown item', async () => {
  const { sendRequest, siteId, itemId } = await linksOfTwoSites();
  const item = { siteId, itemId, name: 'deep.txt', path: '/a/b/c/d/e/f/deep.txt' };
  const other = {
    ...{ siteId: otherSite, itemId, name: 'other deep.txt' },
    path: '/other a/other b/other c/other d/other e/other f/other deep.txt',
  };
  const links = 'notes item { siteId itemId name path }';
  const ofAlert = [
    { notes: 'one', item },
    { notes: 'two', item: other },
    { notes: 'four', item: null },
  ];
  expect(await sendRequest(`Alert id: "${first}"`, `evidence { ${links} }`)).toEqual({ evidence: ofAlert });
  const endpoint = `Endpoint tenantId: "acme", hostname: "a", alertIds: ["${first}", "${second}"]`;
  expect(await sendRequest(endpoint, `evidence(first: 3) { ${links} }`)).toEqual({
    evidence: [
      { notes: 'four', item: null },
      { notes: 'three', item },
      { notes: 'two', item: other },
    ],
  });
  expect(await sendRequest(`DriveItem id: "${nodeId('DriveItem', siteId, itemId)}"`, `evidence { ${links} }`)).toEqual({
    evidence: [
      { notes: 'one', item },
      { notes: 'three', item },
    ],
  });
  expect(await sendRequest(`DriveItem id: "${nodeId('DriveItem', siteId, 'unknown')}"`, 'id')).toBeNull();
});

test('evidence has the same order if no items are selected, and then no items are read', async () => {
  const { sendRequest, siteId, itemId, statements } = await linksOfTwoSites();
  const readNotes = async (representation: string): Promise<unknown> =>
    (await sendRequest(representation, 'evidence { notes }')).evidence.map((link) => (link as { notes: string }).notes);
  statements.length = 0;
  expect(await readNotes(`Alert id: "${first}"`)).toEqual(['one', 'two', 'four']);
  const endpoint = `Endpoint tenantId: "acme", hostname: "a", alertIds: ["${first}", "${second}"]`;
  expect(await readNotes(endpoint)).toEqual(['four', 'three', 'two', 'one']);
  expect(statements.filter((statement) => statement.includes('drive.item'))).toEqual([]);
  expect(await readNotes(`DriveItem id: "${nodeId('DriveItem', siteId, itemId)}"`)).toEqual(['one', 'three']);
});

test('links to removed alerts are removed, and no other links', async () => {
  const { world } = await linksOfTwoSites();
  const job = world.service.jobs.find(({ name }) => name === removeEvidenceJobName);
  for (const alertIds of [[first], [first, '0d1f7a52-7a54-4bd4-a2f9-00000000dead']]) {
    await job?.run({ alertIds });
    expect(await world.test.database.sql`select alert_id, note from drive.evidence`).toEqual([
      { alert_id: second, note: 'three' },
    ]);
  }
});

test('evidence is not changed while the local copy of a site is removed', async () => {
  const { world, siteId, itemId } = await linksOfTwoSites();
  const link = { alertId: second, siteId, itemId };
  await world.test.database.transaction(async (sql) => {
    await sql`lock table drive.evidence in share row exclusive mode`;
    const changes = await Promise.allSettled([
      world.service.linkEvidence(administrator, { ...link, notes: 'late' }),
      world.service.unlinkEvidence(administrator, link),
    ]);
    const conflict = { status: 'rejected', reason: { code: 'CONFLICT' } };
    expect(changes).toMatchObject([conflict, conflict]);
  });
  await world.service.unlinkEvidence(administrator, link);
});

test('a change of evidence has a limited time only to wait for the removal of a site', async () => {
  const { world, siteId, itemId } = await linksOfTwoSites();
  const link = { alertId: second, siteId, itemId };
  const { database } = world.platform;
  const lockTimeouts: string[] = [];
  const transaction: typeof database.transaction = (work) =>
    database.transaction(async (sql) => {
      const result = await work(sql);
      const rows = await sql<{ lock_timeout: string }[]>`show lock_timeout`;
      lockTimeouts.push(...rows.map((row) => row.lock_timeout));
      return result;
    });
  const service = createDriveService({
    ...world.platform,
    database: { ...createRecordingDatabase(database, []), transaction },
  });
  await service.linkEvidence(administrator, { ...link, notes: 'again' });
  await service.unlinkEvidence(administrator, link);
  expect(lockTimeouts).toEqual(['0', '0']);
});
