import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { notifyReceiver } from '../../subgraphs/zones/sources/index.js';
import { testConfiguration } from '../support/index.js';
import {
  activePairs,
  dayMs,
  describeImportWorld,
  importFile,
  observationsAt,
  zoneText,
} from './support/import-world.js';
import { nameServers, startNameServer, transferKey } from './support/name-server.js';
import { pullService } from './support/pull-world.js';
import { hasReferenceTool, referencePairs } from './support/reference-tool.js';

const world = describeImportWorld();

/** Zones with several envelopes: names with escapes and capitals, glue, signatures, and names below delegations. */
function zoneOf(zone: string, serial: number): string {
  const delegations = Array.from({ length: 6000 }, (_, index) => {
    if (index % 50 === serial) return `added-${serial}-${index} ns1.host.`;
    return index % 70 === 0 ? `name-${index} ns${serial}.host. ns2.host.` : `Name-${index} NS1.Host. ns2.host.`;
  });
  const others = [
    `${zone}.\t3600\tin\tns\tns1.host.`,
    `we\\.ird.${zone}.\t3600\tin\tns\tns\\.1.host.`,
    `\\001\\255.${zone}.\t3600\tin\tns\t\\@.host.`,
    `glue.${zone}.\t3600\tin\tns\tns.glue.${zone}.`,
    `ns.glue.${zone}.\t3600\tin\ta\t192.0.2.1`,
    `sub.glue.${zone}.\t3600\tin\tns\tns1.host.`,
    `glue.${zone}.\t3600\tin\tds\t1 8 2 ${'ab'.repeat(32)}`,
    `text.${zone}.\t3600\tin\ttxt\t"${'x'.repeat(200)}"`,
  ];
  return `${zoneText(zone, delegations, serial)}${others.join('\n')}\n`;
}

let zones = 0;

const cases = nameServers.flatMap((kind, index) => [
  { kind, name: kind.name, signature: 'unsigned', algorithm: undefined },
  { kind, name: kind.name, signature: 'with TSIG', algorithm: index === 0 ? 'hmac-sha512' : 'hmac-sha256' } as const,
]);

test.skipIf(nameServers.length === 0).each(cases)(
  'a pull from $name $signature transfers the zone, and then only the changes, with the same result as an import of the files',
  async ({ kind, algorithm }) => {
    const [zone, copy] = [`axfr${++zones}`, `axfr${zones}copy`];
    const server = await startNameServer(kind, { name: zone, algorithm }, zoneOf(zone, 1));
    const key = algorithm === undefined ? '' : `${transferKey.name}@`;
    const service = pullService(world, {
      RAMPART_ZONES_SOURCES: `${zone}=axfr://${key}127.0.0.1:${server.port}`,
      RAMPART_ZONES_TSIG_KEYS: `${algorithm ?? 'hmac-sha256'}:${transferKey.name}:${transferKey.secret}`,
    });
    const copied = await importFile(world, copy, zoneOf(copy, 1));
    const [first] = await service.pullZones(localRequest, {});
    expect(first).toMatchObject({ outcome: 'imported', error: null, import: { records: copied.records } });
    const ofCopy = (rows: readonly string[]) => rows.map((row) => row.replace(`.${copy}.`, `.${zone}.`));
    expect(await activePairs(world.test.database, zone)).toEqual(ofCopy(await activePairs(world.test.database, copy)));
    if (hasReferenceTool) {
      expect(await activePairs(world.test.database, zone)).toEqual(referencePairs(zone, zoneOf(zone, 1)));
    }
    expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await service.listSources(localRequest)).toMatchObject([
      { state: 'current', serial: 1, nextAttemptAt: new Date(world.clock.now() + 1_800_000) },
    ]);

    await server.load(zoneOf(zone, 2), 2);
    const file = await importFile(world, copy, zoneOf(copy, 2));
    const at = world.clock.now();
    world.clock.milliseconds += 1000;
    const [second] = await service.pullZones(localRequest, {});
    expect(second).toMatchObject({ error: null, outcome: 'imported', import: { domains: file.domains, serial: 2 } });
    const { addedDomains, removedDomains, changedDomains, addedObservations, observations } = file;
    expect(second?.import).toMatchObject({
      addedDomains,
      removedDomains,
      changedDomains,
      addedObservations,
      observations,
    });
    // Only the differences were sent.
    expect(second?.import?.records).toBeLessThan(file.records / 4);
    const copiedObservations = await observationsAt(world.test.database, zone, world.clock.now());
    expect(copiedObservations).toEqual(ofCopy(await observationsAt(world.test.database, copy, at)));
    expect(copiedObservations.length).toBeGreaterThan(100);
    if (hasReferenceTool) {
      expect(await activePairs(world.test.database, zone)).toEqual(referencePairs(zone, zoneOf(zone, 2)));
    }
    expect((await service.listImports(localRequest, { zone })).nodes.map(({ outcome }) => outcome)).toEqual([
      'applied',
      'applied',
    ]);

    // A lower serial is not transferred.
    await importFile(world, zone, zoneOf(zone, 9));
    expect(await service.pullZones(localRequest, {})).toMatchObject([
      { outcome: 'failed', error: expect.stringContaining('the serial number 2 is older than 9') },
    ]);
    world.clock.milliseconds += 1;
    const [reset] = await service.pullZones(localRequest, { allowOlderSerial: true });
    expect(reset).toMatchObject({ outcome: 'imported', error: null, import: { serial: 2 } });
    expect(await activePairs(world.test.database, zone)).toEqual(ofCopy(await activePairs(world.test.database, copy)));
  },
);

