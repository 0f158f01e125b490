import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.js';
import { pruneBlockListChanges } from '../../subgraphs/zones/blocklist/index.js';
import { DnsMessage, queryMessage, RecordType, uint16 } from '../../subgraphs/zones/dns/index.js';
import { serveDns } from '../../subgraphs/zones/policy-zones/index.js';
import { notifySecondary } from '../../subgraphs/zones/policy-zones/service/notify.js';
import { zoneDependencies } from '../../subgraphs/zones/service.js';
import { notifyReceiver } from '../../subgraphs/zones/sources/index.js';
import { adminToken } from '../rest/support/serve-services.js';
import { freePort } from '../support/free-port.js';
import { testConfiguration } from '../support/index.js';
import { transferKey } from './support/name-server.js';
import { isListening, type PolicyZoneWorld, startPolicyZoneWorld } from './support/policy-zone-world.js';
import { dig, digKey, hasDig, recordsIn, statusIn } from './support/rpz-clients.js';

let world: PolicyZoneWorld;
let brandId: string;

beforeAll(async () => {
  world = await startPolicyZoneWorld(adminToken);
  await world.server.importZone('com', { 'acmebnk.com': ['ns1.host.net.'] });
  await world.addBrand('acmebank', 'acme');
  const [brand] = await world.server.testDatabase.database.sql<[{ id: string }]>`select id from zones.brand`;
  brandId = brand.id;
  await world.serve();
});

beforeEach(async () => {
  await world.server.testDatabase.database.sql`delete from zones.brand_hit where label like 'name-%'`;
});

/** Adds confirmed hits with the labels `name-1` to `name-N`. */
async function addNames(count: number): Promise<void> {
  const { sql } = world.server.testDatabase.database;
  await sql`insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
      is_unmatched, revision, since, found_at)
    select ${brandId}, 'acme', id, 'name-' || number, 'edit', 1, 'scan', 'open', true, false, 1, 1, 1
    from zones.zone, generate_series(1, ${count}::int) number`;
  await sql`update zones.brand_hit set status = 'confirmed' where label like 'name-%'`;
}

async function recordsOf(type: string): Promise<string[]> {
  return recordsIn(await dig(world.port, 'local.example', type, '+noall', '+answer'));
}

async function readSerial(): Promise<number> {
  const [soa = ''] = await recordsOf('SOA');
  return Number(soa.split(' ')[6]);
}

test.skipIf(!hasDig)(
  'a large zone is sent in many messages, and as a whole if there are too many changes',
  async () => {
    await world.triage('confirmed', 'acmebnk.com');
    const before = await readSerial();
    await addNames(25_000);
    const all = await recordsOf('AXFR');
    const owners = new Set(all.map((record) => record.split(' ')[0]));
    expect([all.length, owners.size]).toEqual([2 * 25_001 + 3, 2 * 25_001 + 1]);
    expect(owners.has('*.name-25000.com.local.example.')).toBe(true);
    expect(await recordsOf(`IXFR=${before}`)).toEqual(all);
  },
);

test.skipIf(!hasDig)(
  'old changes are removed; serials remain, and servers with an older serial receive the whole zone',
  async () => {
    const { database } = world.server.testDatabase;
    const { sql } = database;
    const first = await readSerial();
    await addNames(5);
    const second = await readSerial();
    await world.triage('dismissed', 'name-3.com');
    const third = await readSerial();
    expect([first < second, second < third]).toEqual([true, true]);
    const soas = (records: string[]) => records.flatMap((record) => / SOA \S+ \S+ (\d+)/.exec(record)?.[1] ?? []);
    expect(soas(await recordsOf(`IXFR=${second}`)).map(Number)).toEqual([third, second, third, third]);
    expect(soas(await recordsOf(`IXFR=${third}`)).map(Number)).toEqual([third]);
    // The list never had this serial. A client can have such a serial after a backup of the database was restored.
    expect(soas(await recordsOf(`IXFR=${first - 1}`)).map(Number)).toEqual([third, third]);
    const pruneChanges = () =>
      pruneBlockListChanges({
        database,
        clock: { now: () => Date.now() + 40 * 86_400_000 },
        configuration: world.server.testDatabase.configuration,
      });
    const counts = async () => (await sql<{ serial: number }[]>`select serial::float8 from zones.block_change`).length;
    // Changes for which no alerts have been opened yet are not removed.
    await pruneChanges();
    expect(await counts()).toBeGreaterThan(5);
    await sql`update zones.brand_alert_feed set serial = ${third}`;
    await pruneChanges();
    expect(await counts()).toBe(1);
    expect(await readSerial()).toBe(third);
    expect(soas(await recordsOf(`IXFR=${second}`)).map(Number)).toEqual([third, third]);
    await world.triage('confirmed', 'name-3.com');
    const fourth = await readSerial();
    expect(soas(await recordsOf(`IXFR=${third}`)).map(Number)).toEqual([fourth, third, fourth, fourth]);
  },
);

