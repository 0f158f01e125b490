import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import type { PullProgress } from '../../subgraphs/zones/service.js';
import { activePairs, dayMs, describeImportWorld, importFile, zoneText } from './support/import-world.js';
import {
  days,
  pullService,
  runJob,
  type ServedFile,
  serveFile,
  startSource,
  temporaryFolder,
} from './support/pull-world.js';

const world = describeImportWorld();
const hourMs = 3_600_000;
const minuteMs = 60_000;

let zones = 0;

/** A separate zone for each test, with the files of two days. */
function createZone() {
  const zone = `https${++zones}`;
  const files = days.map(({ serial, delegations }) => gzipSync(zoneText(zone, delegations, serial)));
  return { zone, files: files as [Buffer, Buffer] };
}

function settingsOf(zone: string, url: string): Record<string, string> {
  return { RAMPART_ZONES_SOURCES: `${zone}=${url}/zone.gz` };
}

async function readStatus(service: ReturnType<typeof pullService>, zone: string) {
  return (await service.listSources(localRequest)).find((source) => source.zone === zone);
}

test('a file is downloaded if its ETag has changed, and imported like a file on the command line', async () => {
  const { zone, files } = createZone();
  let file: ServedFile = { content: files[0], entityTag: '"one"' };
  const source = await startSource((received, response) => serveFile(file, received, response));
  const service = pullService(world, settingsOf(zone, source.url));
  expect(await readStatus(service, zone)).toMatchObject({ state: 'pending', currentAt: null, nextAttemptAt: null });

  world.clock.milliseconds += dayMs;
  await runJob(service);
  const first = world.clock.now();
  expect(await readStatus(service, zone)).toMatchObject({
    state: 'current',
    outcome: 'imported',
    serial: 1,
    error: null,
  });
  expect(await readStatus(service, zone)).toMatchObject({ nextAttemptAt: new Date(first + hourMs), isPulling: false });
  expect(source.received[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
  await runJob(service);
  expect(source.received).toHaveLength(1);

  world.clock.milliseconds += hourMs;
  await runJob(service);
  expect(source.received[1]?.headers).toMatchObject({ 'if-none-match': '"one"' });
  expect(await readStatus(service, zone)).toMatchObject({ outcome: 'unchanged', currentAt: new Date(first + hourMs) });

  world.clock.milliseconds += hourMs;
  file = { content: files[1], entityTag: '"two"' };
  await runJob(service);
  expect(await readStatus(service, zone)).toMatchObject({ outcome: 'imported', serial: 2 });
  const entries = await world.test.database.sql`
    select from platform.audit_pending where action = 'import.zone' and ${`zone:${zone}`} = any (objects)`;
  expect(entries).toHaveLength(2);
  const pulled = await activePairs(world.test.database, zone);
  await importFile(world, `${zone}copy`, zoneText(`${zone}copy`, days[1]?.delegations ?? [], 2));
  expect(pulled).toEqual(await activePairs(world.test.database, `${zone}copy`));
});

test('an unchanged file is imported again if the zone has been imported from another file since', async () => {
  const { zone, files } = createZone();
  const file = { content: files[1], entityTag: '"second"' };
  const source = await startSource((received, response) => serveFile(file, received, response));
  const service = pullService(world, settingsOf(zone, source.url));
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'imported', import: { serial: 2 } }]);
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'unchanged' }]);
  await importFile(world, zone, files[0], { allowOlderSerial: true });
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'imported', import: { serial: 2 } }]);
  expect(await activePairs(world.test.database, zone)).toContain('added-on-2-2 ns1.host.');
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'unchanged' }]);
});

test('an interrupted download is resumed, even in another process, but only if the file has not changed', async () => {
  const { zone, files } = createZone();
  const [content] = files;
  const stopAfter = Math.floor(content.length / 3);
  let file: ServedFile = { content, lastModified: new Date(0).toUTCString(), stopAfter };
  const source = await startSource((received, response) => {
    // After two thirds, the server sends no more to the first process.
    if (source.received.length === 2) source.respond = (_, response) => response.destroy();
    serveFile(file, received, response);
  });
  const settings = { ...settingsOf(zone, source.url), RAMPART_SERVER_DATA_DIR: temporaryFolder() };
  // Cuts the connection when the part of the file has arrived.
  const onProgress = (_: string, progress: PullProgress | null): void => {
    if (progress?.phase === 'downloading' && progress.bytes % stopAfter === 0) source.cut();
  };
  const [report] = await pullService(world, settings).pullZones(localRequest, { zones: [zone], onProgress });
  expect(report).toMatchObject({ outcome: 'failed', error: expect.stringContaining('the connection was closed') });

  const before = source.received.length;
  source.respond = (received, response) => serveFile({ ...file, stopAfter: undefined }, received, response);
  world.clock.milliseconds += minuteMs;
  const [resumed] = await pullService(world, settings).pullZones(localRequest, { zones: [zone] });
  expect(resumed).toMatchObject({ outcome: 'imported', import: { serial: 1 } });
  expect(source.received[before]?.headers).toMatchObject({
    range: `bytes=${2 * stopAfter}-`,
    'if-range': new Date(0).toUTCString(),
  });

  // The download of a replaced file starts over.
  world.clock.milliseconds += dayMs;
  file = { content: files[1], entityTag: '"new"', stopAfter };
  source.respond = (received, response) => {
    serveFile(file, received, response);
    source.respond = (next, other) => serveFile({ content: files[1], entityTag: '"newer"' }, next, other);
  };
  const [other] = await pullService(world, settings).pullZones(localRequest, { zones: [zone], onProgress });
  expect(other).toMatchObject({ outcome: 'imported', import: { serial: 2 } });
});

