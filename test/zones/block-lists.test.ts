import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { blockListFormats } from '../../subgraphs/zones/service.js';
import { adminToken, analystToken } from '../rest/support/serve-services.js';
import { startZonesServer, type ZonesServer } from '../rest/support/zones-server.js';
import { temporaryFolder } from './support/pull-world.js';

let server: ZonesServer;
let brands: Record<'acme' | 'globex', string>;

beforeAll(async () => {
  server = await startZonesServer();
  const ns = ['ns1.host.net.'];
  await server.importZone('net', { 'acmebnk.net': ns, 'acmebankk.net': ns, 'globx.net': ns });
  await server.importZone('com', { 'acmebnk.com': ns });
  brands = { acme: await addBrand('acmebank', 'acme'), globex: await addBrand('globex', 'globex') };
  await watchBrands({ database: server.testDatabase.database, clock: server.clock });
});

async function addBrand(name: string, tenantId: string): Promise<string> {
  const document = 'mutation ($input: AddBrandInput!) { addBrand(input: $input) { brand { id } } }';
  const { addBrand: added } = await server.administer(document, { input: { name, tenantId } });
  return (added as { brand: { id: string } }).brand.id;
}

/** Sets the status of the hits with these names. */
async function triage(status: string, ...names: string[]): Promise<void> {
  await server.testDatabase.database.sql`update zones.brand_hit set status = ${status}::text::zones.brand_hit_status
    from zones.zone where zone.id = zone_id and label || suffix = any(${names})`;
}

async function get(query = '', headers: Record<string, string> = {}): Promise<Response> {
  return await server.fetch(`/api/brands/blocklist${query}`, {
    headers: { authorization: `Bearer ${adminToken}`, ...headers },
  });
}

/** The names of a list, and its serial. */
async function list(query = '', headers: Record<string, string> = {}): Promise<{ names: string[]; serial: number }> {
  const [head = '', ...names] = (await (await get(query, headers)).text()).trimEnd().split('\n');
  return { names, serial: Number(/serial (\d+)$/.exec(head)?.[1]) };
}

test('a list has confirmed hits within the tenants of the caller, and its serial grows with each of its changes', async () => {
  expect(await list()).toEqual({ names: [], serial: 1 });
  await triage('confirmed', 'acmebnk.net', 'acmebnk.com');
  const first = await list();
  expect(first.names).toEqual(['acmebnk.com', 'acmebnk.net']);
  expect(first.serial).toBeGreaterThan(1_700_000_000);
  await triage('confirmed', 'globx.net');
  const second = await list();
  expect(second.names).toEqual(['acmebnk.com', 'acmebnk.net', 'globx.net']);
  expect(second.serial).toBeGreaterThan(first.serial);
  // Changes of other tenants and brands are invisible.
  const analyst = { authorization: `Bearer ${analystToken}` };
  expect(await list('', analyst)).toEqual(first);
  expect(await list('?tenant_id=globex', analyst)).toEqual({ names: [], serial: 1 });
  expect(await list(`?brand_id=${brands.acme}`)).toEqual(first);
  await triage('dismissed', 'acmebnk.com');
  const third = await list();
  expect(third.names).toEqual(['acmebnk.net', 'globx.net']);
  expect(third.serial).toBeGreaterThan(second.serial);
  await server.testDatabase.database.sql`delete from zones.brand where tenant_id = 'globex'`;
  const fourth = await list();
  expect(fourth.names).toEqual(['acmebnk.net']);
  expect(fourth.serial).toBeGreaterThan(third.serial);
  const response = await get();
  const tag = response.headers.get('etag') ?? '';
  await response.text();
  const repeated = await get('', { 'if-none-match': tag });
  expect([repeated.status, await repeated.text()]).toEqual([304, '']);
  await triage('confirmed', 'acmebankk.net');
  const changed = await get('', { 'if-none-match': tag });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('acmebankk.net')]);
  // Lists of other scopes can have the same serial.
  const ofBrand = await get(`?brand_id=${brands.acme}`, { 'if-none-match': changed.headers.get('etag') ?? '' });
  expect([ofBrand.status, await ofBrand.text()]).toEqual([200, expect.stringContaining('acmebankk.net')]);
});

test('rejects callers without a token, and invalid parameters', async () => {
  expect((await server.fetch('/api/brands/blocklist')).status).toBe(401);
  for (const query of ['?format=bind', '?formats=rpz', '?brand_id=acme', '?format=rpz&format=hosts']) {
    const response = await get(query);
    expect([query, response.status, Object.keys((await response.json()) as object)]).toEqual([query, 400, ['detail']]);
  }
});

const judges = [
  ['unbound', 'unbound-checkconf', (file: string) => [file]],
  ['dnsmasq', 'dnsmasq', (file: string) => ['--test', '-C', file]],
  ['rpz', 'named-checkzone', (file: string) => ['rpz.example', file]],
] as const;

test('each format is accepted by its resolver, without names that would be settings', async () => {
  await server.testDatabase.database.sql`update zones.brand_hit set label = E'acme"\nbnk' where label = 'acmebankk'`;
  const files: Record<string, string> = {};
  for (const format of blockListFormats) files[format] = await (await get(`?format=${format}`)).text();
  const bodies = Object.values(files).map((text) => text.split('\n').filter((line) => line.includes('acme')));
  expect(bodies).toEqual([
    ['acmebnk.net'],
    ['||acmebnk.net^'],
    ['0.0.0.0 acmebnk.net', ':: acmebnk.net'],
    ['  local-zone: "acmebnk.net." always_nxdomain'],
    ['local=/acmebnk.net/'],
    ['acmebnk.net CNAME .', '*.acmebnk.net CNAME .'],
  ]);
  const folder = temporaryFolder();
  for (const [format, program, words] of judges) {
    const file = join(folder, format);
    writeFileSync(file, files[format] ?? '');
    const { error, status, stdout, stderr } = spawnSync(program, words(file), { encoding: 'utf8' });
    if (error !== undefined)
      console.log(`${program} is not installed here: the format ${format} is not checked by it.`);
    else expect([program, status, status === 0 ? '' : stdout + stderr]).toEqual([program, 0, '']);
  }
});
