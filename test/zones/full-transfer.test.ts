import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { lockZone } from '../../subgraphs/zones/imports/repository/partitions.js';
import { FullTransfer } from '../../subgraphs/zones/sources/dns/full-transfer.js';
import { requestChanges } from '../../subgraphs/zones/sources/dns/incremental-transfer.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';
import { pullService } from './support/pull-world.js';

const world = describeImportWorld();

/** A name in wire format (RFC 1035, section 3.1). */
function wireFormatOf(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.of(0),
  ]);
}

/** A resource record of the class IN (RFC 1035, section 3.2.1). */
function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([wireFormatOf(owner), fixed, data]);
}

function authority(zone: string, serial: number): Buffer {
  const numbers = Buffer.alloc(20);
  for (const [index, value] of [serial, 7200, 3600, 864_000, 300].entries()) numbers.writeUInt32BE(value, index * 4);
  return record(zone, 6, Buffer.concat([wireFormatOf('ns.host.'), wireFormatOf('root.host.'), numbers]));
}

/** A response with these records, preceded by its length (RFC 1035, section 4.2.2). */
function response(id: number, records: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(14);
  const body = Buffer.concat(records);
  header.writeUInt16BE(12 + body.length, 0);
  header.writeUInt16BE(id, 2);
  header.writeUInt16BE(0x8400, 4);
  header.writeUInt16BE(records.length, 8);
  return Buffer.concat([header, body]);
}

/** A primary server of a zone. It responds to queries for its SOA record, and to other queries with these messages. */
async function startPrimary(
  zone: string,
  messages: readonly (readonly Buffer[])[],
  { keepsOpen = false, closesOnIxfr }: { keepsOpen?: boolean; closesOnIxfr?: (socket: Socket) => void } = {},
) {
  let sent = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async (query: Buffer) => {
      const id = query.readUInt16BE(2);
      const type = query.readUInt16BE(14 + wireFormatOf(zone).length);
      if (type === 6) return void socket.end(response(id, [authority(zone, 7)]));
      if (type === 251 && closesOnIxfr !== undefined) return closesOnIxfr(socket);
      for (const records of messages) {
        if (!socket.write(response(id, records))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
        sent++;
      }
      if (!keepsOpen) socket.end();
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on a port.
  return { port, sent: () => sent };
}

/** Messages of 60 kB with a delegation each, in descending order. */
function delegations(zone: string, count: number): Buffer[][] {
  const padding = record(zone, 16, Buffer.alloc(60_000));
  return Array.from({ length: count }, (_, index) => [
    record(`name-${1000 - index}.${zone}.`, 2, wireFormatOf('ns1.host.')),
    padding,
  ]);
}

function pull(zone: string, port: number) {
  return pullService(world, { RAMPART_ZONES_SOURCES: `${zone}=axfr://127.0.0.1:${port}` }).pullZones(localRequest, {});
}

test('a zone is received immediately while its import waits, with records in any order', async () => {
  const zone = 'waiting';
  const parts = delegations(zone, 300);
  const messages = [[authority(zone, 7)], ...parts, [authority(zone, 7)]];
  const primary = await startPrimary(zone, messages);
  const { sql } = world.test.database;
  let pulled: ReturnType<typeof pull> | undefined;
  await sql.begin(async (other) => {
    await lockZone(other, { zone });
    pulled = pull(zone, primary.port);
    // The messages exceed the buffers of the connection, so the client must have read some of them.
    await expect.poll(primary.sent).toBe(messages.length);
  });
  expect(await pulled).toMatchObject([{ outcome: 'imported', import: { domains: 300, serial: 7 } }]);
});

test.each([
  [
    'ends before its final SOA record',
    (zone: string) => [[authority(zone, 7)], ...delegations(zone, 2)],
    /before the final SOA record/,
  ],
  [
    'changes while it is transferred',
    (zone: string) => [[authority(zone, 7)], ...delegations(zone, 1), [authority(zone, 8)]],
    /changed during its transfer/,
  ],
  [
    'does not begin with an SOA record',
    (zone: string) => [...delegations(zone, 1), [authority(zone, 7)]],
    /begin with an SOA record/,
  ],
  [
    'contains a record of another zone',
    (zone: string) => [[authority(zone, 7), record('other.', 2, wireFormatOf('ns1.host.'))], [authority(zone, 7)]],
    /outside of the zone/,
  ],
])('a transfer that %s is not imported', async (_name, messagesOf, error) => {
  const zone = 'broken';
  const { port } = await startPrimary(zone, messagesOf(zone));
  expect(await pull(zone, port)).toMatchObject([{ outcome: 'failed', error: expect.stringMatching(error) }]);
  const [row] = await world.test.database.sql`select count(*)::int as zones from zones.zone where name = ${zone}`;
  expect(row?.zones).toBe(0);
  world.clock.milliseconds += 86_400_000;
});

test('a transfer that is larger than the limit is aborted', async () => {
  const zone = 'large';
  const messages = [[authority(zone, 7)], ...delegations(zone, 3), [authority(zone, 7)]];
  const { port } = await startPrimary(zone, messages);
  const size = Buffer.concat(messages.map((records) => response(0, records))).length;
  const server = {
    ...{ host: '127.0.0.1', port, zone, key: null, tls: null, now: Date.now },
    signal: new AbortController().signal,
  };
  const receive = (maxBytes: number) => FullTransfer.receive(server, { maxBytes, onProgress: () => {} });
  await expect(receive(size - 1)).rejects.toThrow(/larger than \S+ GB; raise \[zones\] max_download_gigabytes/);
  await (await receive(size)).close();
});

test('a request for changes fails immediately if the server has an older version than the one that the changes start from', async () => {
  const zone = 'lagging';
  const { port } = await startPrimary(zone, [[authority(zone, 7)]], { keepsOpen: true });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const server = { host: '127.0.0.1', port, zone, key: null, tls: null, now: Date.now, signal: stopping.signal };
  // RFC 1995, section 2: the response to a newer serial is one SOA record, after which the connection may remain open.
  await expect(requestChanges(server, 9)).rejects.toThrow('the serial 7, which is older than 9');
  await expect(requestChanges(server, 7)).resolves.toEqual({ kind: 'current' });
});

test.each<[string, (socket: Socket) => void]>([
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
])(
  'the whole zone is transferred from a server that %s the connection when changes are requested',
  async (name, close) => {
    const zone = `ixfr-${name}`;
    await importFile(world, zone, zoneText(zone, ['name-1000 ns1.host.'], 6));
    const messages = [[authority(zone, 7), ...(delegations(zone, 1)[0] ?? []), authority(zone, 7)]];
    const { port } = await startPrimary(zone, messages, { closesOnIxfr: close });
    expect(await pull(zone, port)).toMatchObject([{ outcome: 'imported', error: null, import: { serial: 7 } }]);
  },
);