test('the server responds to messages after a malformed one, and closes the connection after one that is too long', async () => {
  const socket = connect({ host: '127.0.0.1', port: world.port });
  socket.on('error', () => {});
  const query = queryMessage({ id: 7, zone: 'local.example', type: RecordType.SOA });
  const cut = query.subarray(0, 20);
  socket.write(Buffer.concat([uint16(cut.length), cut, uint16(query.length), query]));
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  await expect.poll(() => Buffer.concat(received).length).toBeGreaterThan(14 + query.length);
  const [first, second] = [Buffer.concat(received).subarray(2, 14), Buffer.concat(received).subarray(16)];
  expect(new DnsMessage(first).responseCode).toBe(1);
  expect([new DnsMessage(second).id, new DnsMessage(second).responseCode]).toEqual([7, 0]);
  socket.write(uint16(5000));
  await once(socket, 'close');
});

test('messages without a response create no timers, however many a connection sends', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeouts.mockRestore());
  const socket = connect({ host: '127.0.0.1', port: world.port });
  const query = queryMessage({ id: 8, zone: 'local.example', type: RecordType.SOA });
  const response = Buffer.from(query);
  response[2] = 0x80; // A response is not answered.
  const ignored = Buffer.concat([uint16(response.length), response]);
  socket.write(Buffer.concat([...Array(500).fill(ignored), uint16(query.length), query]));
  await once(socket, 'data');
  socket.destroy();
  expect(timeouts).not.toHaveBeenCalled();
});

/** A server of the same zones with other settings and its own port. */
async function startDnsServer(
  settings: Record<string, string>,
  options: { idleTimeoutMs?: number } = {},
): Promise<number> {
  const { database } = world.server.testDatabase;
  const port = await freePort();
  const configuration = testConfiguration({ RAMPART_DNS_PORT: String(port), ...settings });
  const dependencies = zoneDependencies({ configuration, database, clock: world.server.clock, log: silentLog });
  onTestFinished(serveDns(dependencies, { onNotify: async () => false, ...options }));
  await vi.waitUntil(() => isListening(port), { timeout: 60_000 });
  return port;
}

test('a connection is closed if its query does not arrive in time, even if single bytes arrive', async () => {
  const port = await startDnsServer({ RAMPART_DNS_POLICY_ZONES: 'local.example' }, { idleTimeoutMs: 200 });
  const socket = connect({ host: '127.0.0.1', port });
  // The connection can be reset while the client writes.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().write(uint16(4000));
  const timer = setInterval(() => socket.write('x'), 20);
  onTestFinished(() => clearInterval(timer));
  await closed;
});

test('an address has a limited number of connections', async () => {
  const port = await startDnsServer({
    RAMPART_DNS_POLICY_ZONES: 'local.example',
    RAMPART_DNS_MAX_CONNECTIONS_PER_SOURCE: '2',
  });
  const openConnection = async () => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const query = queryMessage({ id: 7, zone: 'local.example', type: RecordType.SOA });
  const getsResponse = async (socket: Socket) => {
    const ended = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
    socket.write(Buffer.concat([uint16(query.length), query]));
    return await ended.catch(() => false);
  };
  // The connection that the test used to detect the server can still be open.
  const openSockets: Socket[] = [];
  await expect
    .poll(async () => {
      const socket = await openConnection();
      if (await getsResponse(socket)) openSockets.push(socket);
      return openSockets.length;
    })
    .toBe(2);
  expect(await getsResponse(await openConnection())).toBe(false);
  openSockets[0]?.destroy();
  await expect.poll(async () => await getsResponse(await openConnection())).toBe(true);
});

