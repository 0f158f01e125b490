import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { blockListChanges, selectBlockSerial } from '../../subgraphs/zones/blocklist/index.js';
import { type HitRow, watchBrands } from '../../subgraphs/zones/brands/index.js';
import { auditBlocks } from '../../subgraphs/zones/brands/service/audit-blocks.js';
import { MatcherCache } from '../../subgraphs/zones/brands/service/names-with-brands.js';
import { openAlerts } from '../../subgraphs/zones/brands/service/open-alerts.js';
import { scanNames } from '../../subgraphs/zones/brands/service/scan-names.js';
import { auditEntries } from '../audit/support/entries.js';
import { createQueue } from '../support/job-queue.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld();
const padding = Array.from({ length: 60 }, (_, index) => `padding${index} ns1.host.net.`);
let zone = '';
let zoneCount = 0;
let brandId = '';

/** Imports names and follows the import. */
async function importNames(...labels: string[]): Promise<void> {
  await importFile(world, zone, zoneText(zone, [...padding, ...labels.map((label) => `${label} ns1.host.net.`)]));
  await watch();
}

async function watch(): Promise<void> {
  await watchBrands({ database: world.test.database, clock: world.clock });
}

async function listHits(filter: object = {}): Promise<HitRow[]> {
  const { nodes } = await world.service.listHits(localRequest, { first: 1000, filter: { ...filter, zones: [zone] } });
  return nodes.toSorted((one, other) => (one.label < other.label ? -1 : 1));
}

async function update(input: Omit<Parameters<typeof world.service.updateBrand>[1], 'id'>): Promise<void> {
  await world.service.updateBrand(localRequest, { id: brandId, ...input });
}

async function triage(label: string, status: 'open' | 'dismissed' | 'confirmed'): Promise<void> {
  const hit = (await listHits()).find((each) => each.label === label);
  await world.service.triageHits(localRequest, { ids: [hit?.id ?? ''], status });
}

/** The labels of the block list of the brand. */
async function listBlockedNames(): Promise<string[]> {
  const parts: string[] = [];
  const write = async (part: string) => void parts.push(part);
  await world.service.exportBlockList(localRequest, { format: 'domains', brandIds: [brandId], write });
  const names = parts.join('').trimEnd().split('\n').slice(1);
  return names.filter((name) => name !== '').map((name) => name.slice(0, name.indexOf('.')));
}

async function readSerial(): Promise<number> {
  return await selectBlockSerial(world.test.database.sql, { brandIds: [brandId] });
}

/** The recorded history of a name. */
async function readHistory(label: string): Promise<string[]> {
  const rows = await world.test.database.sql<{ kind: string }[]>`
    select entry.kind from zones.brand_hit_entry entry join zones.brand_hit hit on hit.id = hit_id
    where hit.label = ${label} and hit.brand_id = ${brandId} order by entry.id`;
  return rows.map(({ kind }) => kind);
}

beforeEach(async () => {
  await world.test.database.sql`delete from zones.brand`;
  zone = `blocked${++zoneCount}`;
  await importNames('acmebnk');
  const input = { name: 'acmebank', zones: [zone], tenantId: 'acme', opensAlerts: true };
  const kinds = ['omission', 'homoglyph'] as const;
  brandId = (await world.service.addBrand(localRequest, { ...input, autoBlockKinds: kinds })).id;
  await watch();
});

test('names that an import adds are blocked without a decision if the settings of the brand require it', async () => {
  expect(await listBlockedNames()).toEqual([]);
  await importNames('acmebnk', 'acmeban', 'acmebamk', 'acmebank-login');
  expect(
    (await listHits()).map(({ label, kind, status, isAutoBlocked }) => [label, kind, status, isAutoBlocked]),
  ).toEqual([
    ['acmebamk', 'homoglyph', 'open', true],
    ['acmeban', 'omission', 'open', true],
    ['acmebank-login', 'combosquat', 'open', false],
    ['acmebnk', 'omission', 'open', false],
  ]);
  expect(await listBlockedNames()).toEqual(['acmebamk', 'acmeban']);
  expect((await listHits({ isBlocked: true })).map(({ label }) => label)).toEqual(['acmebamk', 'acmeban']);
  expect((await listHits({ isBlocked: false })).map(({ label }) => label)).toEqual(['acmebank-login', 'acmebnk']);
  expect((await listHits())[0]).toMatchObject({ triagedBy: null, triagedAt: null });
  expect(await readHistory('acmeban')).toEqual(['found', 'blocked']);
});