test.each<[string, Omit<ServedFile, 'content' | 'stopAfter'>]>([
  ['without validators', {}],
  ['that ignores ranges', { entityTag: '"one"', ignoresRanges: true }],
])('an interrupted download from a server %s is restarted', async (_, fileOptions) => {
  const { zone, files } = createZone();
  const source = await startSource((received, response) => {
    source.respond = (next, other) => serveFile({ ...fileOptions, content: files[0] }, next, other);
    serveFile({ ...fileOptions, content: files[0], stopAfter: 1000 }, received, response);
  });
  const service = pullService(world, settingsOf(zone, source.url));
  world.clock.milliseconds += minuteMs;
  const onProgress = () => source.received.length === 1 && source.cut();
  const [report] = await service.pullZones(localRequest, { zones: [zone], onProgress });
  expect(report).toMatchObject({ outcome: 'imported', import: { bytes: files[0].length } });
  expect(source.received).toHaveLength(2);
});

test('a file that is larger than the settings permit or that is truncated is rejected', async () => {
  const { zone, files } = createZone();
  const source = await startSource((_, response) => {
    response.writeHead(200, { 'content-length': '1000000001' }).write('; ');
  });
  const service = pullService(world, { ...settingsOf(zone, source.url), RAMPART_ZONES_MAX_DOWNLOAD_GIGABYTES: '1' });
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: expect.stringContaining('is larger than 1 GB') },
  ]);
  source.respond = (received, response) =>
    serveFile({ content: files[0].subarray(0, -100), entityTag: '"cut"' }, received, response);
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: 'the gzip file is truncated' },
  ]);
  // Damaged bytes are discarded.
  source.respond = (received, response) => serveFile({ content: files[0], entityTag: '"cut"' }, received, response);
  world.clock.milliseconds += minuteMs;
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'imported' }]);
});

test('a rejected file is not downloaded again, and is imported if its loss is accepted', async () => {
  const { zone } = createZone();
  await importFile(world, zone, zoneText(zone, days[0]?.delegations ?? [], 1));
  const content = Buffer.from(zoneText(zone, (days[0]?.delegations ?? []).slice(0, 100), 2));
  const source = await startSource((received, response) =>
    serveFile({ content, entityTag: '"loss"' }, received, response),
  );
  const service = pullService(world, settingsOf(zone, source.url));
  world.clock.milliseconds += minuteMs;
  const rejected = { outcome: 'failed', error: expect.stringMatching(/would remove .* domains, more than 20%/) };
  expect(await service.pullZones(localRequest, {})).toMatchObject([rejected]);
  expect(await service.pullZones(localRequest, {})).toMatchObject([rejected]);
  const [, second] = source.received;
  expect(second?.headers).toMatchObject({ 'if-none-match': '"loss"' });
  // The option for another reason does not import the file again.
  expect(await service.pullZones(localRequest, { allowOlderSerial: true })).toMatchObject([rejected]);
  expect(await service.pullZones(localRequest, { allowLoss: true })).toMatchObject([
    { outcome: 'imported', import: { domains: 100 } },
  ]);
  const logged = await service.listImports(localRequest, { zone });
  expect(logged.nodes.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'applied', 'refused']);
});

