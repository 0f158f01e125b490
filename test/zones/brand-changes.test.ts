import { beforeEach, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import type { HitRow } from '../../subgraphs/zones/brands/index.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { brandLimits } from '../../subgraphs/zones/brands/rules/brand-input.js';
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

async function hit(label: string): Promise<HitRow | undefined> {
  const { nodes } = await world.service.listHits(localRequest, { first: 1000, filter: { zones: [zone] } });
  return nodes.find((each) => each.label === label);
}

async function triage(label: string, status: 'open' | 'dismissed' | 'confirmed'): Promise<void> {
  await world.service.triageHits(localRequest, { ids: [(await hit(label))?.id ?? ''], status });
}

/** The recorded history of a name. */
async function history(label: string): Promise<string[]> {
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
  'a hit that is %s is dismissed at once when its name is allowed',
  async (status) => {
    await triage('acmebnk', status);
    await importNames();
    expect(await hit('acmebnk')).toMatchObject({ status, isActive: false });
    await update({ allowedNames: [`acmebnk.${zone}`] });
    expect(await hit('acmebnk')).toMatchObject({ status: 'dismissed' });
    expect(await history('acmebnk')).toContain('unmatched');
    await importNames('acmebnk two.net.');
    expect(await hit('acmebnk')).toMatchObject({ status: 'dismissed', isActive: true, reopenedAt: null });
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
  expect(await hit('acmebnk')).toMatchObject({ status: 'dismissed', isActive: true, reopenedAt: null });
});

test('a name that returns is not open when the kinds of its brand were narrowed in the meantime', async () => {
  await importNames();
  await update({ kinds: ['combosquat'] });
  await importNames('acmebnk one.net.');
  expect(await hit('acmebnk')).toMatchObject({ status: 'dismissed', isActive: true });
});

test('a full brand records hits again when its kinds are narrowed', async () => {
  await world.test.database.sql`insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status,
    is_active, is_unmatched, revision, since, found_at) select ${brandId}, zone.id, 'filler' || number, 'omission', 1,
    'scan', 'open', false, false, 1, 0, 0 from zones.zone, generate_series(2, ${brandLimits.hits}) number
    where name = ${zone}`;
  const isFull = async () => (await world.service.listBrands(localRequest))[0]?.isFull;
  await importNames('acmebnk one.net.', 'acmebank-login one.net.');
  expect([await isFull(), await hit('acmebank-login')]).toEqual([true, undefined]);
  await update({ kinds: ['combosquat'] });
  await watch();
  expect([await isFull(), (await hit('acmebank-login'))?.status]).toEqual([false, 'open']);
});