test('the audit log has the names that an import blocks or unblocks', async () => {
  const { database } = world.test;
  const object = `brand:${brandId}`;
  await importNames('acmebnk', 'acmeban', 'acmebamk', 'acmebank-login');
  const hits = await listHits({ isBlocked: true });
  const [blocked, ...others] = await auditEntries(database, { action: 'block.brand-hit', object });
  expect([blocked?.actorKind, blocked?.tenantId, others]).toEqual(['system', 'acme', []]);
  expect(blocked?.objects.toSorted()).toEqual([object, ...hits.map(({ id }) => `brand-hit:${id}`)].sort());
  expect(JSON.parse(blocked?.after ?? '').names.sort()).toEqual([`acmebamk.${zone}`, `acmeban.${zone}`]);
  // A change that a person makes to the brand is an entry of its own, and unblocks the names.
  await database.sql`update zones.brand set auto_block_kinds = '{homoglyph}' where id = ${brandId}`;
  await importFile(world, zone, zoneText(zone, [...padding, 'acmeban ns2.host.net.', 'acmebamk ns2.host.net.']));
  await watch();
  const unblocked = await auditEntries(database, { action: 'unblock.brand-hit', object });
  expect(unblocked.map(({ after }) => JSON.parse(after ?? ''))).toEqual([{ names: [`acmeban.${zone}`] }]);
});

test('the audit log has one entry for the names of a brand, if it has space for all of them', async () => {
  const { database } = world.test;
  const tenantId = `tenant-${'x'.repeat(100)}`;
  const hits = Array.from({ length: 500 }, (_, index) => ({ id: randomUUID(), brandId, tenantId, label: `a${index}` }));
  const change = { action: 'block.brand-hit', hits, zone: { suffix: '.example' } } as const;
  await database.transaction((sql) => auditBlocks(sql, change));
  const entries = await auditEntries(database, { action: change.action, object: `brand:${brandId}` });
  expect(entries.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
    { names: hits.map(({ label }) => `${label}.example`) },
  ]);
});

test('a name that is imported while existing names are compared with a changed brand is a hit of the import, and is blocked', async () => {
  await update({ maxDistance: 3 });
  await importFile(world, zone, zoneText(zone, [...padding, 'acmeban ns1.host.net.', 'acmebnk ns1.host.net.']));
  // The search reads the page before the import is followed.
  const work = { database: world.test.database, clock: world.clock, cache: new MatcherCache() };
  expect(await scanNames(work)).toBe(true);
  await watch();
  expect((await listHits()).map(({ label, source, isAutoBlocked }) => [label, source, isAutoBlocked])).toEqual([
    ['acmeban', 'import', true],
    ['acmebnk', 'scan', false],
  ]);
  expect(await listBlockedNames()).toEqual(['acmeban']);
});

test('the names of the first import of a zone are not blocked, and are reported once for the brand', async () => {
  const { sql } = world.test.database;
  const other = `${zone}-new`;
  await update({ zones: [zone, other] });
  await watch();
  const readScan = async () => {
    const [{ namesRead, namesTotal, scanHits, scanStartedAt, scanFinishedAt } = {}] =
      await world.service.listBrands(localRequest);
    return { namesRead, namesTotal, scanHits, scanStartedAt, scanFinishedAt };
  };
  const scan = await readScan();
  const [{ id: before = 0 } = {}] = await sql<{ id: number }[]>`select max(id)::integer id from platform.event`;
  await importFile(world, other, zoneText(other, [...padding, 'acmeban ns1.host.net.', 'acmebamk ns1.host.net.']));
  const delegations = [...padding, 'acmeban ns2.host.net.', 'acmebamk ns1.host.net.', 'acmebak ns1.host.net.'];
  await importFile(world, other, zoneText(other, delegations));
  await watch();
  const { nodes: hits } = await world.service.listHits(localRequest, { filter: { zones: [other] } });
  hits.sort((one, following) => (one.label < following.label ? -1 : 1));
  expect(hits.map(({ label, source, isAutoBlocked }) => [label, source, isAutoBlocked])).toEqual([
    ['acmebak', 'import', true],
    ['acmebamk', 'scan', false],
    ['acmeban', 'scan', false],
  ]);
  const events = await sql`select type, data::jsonb->>'source' as source, data::jsonb->>'hits' as hits,
      data::jsonb->>'zone' as zone from platform.event
    where id > ${before} and (type = 'brand-scans' or data::jsonb->>'change' = 'found') order by id`;
  expect(events).toEqual([
    { type: 'brand-hits', source: 'scan', hits: null, zone: null },
    { type: 'brand-scans', source: null, hits: '2', zone: other },
    { type: 'brand-hits', source: 'import', hits: null, zone: null },
  ]);
  // The result of the comparison with all names does not change.
  expect(await readScan()).toEqual(scan);
});