test.skipIf(!hasDig)('a zone whose tenant has changed is transferred as a whole, with a greater serial', async () => {
  const { sql } = world.server.testDatabase.database;
  const settings = (tenant: string) => ({ RAMPART_DNS_POLICY_ZONES: `moved.example${tenant}` });
  const readSoas = async (port: number, type: string) =>
    recordsIn(await dig(port, 'moved.example', type, '+noall', '+answer')).flatMap(
      (record) => / SOA \S+ \S+ (\d+)/.exec(record)?.[1] ?? [],
    );
  await addNames(2);
  const all = await startDnsServer(settings(''));
  const [first = ''] = await readSoas(all, 'SOA');
  // A change that affects both lists.
  await sql`update zones.brand_hit set status = 'dismissed' where label = 'name-1'`;
  const [second = ''] = await readSoas(all, 'SOA');
  expect(await readSoas(all, `IXFR=${first}`)).toEqual([second, first, second, second]);
  const ofTenant = await startDnsServer(settings('=acme'));
  const [third = ''] = await readSoas(ofTenant, 'SOA');
  expect(Number(third)).toBeGreaterThan(Number(second));
  expect(await readSoas(ofTenant, `IXFR=${second}`)).toEqual([third, third]);
  // The process with other settings must not send its list with this serial.
  expect(await readSoas(all, 'AXFR')).toEqual([]);
  await sql`update zones.brand_hit set status = 'dismissed' where label = 'name-2'`;
  const [fourth = ''] = await readSoas(ofTenant, 'SOA');
  expect(await readSoas(ofTenant, `IXFR=${second}`)).toEqual([fourth, fourth]);
});

test.skipIf(!hasDig)(
  'a zone is pulled soon after a signed NOTIFY message of its primary server, and after no other message',
  async () => {
    const { database } = world.server.testDatabase;
    const { sql } = database;
    const port = world.notifiedPorts[0] ?? 0;
    const configuration = testConfiguration({
      RAMPART_DNS_PORT: String(port),
      RAMPART_DNS_RECEIVE_NOTIFY: 'true',
      RAMPART_ZONES_SOURCES: `net=axfr://${transferKey.name}@127.0.0.1,org=axfr://${transferKey.name}@192.0.2.1`,
      RAMPART_ZONES_TSIG_KEYS: `${transferKey.name}:${transferKey.secret}`,
    });
    const dependencies = zoneDependencies({ configuration, database, clock: world.server.clock, log: silentLog });
    const stop = serveDns(dependencies, { onNotify: notifyReceiver(dependencies) });
    await sql`insert into zones.source (zone, origin, created_at, next_attempt_at)
    values ('net', '', 0, 9e15::int8), ('org', '', 0, 9e15::int8)`;
    const notify = async (zone: string, ...key: string[]) => {
      const lines = await dig(port, '+opcode=notify', ...key, zone, 'SOA');
      const [row] = await sql<[{ due: boolean }]>`select next_attempt_at < 8e15 as due from zones.source
      where zone = ${zone}`;
      return [statusIn(lines), row.due];
    };
    // The server may not have bound its port yet.
    await expect.poll(() => notify('net')).toEqual(['REFUSED', false]);
    expect(await notify('org', '-y', digKey)).toEqual(['REFUSED', false]);
    expect(await notify('net', '-y', digKey)).toEqual(['NOERROR', true]);
    stop();
  },
);

// Only Linux has all addresses of 127.0.0.0/8.
test.runIf(process.platform === 'linux').each([
  ['127.0.0.2', '127.0.0.2'],
  ['0.0.0.0', '127.0.0.1'],
  ['::1', '127.0.0.1'],
])('a server that listens on %s notifies from %s', async (host, source) => {
  const secondary = createSocket('udp4');
  onTestFinished(() => void secondary.close());
  const bound = once(secondary, 'listening');
  secondary.bind(0, '127.0.0.1');
  await bound;
  const sources: string[] = [];
  secondary.on('message', (message, { address, port }) => {
    sources.push(address);
    message.writeUInt8(message.readUInt8(2) | 0x80, 2);
    secondary.send(message, port, address);
  });
  const configuration = testConfiguration({ RAMPART_DNS_HOST: host });
  const { testDatabase, clock } = world.server;
  const dependencies = zoneDependencies({ ...testDatabase, configuration, clock, log: silentLog });
  await notifySecondary(
    { dependencies, now: Date.now },
    {
      zone: { zone: 'local.example', key: null, tenantId: null },
      secondary: { zone: 'local.example', address: '127.0.0.1', port: secondary.address().port },
      serial: 1,
      signal: new AbortController().signal,
    },
  );
  expect(sources).toEqual([source]);
});