test('a rejected file with an older serial number is not downloaded again, and is imported if that is accepted', async () => {
  const { zone } = createZone();
  const delegations = days[0]?.delegations ?? [];
  await importFile(world, zone, zoneText(zone, delegations, 2_026_113_001));
  const content = Buffer.from(zoneText(zone, delegations.slice(1), 1_796_045_113));
  const source = await startSource((received, response) =>
    serveFile({ content, entityTag: '"reset"' }, received, response),
  );
  const service = pullService(world, settingsOf(zone, source.url));
  world.clock.milliseconds += minuteMs;
  const rejected = { outcome: 'failed', error: expect.stringMatching(/is older than .* use --allow-older-serial/) };
  expect(await service.pullZones(localRequest, {})).toMatchObject([rejected]);
  expect(await service.pullZones(localRequest, {})).toMatchObject([rejected]);
  expect(await service.pullZones(localRequest, { allowLoss: true })).toMatchObject([rejected]);
  expect(await service.pullZones(localRequest, { allowOlderSerial: true })).toMatchObject([
    { outcome: 'imported', import: { serial: 1_796_045_113, removedDomains: 1 } },
  ]);
  const logged = await service.listImports(localRequest, { zone });
  expect(logged.nodes.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'applied', 'refused']);
});

test('a pull follows no redirect to a private address or to http, and sends the token only to the source', async () => {
  const { zone } = createZone();
  const target = await startSource((_, response) => response.end());
  const source = await startSource((_, response) => response.writeHead(302, { location: target.url }).end());
  const settings = { ...settingsOf(zone, source.url), RAMPART_ZONES_SOURCE_TOKENS: `${zone}:secret` };
  const service = pullService(world, settings);
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: expect.stringMatching(/redirected to a URL that does not use HTTPS/) },
  ]);
  source.respond = (_, response) => response.writeHead(302, { location: target.url.replace('http:', 'https:') }).end();
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: expect.stringMatching(/connections to 127\.0\.0\.1 are not allowed/) },
  ]);
  expect(target.received).toEqual([]);
  expect(source.received[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
});

test('a pull follows a redirect to a NAT64 address if its IPv4 address is public', async () => {
  const { zone } = createZone();
  const source = await startSource((_, response) =>
    response.writeHead(302, { location: 'https://nat64.test:1/' }).end(),
  );
  const pullTo = async (address: string) => {
    const service = pullService(world, settingsOf(zone, source.url), {
      resolve: async () => [{ address, family: 6 }],
    });
    return (await service.pullZones(localRequest, {}))[0]?.error;
  };
  for (const address of ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe']) {
    expect(await pullTo(address)).toMatch(/resolves to .*, which is not allowed/);
  }
  // Nothing listens on the port.
  expect(await pullTo('64:ff9b::101:101')).toMatch(/ cannot be reached: (?!.*not allowed)/);
});

test('failures are retried with increasing pauses or after the time that the server requests, and reported once, like staleness', async () => {
  const { zone } = createZone();
  const source = await startSource((_, response) => response.writeHead(500).end());
  const service = pullService(world, settingsOf(zone, source.url));
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt++) {
    await runJob(service);
    const { nextAttemptAt } = (await readStatus(service, zone)) ?? {};
    pauses.push(((nextAttemptAt?.getTime() ?? 0) - world.clock.now()) / minuteMs);
    world.clock.milliseconds = nextAttemptAt?.getTime() ?? 0;
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
  expect(await readStatus(service, zone)).toMatchObject({ state: 'failing', failures: 9 });
  source.respond = (_, response) => response.writeHead(503, { 'retry-after': '50000' }).end();
  await runJob(service);
  expect(await readStatus(service, zone)).toMatchObject({ nextAttemptAt: new Date(world.clock.now() + 50_000_000) });
  world.clock.milliseconds += 2 * dayMs;
  await runJob(service);
  await runJob(service);
  expect(await readStatus(service, zone)).toMatchObject({ state: 'stale' });
  const events = await world.test.database.sql<{ data: { isStale: boolean; error: string } }[]>`
    select data from platform.event where type = 'zone-sources' and data->>'zone' = ${zone} order by id`;
  expect(events.map(({ data }) => data)).toEqual([
    expect.objectContaining({ isStale: false, error: expect.stringContaining('responded with status 500') }),
    expect.objectContaining({ isStale: true, error: expect.stringContaining('responded with status 503') }),
  ]);
});

test('only one process at a time pulls a zone, which is then not due for the others', async () => {
  const { zone, files } = createZone();
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const source = await startSource((received, response) => {
    requested.resolve();
    void released.promise.then(() => serveFile({ content: files[0], entityTag: '"one"' }, received, response));
  });
  const services = Array.from({ length: 4 }, () => pullService(world, settingsOf(zone, source.url)));
  const [one, ...others] = services.map((service) => runJob(service));
  await requested.promise;
  const [service] = services;
  if (service === undefined) throw new Error('there are four services');
  expect(await readStatus(service, zone)).toMatchObject({ isPulling: true });
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'busy' }]);
  released.resolve();
  await Promise.all([one, ...others]);
  await Promise.all(services.map((each) => runJob(each)));
  expect(source.received).toHaveLength(1);
  expect((await service.listImports(localRequest, { zone })).nodes).toHaveLength(1);
});