test('a brand blocks only names within its maximum distance', async () => {
  await update({ autoBlockKinds: ['omission', 'bitsquatting'], maxDistance: 3 });
  const [hit] = await listHits();
  expect(hit).toMatchObject({ label: 'acmebnk' });
  // An omission alongside characters that look alike.
  await importNames('acmebnk', 'acrnebak');
  expect((await listHits())[1]).toMatchObject({
    label: 'acrnebak',
    kind: 'omission',
    distance: 3,
    isAutoBlocked: false,
  });
  await update({ autoBlockMaxDistance: 3 });
  await importNames('acmebnk', 'acrnebak', 'acrnebnk');
  expect(await listBlockedNames()).toEqual(['acrnebnk']);
});

test.each(['dismissed', 'open'] as const)(
  'a blocked name is unblocked when its hit gets the status %s',
  async (status) => {
    await importNames('acmebnk', 'acmeban');
    const before = await readSerial();
    await triage('acmeban', status);
    expect(await listHits({ isBlocked: true })).toEqual([]);
    expect(await listBlockedNames()).toEqual([]);
    expect((await readHistory('acmeban')).slice(2)).toEqual([status === 'open' ? 'opened' : status, 'unblocked']);
    const { database } = world.test;
    const changes = await database.transaction((sql) =>
      blockListChanges(sql, { scope: { brandIds: [brandId] }, serial: before }),
    );
    expect(changes).toEqual({ added: [], removed: [`acmeban.${zone}`] });
  },
);

test('only the confirmation of a blocked name opens an alert, and the name remains blocked', async () => {
  const { test: opened, clock, platform } = world;
  const { database } = opened;
  await createQueue(world);
  const openAndListAlerts = async () => {
    await openAlerts({ database, clock, settings: platform.configuration.zones });
    return (await database.sql`select hostname from zones.brand_alert`).map(({ hostname }) => hostname);
  };
  await importNames('acmebnk', 'acmeban');
  const before = await readSerial();
  expect(await openAndListAlerts()).toEqual([]);
  await triage('acmeban', 'confirmed');
  expect(await openAndListAlerts()).toEqual([`acmeban.${zone}`]);
  expect([await listBlockedNames(), await readHistory('acmeban')]).toEqual([
    ['acmeban'],
    ['found', 'blocked', 'confirmed'],
  ]);
  const since = { scope: { brandIds: [brandId] }, serial: before };
  expect(await database.transaction((sql) => blockListChanges(sql, since))).toEqual({ added: [], removed: [] });
});

test.each([
  ['fewer kinds of automatic blocks', { autoBlockKinds: ['homoglyph'] }, 'open'],
  ['no kinds of automatic blocks', { autoBlockKinds: [] }, 'open'],
  ['an allowed name', { allowedNames: ['acmeban.blocked'] }, 'dismissed'],
] as const)('a blocked name is unblocked when its brand is updated with %s', async (_, change, status) => {
  await importNames('acmebnk', 'acmeban');
  const allowedNames = 'allowedNames' in change ? [`acmeban.${zone}`] : [];
  await update({ ...change, allowedNames });
  expect((await listHits())[0]).toMatchObject({ label: 'acmeban', status, isAutoBlocked: false });
  expect(await listBlockedNames()).toEqual([]);
  expect((await readHistory('acmeban')).at(-1)).toBe('unblocked');
});

test('a blocked name remains blocked when it is removed from its zone, and is unblocked when the brand is removed', async () => {
  await importNames('acmebnk', 'acmeban');
  await importNames('acmebnk');
  expect(await listBlockedNames()).toEqual(['acmeban']);
  const before = await readSerial();
  await world.service.removeBrand(localRequest, { id: brandId });
  expect([await listBlockedNames(), (await readSerial()) > before]).toEqual([[], true]);
});

test.each([
  [{ kinds: ['omission'], autoBlockKinds: ['edit'] }, 'autoBlockKinds contains edit, which kinds does not contain'],
  [{ autoBlockKinds: ['contains'] }, 'autoBlockKinds contains contains, which kinds does not contain'],
  [{ autoBlockMaxDistance: 4 }, 'autoBlockMaxDistance must be an integer from 1 to 3'],
] as const)('a brand with the settings %j is rejected', async (input, message) => {
  await expect(world.service.addBrand(localRequest, { name: 'other', ...input })).rejects.toThrow(message);
});
