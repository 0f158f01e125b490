import { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { policyZones as policyZonesCheck } from '../../command-line/doctor/checks/policy-zones.js';
import { policyZoneMetrics } from '../../gateway/index.js';
import { silentLog } from '../../platform/log.js';
import { listPolicyZones } from '../../subgraphs/zones/policy-zones/index.js';
import { pruneClients } from '../../subgraphs/zones/policy-zones/service/prune.js';
import { readPolicyZones, zoneDependencies } from '../../subgraphs/zones/service.js';
import { analystOf, requestOf } from '../alerts/support/alert-world.js';
import { resultOf } from '../doctor/support/examine.js';
import { adminToken } from '../rest/support/serve-services.js';
import { type PolicyZoneWorld, startPolicyZoneWorld } from './support/policy-zone-world.js';
import {
  dig,
  digKey,
  hasDig,
  recordsIn,
  resolvers,
  secondaries,
  startRpzClient,
  startUpstream,
  statusIn,
} from './support/rpz-clients.js';

let world: PolicyZoneWorld;

beforeAll(async () => {
  world = await startPolicyZoneWorld(adminToken);
  const nameservers = ['ns1.host.net.'];
  await world.server.importZone('net', {
    'acmebnk.net': nameservers,
    'acmebankk.net': nameservers,
    'globx.net': nameservers,
  });
  await world.server.importZone('com', {
    'acmebnk.com': nameservers,
    'acmebamk.com': nameservers,
    'globx.com': nameservers,
  });
  await world.addBrand('acmebank', 'acme');
  await world.addBrand('globex', 'globex');
  await world.serve();
});

/** The records of a zone at a server, without the second SOA record of a transfer. */
async function transferZone(port: number, zone: string, ...args: string[]): Promise<string[]> {
  return recordsIn(await dig(port, zone, 'AXFR', '+noall', '+answer', '+onesoa', ...args)).sort();
}

test.skipIf(!hasDig)(
  'a zone is served only to clients that sign with its key, and a zone without a key only to the same machine',
  async () => {
    await world.triage('confirmed', 'acmebnk.net', 'globx.net');
    const signed = ['-y', digKey];
    expect(await transferZone(world.port, 'rpz.example', ...signed)).toEqual(await world.file('rpz.example'));
    expect(await transferZone(world.port, 'local.example')).toEqual(await world.file('local.example'));
    const ofTenant = await transferZone(world.port, 'acme.example', ...signed);
    expect(ofTenant).toEqual(await world.file('acme.example', '&tenant_id=acme'));
    expect(ofTenant.some((record) => record.startsWith('globx'))).toBe(false);
    const rejected = async (...args: string[]) => statusIn(await dig(world.port, ...args, '+tcp'));
    const secret = Buffer.from('another secret of 32 characters!').toString('base64');
    expect(await rejected('rpz.example', 'SOA')).toBe('REFUSED');
    expect(await rejected('rpz.example', 'SOA', '-y', `hmac-sha256:transfer.key:${secret}`)).toBe('NOTAUTH');
    expect(await rejected('rpz.example', 'SOA', '-y', `hmac-sha256:unknown.key:${secret}`)).toBe('NOTAUTH');
    expect(await rejected('rpz.example', 'SOA', '-y', digKey.replace('transfer', 'other'))).toBe('REFUSED');
    expect(await rejected('other.example', 'SOA', ...signed)).toBe('REFUSED');
    expect(await rejected('acmebnk.net.local.example', 'CNAME')).toBe('REFUSED');
    expect(await transferZone(world.port, 'rpz.example', '-y', `hmac-sha256:transfer.key:${secret}`)).toEqual([]);
    expect(statusIn(await dig(world.port, 'rpz.example', 'SOA', ...signed))).toBe('NOERROR');
  },
);

test.skipIf(!hasDig || secondaries.length === 0).each(secondaries.map((client) => ({ client, name: client.name })))(
  '$name transfers the zone with the content of the file, and after that only changes',
  async ({ client }) => {
    await world.triage('confirmed', 'acmebnk.net', 'globx.net');
    const [port = 0] = world.notifiedPorts;
    const { sql } = world.server.testDatabase.database;
    const log = await startRpzClient(client, { port, primaryPort: world.port, zone: 'rpz.example' });
    const isSame = async (expected: Promise<string[]>) => {
      const file = await expected;
      await expect
        .poll(() => transferZone(port, 'rpz.example'), { timeout: 60_000, interval: 300, message: log() })
        .toEqual(file);
    };
    const countIncremental = async () => {
      const [row] = await sql<[{ count: number }]>`select coalesce(sum(incremental_transfers), 0)::int as count
        from zones.policy_zone_client where zone = 'rpz.example'`;
      return row.count;
    };
    await isSame(world.file('rpz.example'));
    const before = await countIncremental();
    await world.triage('confirmed', 'acmebnk.com', 'acmebankk.net');
    await world.triage('dismissed', 'globx.net', 'acmebankk.net');
    await isSame(world.file('rpz.example'));
    await expect.poll(countIncremental, { timeout: 5000 }).toBeGreaterThan(before);
    await world.triage('open', 'acmebnk.com');
  },
);

test.skipIf(!hasDig || resolvers.length === 0).each(resolvers.map((client) => ({ client, name: client.name })))(
  '$name blocks a name and names below it, seconds after the hit was confirmed',
  async ({ client }) => {
    await world.triage('open', 'acmebnk.com');
    const [, port = 0] = world.notifiedPorts;
    const log = await startRpzClient(client, {
      port,
      primaryPort: world.port,
      upstreamPort: await startUpstream(),
      zone: 'local.example',
    });
    const queryStatus = async (name: string) => statusIn(await dig(port, name, 'A'));
    const poll = (name: string) =>
      expect.poll(() => queryStatus(name), { timeout: 60_000, interval: 300, message: log() });
    await poll('acmebnk.com').toBe('NOERROR');
    await world.triage('confirmed', 'acmebnk.com');
    await poll('acmebnk.com').toBe('NXDOMAIN');
    expect(await queryStatus('www.acmebnk.com')).toBe('NXDOMAIN');
    expect(await queryStatus('acmebank.com')).toBe('NOERROR');
    await world.triage('dismissed', 'acmebnk.com');
    await poll('acmebnk.com').toBe('NOERROR');

    // Blocked without a decision, seconds after the import.
    await world.autoBlock('TRANSPOSITION');
    world.server.clock.advance(1000);
    const names = ['acmebnk.com', 'acmebamk.com', 'globx.com', 'acmebakn.com'];
    await world.server.importZone('com', Object.fromEntries(names.map((name) => [name, ['ns1.host.net.']])));
    await world.watch();
    await poll('acmebakn.com').toBe('NXDOMAIN');
    await world.triage('dismissed', 'acmebakn.com');
    await poll('acmebakn.com').toBe('NOERROR');
  },
);

/** The policy zones in the graph, with their clients and names. */
async function listed() {
  const { policyZones } = await world.server.administer(`{ policyZones { name tenantId key nameCount rejectedQueries
    lastRejection clients { address state serial fullTransfers } secondaries { address state hasTransferred error } } }`);
  return policyZones as {
    name: string;
    nameCount: number;
    rejectedQueries: number;
    lastRejection: string | null;
    clients: { address: string; state: string; serial: number; fullTransfers: number }[];
    secondaries: { state: string; hasTransferred: boolean }[];
  }[];
}

test.skipIf(!hasDig)(
  'the GraphQL API lists the zones with their clients, rejected queries and blocked names',
  async () => {
    const { server } = world;
    const { database, configuration, url } = server.testDatabase;
    await world.triage('confirmed', 'acmebnk.net', 'acmebnk.com', 'globx.net');
    await database.sql`update zones.brand_hit set status = 'confirmed' where label = 'globx'`;
    await transferZone(world.port, 'acme.example', '-y', digKey);
    await dig(world.port, 'acme.example', 'SOA');
    const listOfTenant = async () => (await listed()).find(({ name }) => name === 'acme.example');
    await expect
      .poll(async () => (await listOfTenant())?.lastRejection)
      .toMatch(/^the query is not signed, from 127\.0\.0\.1$/);
    await expect.poll(async () => (await listOfTenant())?.clients.length).toBe(1);
    expect(await listOfTenant()).toMatchObject({
      ...{ tenantId: 'acme', key: 'transfer.key', nameCount: 2, rejectedQueries: expect.any(Number) },
      clients: [{ address: '127.0.0.1', state: 'CURRENT', fullTransfers: expect.any(Number) }],
      secondaries: [],
    });
    expect((await listed()).map(({ name, nameCount }) => [name, nameCount])).toEqual([
      ['rpz.example', 4],
      ['acme.example', 2],
      ['local.example', 4],
    ]);
    const listPage = async (after: string | null) => {
      const { policyZoneNames } = await server.administer(
        `query ($after: String) { policyZoneNames(policyZone: "rpz.example", first: 3, after: $after) {
        nodes { name } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      return policyZoneNames as { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    };
    const first = await listPage(null);
    const second = await listPage(first.pageInfo.endCursor);
    const names = [...first.nodes, ...second.nodes].map(({ name }) => name);
    expect(names).toEqual(['acmebnk.com', 'globx.com', 'acmebnk.net', 'globx.net']);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);

    const dependencies = zoneDependencies({ configuration, database, clock: server.clock, log: silentLog });
    const ownPolicyZones = await listPolicyZones(dependencies, requestOf(analystOf('acme')));
    expect(ownPolicyZones.map(({ name }) => name)).toEqual(['acme.example']);

    const registry = new Registry();
    const platform = { configuration, database, clock: server.clock };
    for (const metric of policyZoneMetrics(() => readPolicyZones(platform))) registry.registerMetric(metric);
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/^rampart_policy_zone_serial\{zone="acme\.example"\} \d{10}$/m);
    expect(metrics).toMatch(/^rampart_policy_zone_clients\{state="outdated"\} 0$/m);
    expect(metrics).toMatch(/^rampart_policy_zone_rejected_queries\{zone="acme\.example"\} [1-9]/m);

    // By the clock of the machine, the clients of this test have sent no query for months.
    const settings = {
      ...{ DATABASE_URL: url, RAMPART_DNS_POLICY_ZONES: 'acme.example=acme,new.example,known.example' },
      RAMPART_DNS_SECONDARIES: 'known.example=192.0.2.1',
    };
    const { status, message } = await resultOf(policyZonesCheck, settings);
    expect(status).toBe('warning');
    expect(message).toMatch(/127\.0\.0\.1 has not requested acme\.example since 2026-03-01/);
    expect(message).toContain('no resolver has transferred new.example yet');
    expect(message).toContain('192.0.2.1 has never transferred known.example');
  },
);

test('outdated clients are shown, and those that no longer request the zone are deleted', async () => {
  const { server } = world;
  const { database, configuration } = server.testDatabase;
  const { sql } = database;
  server.clock.advance(Date.now() + 3_600_000 - server.clock.now());
  const now = server.clock.now();
  const client = (address: string, at: number, serial = 2) => sql`insert into zones.policy_zone_client
    (zone, address, serial, transferred_at, checked_at) values ('acme.example', ${address}, ${serial}, 1, ${at})`;
  await client('192.0.2.7', now);
  await client('192.0.2.8', now - 40 * 86_400_000);
  const notice = (port: number, at: number) => sql`insert into zones.policy_zone_notice
    values ('rpz.example', '127.0.0.1', ${port}, 2, null, ${at}, 1)
    on conflict (zone, address, port) do update set ended_at = excluded.ended_at`;
  await notice(1, 0);
  await notice(2, now);
  await notice(world.notifiedPorts[0] ?? 0, 0);
  const readClients = async () => {
    const zone = (await listed()).find(({ name }) => name === 'acme.example');
    return zone?.clients
      .filter(({ address }) => address.startsWith('192.'))
      .map(({ address, state }) => [address, state]);
  };
  expect(await readClients()).toEqual([
    ['192.0.2.7', 'OUTDATED'],
    ['192.0.2.8', 'SILENT'],
  ]);
  await pruneClients({ database, clock: server.clock, configuration });
  expect(await readClients()).toEqual([['192.0.2.7', 'OUTDATED']]);
  // A new change does not make a client current that lacks an older one.
  const [{ serial = 0 } = {}] = await sql<{ serial: number }[]>`
    select max(serial)::int as serial from zones.block_change where tenant_id = 'acme'`;
  await client('192.0.2.9', now, serial);
  await sql`insert into zones.block_change (serial, hit_id, brand_id, tenant_id, name, is_added)
    values (${Math.trunc(now / 1000)}, gen_random_uuid(), gen_random_uuid(), 'acme', 'acmebnk.net', true)`;
  expect(await readClients()).toEqual([
    ['192.0.2.7', 'OUTDATED'],
    ['192.0.2.9', 'CURRENT'],
  ]);
  const remainingRows = await sql<
    { port: number }[]
  >`select port from zones.policy_zone_notice where zone = 'rpz.example'`;
  expect(remainingRows.map(({ port }) => port).sort()).toEqual([2, world.notifiedPorts[0]].sort());
});
