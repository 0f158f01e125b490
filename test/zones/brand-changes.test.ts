import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import type { HitRow } from '../../subgraphs/zones/brands/index.js';
import { brandNotifications, watchBrands } from '../../subgraphs/zones/brands/index.js';
import { brandLimits } from '../../subgraphs/zones/brands/rules/brand-input.js';
import { createDatabaseBefore } from '../support/database-before.js';
import { testConfiguration } from '../support/index.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld();
const padding = Array.from({ length: 60 }, (_, index) => `padding${index} ns1.host.net.`);
let zone = '';
let zoneCount = 0;
let brandId = '';

/** Imports names as `label nameserver` and follows the import. */
async function importNames(...names: string[]): Promise<void> {
  await importFile(world, zone, zoneText(zone, [...padding, ...names]));
  await watch();
}

async function watch(): Promise<void> {
  await watchBrands({ database: world.test.database, clock: world.clock });
}

async function update(input: Omit<Parameters<typeof world.service.updateBrand>[1], 'id'>): Promise<void> {
  await world.service.updateBrand(localRequest, { id: brandId, ...input });
}

async function findHit(label: string): Promise<HitRow | undefined> {
  const { nodes } = await world.service.listHits(localRequest, { first: 1000, filter: { zones: [zone] } });
  return nodes.find((each) => each.label === label);
}

async function triage(label: string, status: 'open' | 'dismissed' | 'confirmed'): Promise<void> {
  await world.service.triageHits(localRequest, { ids: [(await findHit(label))?.id ?? ''], status });
}

/** The recorded history of a name. */
async function readHistory(label: string): Promise<string[]> {
  const rows = await world.test.database.sql<{ kind: string }[]>`
    select entry.kind from zones.brand_hit_entry entry join zones.brand_hit hit on hit.id = hit_id
    where hit.label = ${label} order by entry.id`;
  return rows.map(({ kind }) => kind);
}

beforeEach(async () => {
  await world.test.database.sql`delete from zones.brand`;
  zone = `changed${++zoneCount}`;
  await importFile(world, zone, zoneText(zone, [...padding, 'acmebnk one.net.']));
  brandId = (await world.service.addBrand(localRequest, { name: 'acmebank', zones: [zone] })).id;
  await watch();
});

test.each(['open', 'confirmed'] as const)(
  'a hit with the status %s is dismissed immediately when its name is allowed',
  async (status) => {
    await triage('acmebnk', status);
    await importNames();
    expect(await findHit('acmebnk')).toMatchObject({ status, isActive: false });
    await update({ allowedNames: [`acmebnk.${zone}`] });
    expect(await findHit('acmebnk')).toMatchObject({ status: 'dismissed' });
    expect(await readHistory('acmebnk')).toContain('unmatched');
    await importNames('acmebnk two.net.');
    expect(await findHit('acmebnk')).toMatchObject({ status: 'dismissed', isActive: true, reopenedAt: null });
  },
);

test.each(['open', 'confirmed'] as const)(
  'a hit with the status %s whose name was allowed by mistake is reopened, even if the name is not in its zone',
  async (status) => {
    await triage('acmebnk', status);
    await importNames();
    await update({ allowedNames: [`acmebnk.${zone}`] });
    await watch();
    await update({ allowedNames: ['acme.com'] });
    await watch();
    expect(await findHit('acmebnk')).toMatchObject({ status: 'open', isActive: false });
    expect((await readHistory('acmebnk')).slice(-1)).toEqual(['reopened']);
  },
);

test.each([
  ['gets other nameservers', [['acmebnk two.net.']]],
  ['is registered again', [[], ['acmebnk one.net.']]],
])('a dismissed name that is allowed and %s is not reopened', async (_, imports) => {
  await triage('acmebnk', 'dismissed');
  await update({ allowedNames: [`acmebnk.${zone}`] });
  await watch();
  for (const names of imports) await importNames(...names);
  expect(await findHit('acmebnk')).toMatchObject({ status: 'dismissed', isActive: true, reopenedAt: null });
});

test('a hit is dismissed when its name is registered again after the kinds of its brand were reduced', async () => {
  await importNames();
  await update({ kinds: ['combosquat'] });
  await importNames('acmebnk one.net.');
  expect(await findHit('acmebnk')).toMatchObject({ status: 'dismissed', isActive: true });
});

/** Adds hits, so the brand has the maximum number of hits and, with the hit of `beforeEach`, one more. */
async function fill(
  status: 'open' | 'dismissed' | 'confirmed',
  { prefix = 'filler', isActive = true, isUnmatched = false } = {},
): Promise<void> {
  await world.test.database.sql`insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status,
    is_active, is_unmatched, revision, since, found_at) select ${brandId}, zone.id, ${prefix} || number, 'omission', 1,
    'scan', ${status}, ${isActive}, ${isUnmatched}, 1, 0, 0
    from zones.zone, generate_series(1, ${brandLimits.openHits}) number where name = ${zone}`;
}

/** The number of open hits of the brand that {@link fill} has added. */
async function countOpenFillers(): Promise<number> {
  const rows = await world.test.database.sql`select from zones.brand_hit
    where brand_id = ${brandId} and status = 'open' and found_at = 0`;
  return rows.length;
}

