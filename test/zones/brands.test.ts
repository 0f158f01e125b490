import { randomUUID } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Caller, localRequest } from '../../platform/caller.js';
import type { HitRow } from '../../subgraphs/zones/brands/index.js';
import { reopenHits, watchBrands } from '../../subgraphs/zones/brands/index.js';
import { brandLimits } from '../../subgraphs/zones/brands/rules/brand-input.js';
import { followImports } from '../../subgraphs/zones/brands/service/follow-imports.js';
import { MatcherCache } from '../../subgraphs/zones/brands/service/names-with-brands.js';
import { scanNames } from '../../subgraphs/zones/brands/service/scan-names.js';
import { auditEntries } from '../audit/support/entries.js';
import { requestOf } from './support/account-world.js';
import { dayMs, describeImportWorld, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld();
type Request = ReturnType<typeof requestOf>;

const nameserver = 'ns1.host.net.';
const padding = Array.from({ length: 60 }, (_, index) => `padding${index}`);

function operator(role: 'admin' | 'analyst' | 'viewer' | 'ingest', tenantId: string | null = null) {
  return requestOf({ kind: 'operator', name: `${role}-${tenantId}`, role, tenantId });
}

/**
 * Names as `label` or `label nameserver`. Each zone has many other names, so changes remain below the limit of
 * losses.
 */
async function importNames(zone: string, names: readonly string[]) {
  const lines = [...padding, ...names].map((name) => (name.includes(' ') ? name : `${name} ${nameserver}`));
  return await importFile(world, zone, zoneText(zone, lines));
}

async function watch() {
  await watchBrands({ database: world.test.database, clock: world.clock });
}

async function listHits(request = localRequest as Request): Promise<HitRow[]> {
  return (await world.service.listHits(request, { first: 1000 })).nodes;
}

/** Hits as `name kind distance status source`, sorted. */
async function formattedHits(): Promise<string[]> {
  const rows = await listHits();
  return rows.map((hit) => `${hit.label}${hit.suffix} ${hit.kind} ${hit.distance} ${hit.status} ${hit.source}`).sort();
}

/** The recorded history of a name. */
async function readHistory(label: string): Promise<string[]> {
  const rows = await world.test.database.sql<{ kind: string }[]>`
    select entry.kind from zones.brand_hit_entry entry join zones.brand_hit hit on hit.id = hit_id
    where hit.label = ${label} order by entry.id`;
  return rows.map(({ kind }) => kind);
}

async function readEvents(type: string): Promise<Record<string, unknown>[]> {
  const rows = await world.test.database.sql<{ data: Record<string, unknown> }[]>`
    select data from platform.event where type = ${type} order by id`;
  return rows.map(({ data }) => data);
}

beforeEach(async () => {
  await world.test.database.sql`delete from zones.brand`;
  await world.test.database.sql`delete from zones.brand_feed`;
  await world.test.database.sql`delete from platform.event`;
  zones = [];
});

let zoneCount = 0;
/** Zones of the test. */
let zones: string[] = [];

function createZone(): string {
  const zone = `zone${++zoneCount}`;
  zones.push(zone);
  return zone;
}

/** Adds a brand with the zones of the test. */
function addBrand(input: Parameters<typeof world.service.addBrand>[1], request = localRequest as Request) {
  return world.service.addBrand(request, { zones, ...input });
}

describe('a brand', () => {
  test('has one hit for each matching name in all zones, and then for each new one of an import', async () => {
    const zone = createZone();
    await importNames(zone, ['acmebank', 'acmebnk', 'unrelated']);
    const brand = await addBrand({ name: 'AcmeBank', allowedNames: [`acmebank.${zone}`] });
    await watch();
    expect(await formattedHits()).toEqual([`acmebnk.${zone} omission 1 open scan`]);
    await importNames(zone, ['acmebank', 'acmebnk', 'acmebank-login', 'xn--cmebank-1fg', 'other']);
    await watch();
    await watch();
    const all = [
      `acmebank-login.${zone} combosquat 6 open import`,
      `acmebnk.${zone} omission 1 open scan`,
      `xn--cmebank-1fg.${zone} homoglyph 1 open import`,
    ];
    expect(await formattedHits()).toEqual(all);
    const search = `${domainToUnicode('xn--cmebank-1fg').toUpperCase()}.z`;
    const found = await world.service.listHits(localRequest, { first: 10, filter: { search } });
    expect(found.nodes.map(({ label }) => label)).toEqual(['xn--cmebank-1fg']);
    const softHyphen = await world.service.listHits(localRequest, { first: 10, filter: { search: '\u00ad' } });
    expect(softHyphen.nodes).toEqual([]);
    expect(
      (await readEvents('brand-hits')).map(({ change, source, ids }) => [change, source, (ids as []).length]),
    ).toEqual([
      ['found', 'scan', 1],
      ['found', 'import', 2],
    ]);
    expect(await readEvents('brand-scans')).toEqual([{ brandId: brand.id, name: 'acmebank', hits: 1 }]);
    const [row] = await world.service.listBrands(localRequest);
    expect(row).toMatchObject({ scanHits: 1, isFull: false, scanFinishedAt: world.clock.now() - dayMs });
  });

  test('is compared with the first import of a zone, even if later imports run before the comparison', async () => {
    const zone = createZone();
    await addBrand({ name: 'acmebank' });
    await importNames(zone, ['acmebnk', 'acmebamk', 'acmebak a.b.']);
    await importNames(zone, ['acmebnk', 'acmebak c.d.', 'acmeban']);
    // Reads all pages.
    const work = { database: world.test.database, clock: world.clock, cache: new MatcherCache() };
    while (await followImports(work, 5));
    expect(await formattedHits()).toEqual([
      `acmebak.${zone} omission 1 open scan`,
      `acmebamk.${zone} homoglyph 1 open scan`,
      `acmeban.${zone} omission 1 open import`,
      `acmebnk.${zone} omission 1 open scan`,
    ]);
    expect((await listHits()).find(({ label }) => label === 'acmebamk')?.isActive).toBe(false);
    expect(await readHistory('acmebamk')).toEqual(['found', 'removed']);
  });

  test('does not reopen a hit that was dismissed by a decision after its name no longer matched', async () => {
    const zone = createZone();
    await importNames(zone, ['acmebank-login']);
    const { id } = await addBrand({ name: 'acmebank' });
    await watch();
    await world.service.updateBrand(localRequest, { id, kinds: ['omission'] });
    await watch();
    const ids = (await listHits()).map((hit) => hit.id);
    await world.service.triageHits(localRequest, { ids, status: 'dismissed' });
    await world.service.updateBrand(localRequest, { id, kinds: ['omission', 'combosquat'] });
    await watch();
    expect(await formattedHits()).toEqual([`acmebank-login.${zone} combosquat 6 dismissed scan`]);
    expect(await readHistory('acmebank-login')).toEqual(['found', 'unmatched', 'dismissed']);
    await world.service.removeBrand(localRequest, { id });
  });

  test('is compared again when it changes: open hits that do not match are dismissed, and reopened if they match again', async () => {
    const zone = createZone();
    await importNames(zone, ['acmebnk', 'acmebank-login', 'acmebankk']);
    const { id } = await addBrand({ name: 'acmebank' });
    await watch();
    const confirmed = (await listHits()).filter(({ label }) => label === 'acmebankk').map((hit) => hit.id);
    await world.service.triageHits(localRequest, { ids: confirmed, status: 'confirmed' });
    await world.service.updateBrand(localRequest, { id, kinds: ['omission'] });
    await watch();
    expect(await formattedHits()).toEqual([
      `acmebank-login.${zone} combosquat 6 dismissed scan`,
      `acmebankk.${zone} repetition 1 confirmed scan`,
      `acmebnk.${zone} omission 1 open scan`,
    ]);
    await world.service.updateBrand(localRequest, { id, kinds: ['omission', 'combosquat'], allowedNames: [] });
    await watch();
    expect(await readHistory('acmebank-login')).toEqual(['found', 'unmatched', 'reopened']);
    await world.service.updateBrand(localRequest, { id, allowedNames: [`acmebnk.${zone}`] });
    await watch();
    expect((await listHits()).find(({ label }) => label === 'acmebnk')).toMatchObject({ status: 'dismissed' });
    await world.service.removeBrand(localRequest, { id });
    expect(await listHits()).toEqual([]);
  });

  test('is restricted to its zones', async () => {
    const [one, other] = [createZone(), createZone()];
    await importNames(one, ['acmebnk']);
    await importNames(other, ['acmebnk']);
    const { id } = await world.service.addBrand(localRequest, { name: 'acmebank', zones: [one] });
    await watch();
    expect(await formattedHits()).toEqual([`acmebnk.${one} omission 1 open scan`]);
    await world.service.updateBrand(localRequest, { id, allZones: true });
    await watch();
    const list = await world.service.listHits(localRequest, { filter: { zones: [one, other] } });
    expect(list.nodes.map((hit) => hit.zone).sort()).toEqual([one, other]);
  });

  test.each([
    [{ name: 'a.b' }, 'brand must be a single label'],
    [{ name: 'acme', maxDistance: 0 }, 'maxDistance must be an integer from 1 to 3'],
    [{ name: 'acme', maxDistance: 4 }, 'maxDistance must be an integer from 1 to 3'],
    [{ name: 'acme', kinds: [] }, 'kinds is empty'],
    [{ name: 'acme', zones: [] }, 'zones is empty'],
    [{ name: 'acme', zones: ['a..b'] }, 'A zone name must consist of labels'],
    [{ name: 'acme', allowedNames: ['acme'] }, '"acme" is not a domain name'],
    [{ name: 'acme', allowedNames: ['a b.com'] }, '"a b.com" is not a domain name'],
    [{ name: 'acme', tenantId: '' }, 'tenantId is empty'],
    [{ name: 'acme', tenantId: 'x'.repeat(201) }, 'tenantId is longer'],
  ])('%j is rejected', async (input, message) => {
    await expect(world.service.addBrand(localRequest, input)).rejects.toThrow(message);
  });

  test('exists once per tenant, and the number of brands of a tenant is limited', async () => {
    const add = (name: string, tenantId: string | null = null) =>
      world.service.addBrand(localRequest, { name, tenantId });
    await Promise.allSettled(Array.from({ length: 5 }, () => add('acme')));
    await add('acme', 'one');
    await expect(add('acme')).rejects.toMatchObject({ code: 'CONFLICT' });
    await world.test.database
      .sql`insert into zones.brand select gen_random_uuid(), 'one', 'filler' || number, '{}', null,
      '{}', 1, 1, false, 0, '', 0 from generate_series(2, ${brandLimits.ofTenant - 1}) number`;
    await add('last', 'one');
    await expect(add('more', 'one')).rejects.toThrow(`at most ${brandLimits.ofTenant} brands`);
    await add('more', 'two');
    await world.test.database.sql`insert into zones.brand select gen_random_uuid(), 'three', 'filler' || number, '{}',
      null, '{}', 1, 1, false, 0, '', 0 from generate_series(103, ${brandLimits.all}) number`;
    await expect(add('more', 'four')).rejects.toThrow(`at most ${brandLimits.all} brands`);
  });

  test('has a limited number of hits', async () => {
    const zone = createZone();
    const { id } = await addBrand({ name: 'acmebank' });
    await watch();
    await world.test.database.sql`insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status,
      is_active, is_unmatched, revision, since, found_at) select ${id}, 0, 'filler' || number, 'edit', 1, 'scan', 'open',
      true, false, 1, 0, 0 from generate_series(2, ${brandLimits.openHits}) number`;
    await importNames(zone, ['acmebnk', 'acmeban']);
    await watch();
    const [brand] = await world.service.listBrands(localRequest);
    expect(brand).toMatchObject({ isFull: true });
    const list = await world.service.listHits(localRequest, { filter: { zones: [zone] } });
    expect(list.nodes.map(({ label }) => label)).toEqual(['acmeban']);
  });
});

describe('a hit', () => {
  async function statusAfter(status: 'dismissed' | 'confirmed' | 'open', ...imports: readonly string[][]) {
    const zone = createZone();
    await importNames(zone, ['acmebnk one.net.']);
    await addBrand({ name: 'acmebank' });
    await watch();
    const ids = (await listHits()).map(({ id }) => id);
    await world.service.triageHits(operator('analyst'), { ids, status, note: 'seen' });
    for (const names of imports) await importNames(zone, names);
    await watch();
    const [hit] = await listHits();
    return [hit?.status, hit?.isActive, hit?.reopenedAt !== null, ...(await readHistory('acmebnk')).slice(1)];
  }

  test.each([
    ['dismissed', [['acmebnk two.net.']], ['open', true, true, 'dismissed', 'nameservers', 'reopened']],
    ['confirmed', [['acmebnk two.net.']], ['confirmed', true, false, 'confirmed', 'blocked', 'nameservers']],
    ['dismissed', [[]], ['dismissed', false, false, 'dismissed', 'removed']],
    ['dismissed', [[], ['acmebnk one.net.']], ['open', true, true, 'dismissed', 'removed', 'registered', 'reopened']],
    [
      'confirmed',
      [[], ['acmebnk one.net.']],
      ['confirmed', true, true, 'confirmed', 'blocked', 'removed', 'registered', 'reopened'],
    ],
    ['open', [['acmebnk two.net.'], []], ['open', false, false, 'opened', 'nameservers', 'removed']],
  ] as const)('changes from the status %s through the imports %j to %j', async (status, imports, expected) => {
    expect(await statusAfter(status, ...imports.map((names) => [...names]))).toEqual(expected);
  });

  test.each(['import', 'registry'])(
    'is reopened once, if it is confirmed, by a registration that the %s reports first, and again after the next decision',
    async (first) => {
      const zone = createZone();
      await importNames(zone, ['acmebnk']);
      await addBrand({ name: 'acmebank' });
      await watch();
      const confirm = async () => {
        const ids = (await listHits()).map(({ id }) => id);
        await world.service.triageHits(operator('analyst'), { ids, status: 'confirmed' });
        world.clock.milliseconds += 1000;
      };
      const isRegisteredAgain = async () => {
        await importNames(zone, []);
        await watch();
        world.clock.milliseconds += 1000;
        const at = world.clock.now();
        const dates = { registeredAt: at - 500, transferredAt: undefined, change: undefined };
        const lookUp = () =>
          world.test.database.transaction((sql) => reopenHits(sql, { domain: `acmebnk.${zone}`, at, ...dates }));
        if (first === 'registry') await lookUp();
        await importNames(zone, ['acmebnk']);
        await watch();
        if (first === 'import') await lookUp();
        const kinds = await readHistory('acmebnk');
        return [kinds.filter((kind) => kind === 'reopened').length, (await reopenings()).length];
      };
      const reopenings = async () => (await readEvents('brand-hits')).filter(({ change }) => change === 'reopened');
      await confirm();
      expect(await isRegisteredAgain()).toEqual([1, 1]);
      expect(await listHits()).toMatchObject([{ status: 'confirmed', isActive: true }]);
      await confirm();
      expect(await isRegisteredAgain()).toEqual([2, 2]);
    },
  );

  test('is in the audit log with its previous state, also if other hits have the same name', async () => {
    await importNames(createZone(), ['acmebnk']);
    for (const tenantId of ['acme', 'globex']) await addBrand({ name: 'acmebank', tenantId });
    await watch();
    const hits = await listHits();
    const ids = hits.map(({ id }) => id);
    await world.service.triageHits(localRequest, { ids: ids.slice(1), status: 'dismissed', note: 'x'.repeat(900) });
    await world.service.triageHits(localRequest, { ids, status: 'confirmed' });
    const [entry] = (await auditEntries(world.test.database, { action: 'triage.brand-hit' })).slice(-1);
    expect(entry?.objects.toSorted()).toEqual(ids.map((id) => `brand-hit:${id}`).toSorted());
    const state = { domain: `acmebnk${hits[0]?.suffix}`, isAutoBlocked: false };
    expect(JSON.parse(entry?.before ?? '')).toEqual({
      [ids[0] ?? '']: { ...state, status: 'open', note: null },
      [ids[1] ?? '']: { ...state, status: 'dismissed', note: 'x'.repeat(900) },
    });
  });

  test('is listed and triaged only by the tenant of its brand', async () => {
    await importNames(createZone(), ['acmebnk', 'globx']);
    await addBrand({ name: 'acmebank' }, operator('analyst', 'one'));
    await addBrand({ name: 'globex', tenantId: 'two' }, operator('admin'));
    const shared = await addBrand({ name: 'acmebank' }, operator('admin'));
    await watch();
    const all = await listHits();
    expect(all.map(({ tenantId }) => String(tenantId)).sort()).toEqual(['null', 'one', 'two']);
    const [ownHit] = await listHits(operator('viewer', 'one'));
    expect(await listHits(operator('viewer', 'one'))).toMatchObject([{ tenantId: 'one', label: 'acmebnk' }]);
    const others = all.filter(({ tenantId }) => tenantId !== 'one').map(({ id }) => id);
    const triage = (caller: ReturnType<typeof operator>, ids: string[]) =>
      world.service.triageHits(caller, { ids, status: 'confirmed' });
    for (const id of others)
      await expect(triage(operator('analyst', 'one'), [id])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const mixed = [ownHit?.id ?? '', ...others];
    await expect(triage(operator('analyst', 'one'), mixed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await listHits()).every(({ status }) => status === 'open')).toBe(true);
    expect(await triage(operator('analyst', 'one'), [ownHit?.id ?? ''])).toMatchObject([{ status: 'confirmed' }]);
    for (const caller of [operator('viewer', 'one'), operator('ingest')]) {
      await expect(triage(caller, mixed)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    const foreign = operator('analyst', 'two');
    await expect(world.service.updateBrand(foreign, { id: shared.id, zones: ['a'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(world.service.removeBrand(foreign, { id: shared.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.service.addBrand(foreign, { name: 'x', tenantId: 'one' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    const account: Caller = { kind: 'account', accountId: randomUUID(), username: 'someone' };
    await expect(world.service.listHits(requestOf(account), {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(triage(operator('admin'), [randomUUID()])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(triage(operator('admin'), [])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

/**
 * Imports, changes of brands, and four workers run concurrently, and their connections are killed at random. In every
 * order, each name is found once, and each brand has exactly the hits that a comparison with all names yields.
 */
test('hits are exact after concurrent imports, changes to brands, and killed workers', {
  timeout: 60_000,
}, async () => {
  const [one, other] = [createZone(), createZone()];
  const words = [
    'acmebnk',
    'acmeban',
    'acmebank-login',
    'wwwacmebank',
    'globx',
    'globexpay',
    'initch',
    'initechh',
    'plain',
  ];
  const { database } = world.test;
  // A separate connection, because others can be terminated a moment after the statement that terminates them.
  const sql = await database.sql.reserve();
  onTestFinished(() => sql.release());
  let isOver = false;
  let seed = 20_261_123;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const work = { database, clock: world.clock, cache: new MatcherCache() };
  const runWorker = async () => {
    const own = { ...work, cache: new MatcherCache() };
    while (!isOver) {
      try {
        if (!(await followImports(own, 7)) && !(await scanNames(own, 9))) await new Promise(setImmediate);
      } catch (error) {
        expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
        // Calls fail immediately until there is a connection again, which requires a turn of the event loop.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  const killer = async () => {
    for (let round = 0; round < 15 && !isOver; round++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and query like '%brand_%' and state <> 'idle' limit 1`;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const retry = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      return await retry(change);
    }
  };
  const importer = async (zone: string) => {
    for (let round = 0; round < 8; round++) {
      await retry(() =>
        importNames(
          zone,
          words.filter(() => round === 7 || random(2) === 0).map((word) => `${word} n${random(3)}.net.`),
        ),
      );
    }
  };
  const runEditor = async (name: string) => {
    const all = ['omission', 'combosquat', 'subdomain', 'repetition'] as const;
    const { id } = await retry(() => addBrand({ name, tenantId: randomUUID() }));
    for (let round = 0; round < 4; round++) {
      const kinds = round === 3 ? all : all.filter(() => random(3) > 0);
      if (kinds.length > 0) await retry(() => world.service.updateBrand(localRequest, { id, kinds }));
    }
  };
  for (const zone of [one, other]) await importNames(zone, words);
  const workers = Array.from({ length: 4 }, runWorker);
  try {
    await Promise.all([importer(one), importer(other), ...['acmebank', 'globex', 'initech'].map(runEditor), killer()]);
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
  await retry(() => watch());

  const active = await sql`select brand_id, zone_id, label from zones.brand_hit where is_active and
    revision = (select revision from zones.brand where id = brand_id) and status <> 'dismissed' order by 1, 2, 3`;
  const entries =
    await sql`select hit_id from zones.brand_hit_entry where kind = 'found' group by hit_id having count(*) > 1`;
  expect(entries).toEqual([]);
  const repeatedNotifications =
    await sql`select hit, count(*) from platform.event, jsonb_array_elements_text(data -> 'ids') hit
    where type = 'brand-hits' and data ->> 'change' = 'found' group by hit having count(*) > 1`;
  expect(repeatedNotifications).toEqual([]);
  const stale = await sql`select label from zones.brand_hit hit where is_active <> exists (
    select from zones.state where state.zone_id = hit.zone_id and state.label = hit.label)`;
  expect(stale).toEqual([]);
  // Compares all names again.
  await sql`delete from zones.brand_hit`;
  await sql`update zones.brand_scan set zone_id = 0, label = '', finished_at = null`;
  await watch();
  const recomputed = await sql`select brand_id, zone_id, label from zones.brand_hit order by 1, 2, 3`;
  expect(recomputed.length).toBeGreaterThan(10);
  expect(active).toEqual(recomputed);
});

test('hits are counted per day', async () => {
  const zone = createZone();
  await addBrand({ name: 'acmebank' });
  await watch();
  await importNames(zone, ['acmebnk']);
  await watch();
  await importNames(zone, ['acmebnk', 'acmebak', 'acmeban']);
  await watch();
  const ids = (await listHits()).map(({ id }) => id);
  await world.service.triageHits(localRequest, { ids, status: 'dismissed' });
  await importNames(zone, ['acmebnk x.y.', 'acmebak', 'acmeban']);
  await watch();
  const today = world.clock.now();
  const [brand] = await world.service.listBrands(localRequest);
  const input = { ids: [brand?.id ?? ''], from: new Date(today - 2 * dayMs), to: null };
  const [days] = await world.service.brandDays(localRequest, input);
  expect(days?.map(({ found, reopened, dismissed, confirmed }) => [found, reopened, dismissed, confirmed])).toEqual([
    [1, 0, 0, 0],
    [2, 0, 3, 0],
    [0, 1, 0, 0],
  ]);
  await expect(
    world.service.brandDays(localRequest, { ...input, from: new Date(today - 366 * dayMs) }),
  ).rejects.toThrow('366');
});
