import { beforeAll, expect, test } from 'vitest';
import { adminToken } from '../rest/support/serve-services.js';
import {
  dig,
  digKey,
  hasDig,
  recordsIn,
  resolvers,
  secondaries,
  startJudge,
  startUpstream,
  statusIn,
} from './support/dns-judges.js';
import { type PolicyZoneWorld, startPolicyZoneWorld } from './support/policy-zone-world.js';

let world: PolicyZoneWorld;

beforeAll(async () => {
  world = await startPolicyZoneWorld(adminToken);
  const ns = ['ns1.host.net.'];
  await world.server.importZone('net', { 'acmebnk.net': ns, 'acmebankk.net': ns, 'globx.net': ns });
  await world.server.importZone('com', { 'acmebnk.com': ns, 'acmebamk.com': ns, 'globx.com': ns });
  await world.addBrand('acmebank', 'acme');
  await world.addBrand('globex', 'globex');
  await world.serve();
});

/** The records of a zone at a server, without the second SOA record of a transfer. */
async function transferred(port: number, zone: string, ...words: string[]): Promise<string[]> {
  return recordsIn(await dig(port, zone, 'AXFR', '+noall', '+answer', '+onesoa', ...words)).sort();
}

test.skipIf(!hasDig)('serves each zone to its key only, and a zone without a key to this machine', async () => {
  await world.triage('confirmed', 'acmebnk.net', 'globx.net');
  const signed = ['-y', digKey];
  expect(await transferred(world.port, 'rpz.example', ...signed)).toEqual(await world.file('rpz.example'));
  expect(await transferred(world.port, 'local.example')).toEqual(await world.file('local.example'));
  const ofTenant = await transferred(world.port, 'acme.example', ...signed);
  expect(ofTenant).toEqual(await world.file('acme.example', '&tenant_id=acme'));
  expect(ofTenant.some((record) => record.startsWith('globx'))).toBe(false);
  const refused = async (...words: string[]) => statusIn(await dig(world.port, ...words, '+tcp'));
  const secret = Buffer.from('another secret of 32 characters!').toString('base64');
  expect(await refused('rpz.example', 'SOA')).toBe('REFUSED');
  expect(await refused('rpz.example', 'SOA', '-y', `hmac-sha256:transfer.key:${secret}`)).toBe('NOTAUTH');
  expect(await refused('rpz.example', 'SOA', '-y', `hmac-sha256:unknown.key:${secret}`)).toBe('NOTAUTH');
  expect(await refused('rpz.example', 'SOA', '-y', digKey.replace('transfer', 'other'))).toBe('REFUSED');
  expect(await refused('other.example', 'SOA', ...signed)).toBe('REFUSED');
  expect(await refused('acmebnk.net.local.example', 'CNAME')).toBe('REFUSED');
  expect(await transferred(world.port, 'rpz.example', '-y', `hmac-sha256:transfer.key:${secret}`)).toEqual([]);
  expect(statusIn(await dig(world.port, 'rpz.example', 'SOA', ...signed))).toBe('NOERROR');
});

test.skipIf(!hasDig || secondaries.length === 0).each(secondaries.map((judge) => ({ judge, name: judge.name })))(
  '$name has the same zone as the file, and then the changes only',
  async ({ judge }) => {
    await world.triage('confirmed', 'acmebnk.net', 'globx.net');
    const [port = 0] = world.notifiedPorts;
    const { sql } = world.server.testDatabase.database;
    const log = await startJudge(judge, { port, primaryPort: world.port, zone: 'rpz.example' });
    const isSame = async (wanted: Promise<string[]>) => {
      const file = await wanted;
      await expect
        .poll(() => transferred(port, 'rpz.example'), { timeout: 20_000, interval: 100, message: log() })
        .toEqual(file);
    };
    const incremental = async () => {
      const [row] = await sql<[{ count: number }]>`select coalesce(sum(incremental_transfers), 0)::int as count
        from zones.policy_zone_client where zone = 'rpz.example'`;
      return row.count;
    };
    await isSame(world.file('rpz.example'));
    const before = await incremental();
    await world.triage('confirmed', 'acmebnk.com', 'acmebankk.net');
    await world.triage('dismissed', 'globx.net', 'acmebankk.net');
    await isSame(world.file('rpz.example'));
    await expect.poll(incremental, { timeout: 5000 }).toBeGreaterThan(before);
    await world.triage('open', 'acmebnk.com');
  },
  40_000,
);

test.skipIf(!hasDig || resolvers.length === 0).each(resolvers.map((judge) => ({ judge, name: judge.name })))(
  '$name refuses a name, and names below it, seconds after the hit was confirmed',
  async ({ judge }) => {
    await world.triage('open', 'acmebnk.com');
    const [, port = 0] = world.notifiedPorts;
    const log = await startJudge(judge, {
      port,
      primaryPort: world.port,
      upstreamPort: await startUpstream(),
      zone: 'local.example',
    });
    const status = async (name: string) => statusIn(await dig(port, name, 'A'));
    const poll = (name: string) => expect.poll(() => status(name), { timeout: 20_000, interval: 100, message: log() });
    await poll('acmebnk.com').toBe('NOERROR');
    await world.triage('confirmed', 'acmebnk.com');
    await poll('acmebnk.com').toBe('NXDOMAIN');
    expect(await status('www.acmebnk.com')).toBe('NXDOMAIN');
    expect(await status('acmebank.com')).toBe('NOERROR');
    await world.triage('dismissed', 'acmebnk.com');
    await poll('acmebnk.com').toBe('NOERROR');
  },
  60_000,
);