async function isFull(): Promise<boolean | undefined> {
  return (await world.service.listBrands(localRequest))[0]?.isFull;
}

test('a brand with the maximum number of open hits records hits again after its kinds are reduced', async () => {
  await fill('open');
  await importNames('acmebnk one.net.', 'acmebank-login one.net.');
  expect([await isFull(), await findHit('acmebank-login')]).toEqual([true, undefined]);
  await update({ kinds: ['combosquat'] });
  await watch();
  expect([await isFull(), (await findHit('acmebank-login'))?.status]).toEqual([false, 'open']);
  expect(await countOpenFillers()).toBe(0);
});

test('open hits do not count while their names are not in their zones', async () => {
  await fill('open', { isActive: false });
  await importNames('acmebnk one.net.', 'acmebank-login one.net.');
  expect([await isFull(), (await findHit('acmebank-login'))?.status]).toEqual([false, 'open']);
});

test('a change of settings reopens a limited number of hits whose names are not in their zones', async () => {
  for (const prefix of ['acmebank-a', 'acmebank-b'])
    await fill('dismissed', { prefix, isActive: false, isUnmatched: true });
  await update({ kinds: ['contains'] });
  expect(await countOpenFillers()).toBe(brandLimits.openHits);
});

test.each(['dismissed', 'confirmed'] as const)('hits that analysts have %s do not count', async (status) => {
  await fill(status);
  await importNames('acmebnk one.net.', 'acmebank-login one.net.');
  expect([await isFull(), (await findHit('acmebank-login'))?.status]).toEqual([false, 'open']);
});

test('a brand with additional words has hits for names that contain them until the words are removed', async () => {
  await importNames('acmebank-leasing one.net.', 'acmebankleasinglogin one.net.', 'acmebank-unknown one.net.');
  expect([await findHit('acmebank-leasing'), await findHit('acmebank-unknown')]).toEqual([undefined, undefined]);
  await update({ words: ['Leasing', 'leasing'] });
  await watch();
  for (const label of ['acmebank-leasing', 'acmebankleasinglogin']) {
    expect(await findHit(label)).toMatchObject({ kind: 'combosquat', status: 'open' });
  }
  expect(await findHit('acmebank-unknown')).toBeUndefined();
  expect(await world.service.listBrands(localRequest)).toMatchObject([{ words: ['leasing'] }]);
  await update({ words: [] });
  expect(await findHit('acmebank-leasing')).toMatchObject({ status: 'dismissed' });
  for (const words of [['a'], ['two words'], ['x'.repeat(31)], ['é-é'], Array(201).fill('word')]) {
    await expect(update({ words })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { argument: 'words' } });
  }
});

test('a confirmed name that is registered again causes one notification, and remains confirmed', async () => {
  const { database } = world.test;
  await triage('acmebnk', 'confirmed');
  await importNames('acmebnk two.net.');
  await importNames();
  await database.sql`delete from platform.event`;
  await importNames('acmebnk one.net.');
  await importNames('acmebnk one.net.');
  const events = await database.sql<{ data: string }[]>`
    select id::text, type, tenant_id as "tenantId", data::text from platform.event where type = 'brand-hits' order by id`;
  const source = brandNotifications.find(({ eventType }) => eventType === 'brand-hits');
  const occurrences = await source?.occurrencesOf(database.sql, events as never, new Set(['brand.hit']));
  const facts = { brand: 'acmebank', domain: `acmebnk.${zone}`, status: 'confirmed', isReopened: true };
  expect(occurrences?.flat()).toMatchObject([{ kind: 'brand.hit', id: (await findHit('acmebnk'))?.id, facts }]);
});

test('the migration dismisses confirmed hits whose names are allowed', async () => {
  const { url, sql } = await createDatabaseBefore("ADD VALUE 'transferred'");
  await sql`insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes,
      file_digest)
    values ('com', '.com', 1, 1, 1, 1, 1, 1, '')`;
  await sql`insert into zones.brand (id, name, allowed_names, kinds, max_distance, revision, is_full, created_at, created_by,
    updated_at) values (gen_random_uuid(), 'acmebank', '{acme.com,acmebnk.com}', '{omission}', 1, 1, false, 0, '', 0)`;
  await sql`insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status, is_active, is_unmatched,
      revision, since, found_at)
    select brand.id, zone.id, label, 'omission', 1, 'scan', 'confirmed', true, false, 1, 0, 0 from zones.brand, zones.zone,
      unnest(array['acmebnk', 'login.acme', 'notacme', 'acmeban']) label`;
  const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log: silentLog });
  onTestFinished(() => database.close());
  const after =
    await sql`select label, status, (select string_agg(entry.kind::text, ' ') from zones.brand_hit_entry entry
      where hit_id = hit.id) as history, (select is_added from zones.block_change where hit_id = hit.id
      order by serial desc limit 1) as is_blocked
    from zones.brand_hit hit order by label`;
  expect(after.map((row) => [row.label, row.status, row.history, row.is_blocked])).toEqual([
    ['acmeban', 'confirmed', null, true],
    ['acmebnk', 'dismissed', 'unmatched', false],
    ['login.acme', 'dismissed', 'unmatched', false],
    ['notacme', 'confirmed', null, true],
  ]);
});