test.skipIf(nameServers.length === 0).each(nameServers.map((kind) => ({ kind, name: kind.name })))(
  'a failed pull reports why $name rejects a transfer without a key, with another secret or with an unknown key',
  async ({ kind }) => {
    const zone = `axfr${++zones}`;
    const server = await startNameServer(kind, { name: zone, algorithm: 'hmac-sha256' }, zoneOf(zone, 1));
    const secret = Buffer.from('another secret of 32 characters!').toString('base64');
    const pullWith = async (source: string) => {
      world.clock.milliseconds += dayMs;
      const service = pullService(world, {
        RAMPART_ZONES_SOURCES: `${zone}=axfr://${source}127.0.0.1:${server.port}`,
        RAMPART_ZONES_TSIG_KEYS: `${transferKey.name}:${secret},other.key:${secret}`,
      });
      const [report] = await service.pullZones(localRequest, {});
      return report?.error;
    };
    expect(await pullWith('')).toMatch(/rejected the query for axfr\d+: (REFUSED|NOTAUTH)/);
    expect(await pullWith(`${transferKey.name}@`)).toMatch(/BADSIG/);
    expect(await pullWith('other.key@')).toMatch(/BADKEY/);
    expect(await activePairs(world.test.database, zone)).toEqual([]);
  },
);

/** A primary server that holds connections until `release` is called, and then closes them and all later ones. */
async function startHoldingPrimary(): Promise<{ port: number; held: Promise<unknown>; release(): void }> {
  const sockets: Socket[] = [];
  let isReleased = false;
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    if (isReleased) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const release = () => {
    isReleased = true;
    for (const socket of sockets) socket.destroy();
  };
  return { port, held: once(server, 'connection'), release };
}

test('a NOTIFY that arrives while the zone is pulled is followed by another pull', async () => {
  const { port, held: nextConnection, release } = await startHoldingPrimary();
  const settings = {
    RAMPART_DNS_RECEIVE_NOTIFY: 'true',
    RAMPART_ZONES_SOURCES: `noticed=axfr://127.0.0.1:${port}`,
  };
  const service = pullService(world, settings);
  const { platform } = world;
  const configuration = testConfiguration(settings);
  const receive = notifyReceiver({ ...platform, configuration, settings: configuration.zones });
  const pulling = service.pullZones(localRequest, {});
  await nextConnection;
  expect(await receive({ zone: 'noticed', address: '127.0.0.1', key: null })).toBe(true);
  release();
  const [report] = await pulling;
  const startedAt = world.clock.now();
  expect(report).toMatchObject({ outcome: 'failed', nextAttemptAt: new Date(startedAt + 10_000) });
  // The message arrived before the next pull, which has the same result as without it.
  const repeated = await service.pullZones(localRequest, {});
  expect(repeated).toMatchObject([{ outcome: 'failed', nextAttemptAt: new Date(startedAt + 600_000) }]);
});

test('forged NOTIFY messages cause only a comparison in memory, and repeated ones at most two writes per second', async () => {
  const configuration = testConfiguration({
    RAMPART_DNS_RECEIVE_NOTIFY: 'true',
    RAMPART_ZONES_SOURCES: 'flooded=axfr://primary.example',
  });
  let [writes, lookUps] = [0, 0];
  const { database } = world.test;
  const counted = Object.create(database, {
    transaction: {
      value: (...values: Parameters<typeof database.transaction>) => {
        writes++;
        return database.transaction(...values);
      },
    },
  }) as typeof database;
  const dependencies = { ...world.platform, database: counted, configuration, settings: configuration.zones };
  const receive = notifyReceiver(dependencies, async () => {
    lookUps++;
    return ['192.0.2.1'];
  });
  const sendFlood = (address: string, key: string | null = null) =>
    Promise.all(Array.from({ length: 50 }, () => receive({ zone: 'flooded', address, key })));
  expect(new Set(await sendFlood('192.0.2.2'))).toEqual(new Set([false]));
  expect(new Set(await sendFlood('192.0.2.1', 'a.key'))).toEqual(new Set([false]));
  expect([writes, lookUps]).toEqual([0, 1]);
  expect(new Set(await sendFlood('192.0.2.1'))).toEqual(new Set([true]));
  expect([writes, lookUps]).toEqual([1, 1]);
  // The last messages can be about a newer change than the first ones.
  await expect.poll(() => writes).toBe(2);
});

test('a NOTIFY of a primary server is accepted regardless of the notation of its IPv6 address in the settings', async () => {
  const configuration = testConfiguration({
    RAMPART_DNS_RECEIVE_NOTIFY: 'true',
    RAMPART_ZONES_SOURCES: 'long=axfr://[2001:DB8:0:0::0001], mapped=axfr://[::ffff:192.0.2.1]:5353',
  });
  const receive = notifyReceiver({ ...world.platform, configuration, settings: configuration.zones });
  expect(await receive({ zone: 'long', address: '2001:db8::1', key: null })).toBe(true);
  expect(await receive({ zone: 'mapped', address: '192.0.2.1', key: null })).toBe(true);
  expect(await receive({ zone: 'long', address: '2001:db8::2', key: null })).toBe(false);
});
