import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { blockListChanges, selectBlockedNames } from '../../subgraphs/zones/blocklist/index.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { blockListFormats } from '../../subgraphs/zones/service.js';
import { adminToken, analystToken } from '../rest/support/serve-services.js';
import { startZonesServer, type ZonesServer } from '../rest/support/zones-server.js';
import { freePort } from '../support/free-port.js';
import { filterInstalled, startNameServerProcess } from './support/name-server-process.js';
import { temporaryFolder } from './support/pull-world.js';
import { dig, hasDig, statusIn } from './support/rpz-clients.js';

let server: ZonesServer;
let brands: Record<'acme' | 'globex', string>;

beforeAll(async () => {
  server = await startZonesServer();
  const nameservers = ['ns1.host.net.'];
  await server.importZone('net', {
    'acmebnk.net': nameservers,
    'acmebankk.net': nameservers,
    'globx.net': nameservers,
  });
  await server.importZone('com', { 'acmebnk.com': nameservers });
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

test('a list contains the confirmed hits of the caller’s tenants, and its serial increases with each change', async () => {
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

test('a confirmed name is removed from the list when its brand allows it', async () => {
  await triage('confirmed', 'acmebnk.net', 'acmebankk.net');
  const before = await list(`?brand_id=${brands.acme}`);
  const document = 'mutation ($input: UpdateBrandInput!) { updateBrand(input: $input) { brand { id } } }';
  await server.administer(document, { input: { id: brands.acme, allowedNames: ['acmebnk.net'] } });
  const after = await list(`?brand_id=${brands.acme}`);
  expect([before.names, after.names]).toEqual([['acmebankk.net', 'acmebnk.net'], ['acmebankk.net']]);
  expect(after.serial).toBeGreaterThan(before.serial);
  await server.administer(document, { input: { id: brands.acme, allowedNames: [] } });
  await watchBrands({ database: server.testDatabase.database, clock: server.clock });
  expect((await list(`?brand_id=${brands.acme}`)).names).toEqual(['acmebankk.net']);
  await triage('confirmed', 'acmebnk.net');
});

test('requests without a token or with invalid parameters are rejected', async () => {
  expect((await server.fetch('/api/brands/blocklist')).status).toBe(401);
  for (const query of ['?format=bind', '?formats=rpz', '?brand_id=acme', '?format=rpz&format=hosts']) {
    const response = await get(query);
    expect([query, response.status, Object.keys((await response.json()) as object)]).toEqual([query, 400, ['detail']]);
  }
});

/** The files of all formats, with a name that would be settings in some of them. */
async function writeFiles(): Promise<{ folder: string; texts: string[] }> {
  await server.testDatabase.database.sql`update zones.brand_hit set label = E'acme"\nbnk' where label = 'acmebankk'`;
  const folder = temporaryFolder();
  const texts: string[] = [];
  for (const format of blockListFormats) {
    const text = await (await get(`?format=${format}`)).text();
    writeFileSync(join(folder, format), text);
    texts.push(text);
  }
  return { folder, texts };
}

const checkers = [
  ['unbound', 'unbound-checkconf', []],
  ['rpz', 'named-checkzone', ['rpz.example']],
] as const;

const domain = String.raw`([a-z0-9_-]{1,63}\.)+[a-z0-9_]{2,63}`;
/** The lines that Pi-hole stores, after FTL's `gravity_parseList`: `valid_domain` and `valid_abp_domain`. */
const piHoleLinePatterns = { domains: new RegExp(`^${domain}$`), adblock: new RegExp(String.raw`^\|\|${domain}\^$`) };

test('each format is accepted by its resolver, and omits names that would be parsed as settings', async () => {
  const { folder, texts } = await writeFiles();
  expect(texts.map((text) => text.split('\n').filter((line) => line.includes('acme')))).toEqual([
    ['acmebnk.net'],
    ['||acmebnk.net^'],
    ['0.0.0.0 acmebnk.net', ':: acmebnk.net'],
    ['  local-zone: "acmebnk.net." always_nxdomain'],
    ['local=/acmebnk.net/'],
    ['acmebnk.net CNAME .', '*.acmebnk.net CNAME .'],
  ]);
  for (const [format, program, args] of checkers) {
    const { error, status, stdout, stderr } = spawnSync(program, [...args, join(folder, format)], {
      encoding: 'utf8',
    });
    if (error !== undefined)
      console.log(`${program} is not installed here: the format ${format} is not checked by it.`);
    else expect([program, status, status === 0 ? '' : stdout + stderr]).toEqual([program, 0, '']);
  }
  for (const [format, pattern] of Object.entries(piHoleLinePatterns)) {
    const lines = readFileSync(join(folder, format), 'utf8').trimEnd().split('\n');
    // Pi-hole ignores comments.
    expect(lines.filter((line) => !/^[#!]/.test(line) && !pattern.test(line))).toEqual([]);
    expect(lines).toHaveLength(2);
  }
});

const [dnsmasq] = filterInstalled(
  [{ name: 'dnsmasq', program: '/usr/sbin/dnsmasq' }],
  'block lists are not tested with it',
);

test.skipIf(dnsmasq === undefined || !hasDig)('dnsmasq blocks the names of its format and of hosts files', async () => {
  if (dnsmasq === undefined) return;
  const { folder } = await writeFiles();
  const port = await freePort();
  const files = [`--conf-file=${join(folder, 'dnsmasq')}`, '--no-hosts', `--addn-hosts=${join(folder, 'hosts')}`];
  const listener = [`--port=${port}`, '--listen-address=127.0.0.1', '--bind-interfaces', '--no-resolv'];
  const { log } = startNameServerProcess(dnsmasq, ['--no-daemon', ...files, ...listener]);
  const queryStatus = async (name: string) => statusIn(await dig(port, name, 'A'));
  // Without an upstream server, it rejects other names.
  await expect.poll(() => queryStatus('acmebnk.org'), { interval: 50, message: log() }).toBe('REFUSED');
  expect(await queryStatus('www.acmebnk.net')).toBe('NXDOMAIN');
  for (const [type, address] of Object.entries({ A: '0.0.0.0', AAAA: '::' })) {
    expect(await dig(port, 'acmebnk.net', type, '+short')).toEqual([address]);
  }
});

const [unbound] = filterInstalled(
  [{ name: 'Unbound', program: '/usr/sbin/unbound' }],
  'block lists are not tested with it',
);

test.skipIf(unbound === undefined || !hasDig)(
  'Unbound blocks the names of its format and all names below them',
  async () => {
    if (unbound === undefined) return;
    const { folder } = await writeFiles();
    const port = await freePort();
    // Without a zone of another name, it would query the servers of the root.
    const settings = `server:
  interface: 127.0.0.1
  port: ${port}
  do-daemonize: no
  chroot: ""
  username: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  module-config: "iterator"
  local-zone: "." refuse
include: "${join(folder, 'unbound')}"
remote-control:
  control-enable: no
`;
    writeFileSync(join(folder, 'unbound.conf'), settings);
    const { log } = startNameServerProcess(unbound, ['-d', '-p', '-c', join(folder, 'unbound.conf')]);
    const queryStatus = async (name: string) => statusIn(await dig(port, name, 'A'));
    await expect.poll(() => queryStatus('acmebnk.org'), { interval: 50, message: log() }).toBe('REFUSED');
    for (const name of ['acmebnk.net', 'www.acmebnk.net', 'a.b.acmebnk.net']) {
      expect([name, await queryStatus(name)]).toEqual([name, 'NXDOMAIN']);
    }
    expect(await queryStatus('xacmebnk.net')).toBe('REFUSED');
  },
);

test('a name in a zone and its parent zone is listed once', async () => {
  const nameservers = ['ns1.host.net.'];
  await server.importZone('uk', { 'acmebnk.co.uk': nameservers, 'acmebank.uk': nameservers });
  await server.importZone('co.uk', { 'acmebnk.co.uk': nameservers, 'acmebankk.co.uk': nameservers });
  await watchBrands({ database: server.testDatabase.database, clock: server.clock });
  const names = async () => (await list()).names.filter((name) => name.endsWith('.uk'));
  await triage('confirmed', 'acmebnk.co.uk', 'acmebank.uk', 'acmebankk.co.uk');
  expect(await names()).toEqual(['acmebankk.co.uk', 'acmebank.uk', 'acmebnk.co.uk']);
  // The hit in the parent zone is dismissed.
  const before = await list();
  await server.testDatabase.database.sql`update zones.brand_hit set status = 'dismissed' where label = 'acmebnk.co'`;
  expect(await names()).toEqual(['acmebankk.co.uk', 'acmebnk.co.uk', 'acmebank.uk']);
  const position = { scope: {}, serial: before.serial };
  expect(await blockListChanges(server.testDatabase.database.sql, position)).toEqual({ added: [], removed: [] });
});

interface PlanNode {
  readonly Alias?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes of the plans of all statements that select a page of a list. */
async function explainPage(scope: { tenants: string[] }, limit: number): Promise<PlanNode[]> {
  return await server.testDatabase.database.transaction(async (sql) => {
    const sent: { text: string; query: { parameters?: string[] } }[] = [];
    const unsafe = (text: string, ...rest: [never[]]) => {
      const query = sql.unsafe(text, ...rest);
      sent.push({ text, query: query as { parameters?: string[] } });
      return query;
    };
    const recorder = new Proxy(sql, {
      get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
    });
    await selectBlockedNames(recorder, { scope, after: { zone: '', label: '' }, limit });
    const plans: PlanNode[] = [];
    for (const { text, query } of sent) {
      const explained = await sql.unsafe(`explain (analyze, format json) ${text}`, query.parameters ?? []);
      plans.push(
        ...explained.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }: { Plan: PlanNode }) => nodesOf(Plan))),
      );
    }
    return plans;
  });
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

test('a page of a list with many names in a zone and its parent zone looks up only its own names, by an index', async () => {
  const { sql } = server.testDatabase.database;
  for (const [zone, suffix] of [
    ['co.uk', ''],
    ['uk', '.co'],
  ] as const) {
    await sql`insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
        is_unmatched, revision, since, found_at)
      select brand.id, brand.tenant_id, zone.id, 'many' || number || ${suffix}, 'edit', 1, 'scan', 'confirmed', true,
        false, 1, 1, 0
      from zones.brand, zones.zone, generate_series(1, 15000) number
      where brand.tenant_id = 'acme' and zone.name = ${zone}`;
  }
  await sql`analyze zones.brand_hit`;
  const nodes = await explainPage({ tenants: ['acme'] }, 5000);
  const lookups = nodes.filter(({ Alias }) => Alias === 'other');
  expect(lookups).not.toEqual([]);
  expect(Math.max(...lookups.map((node) => node['Actual Loops']))).toBeLessThanOrEqual(5000);
  // A join of all names of both zones would read 225,000,000 rows.
  const rowsRead = nodes.map(
    (node) =>
      node['Actual Loops'] *
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)),
  );
  expect(rowsRead.reduce((sum, count) => sum + count)).toBeLessThan(1_000_000);
  const names = (await list('?tenant_id=acme')).names.filter((name) => name.startsWith('many'));
  expect([names.length, new Set(names).size]).toEqual([15_000, 15_000]);
}, 120_000);
