import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { type Czds, startCzds } from './support/czds.js';
import { activePairs, describeImportWorld, zoneText } from './support/import-world.js';
import { days, pullService, runJob, temporaryFolder } from './support/pull-world.js';

const world = describeImportWorld();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const name = 'czds-user@example.com';
const password = 'the password of the account';

function settingsOf(czds: Czds, sources: string): Record<string, string> {
  return {
    RAMPART_ZONES_SOURCES: sources,
    RAMPART_ZONES_CZDS_USERNAME: name,
    RAMPART_ZONES_CZDS_PASSWORD: password,
    RAMPART_ZONES_CZDS_URL: czds.url,
    RAMPART_ZONES_CZDS_AUTH_URL: czds.url,
  };
}

let zones = 0;

function createZone() {
  const zone = `czds${++zones}`;
  const [firstFile, secondFile] = days.map(({ serial, delegations }) => gzipSync(zoneText(zone, delegations, serial)));
  if (firstFile === undefined || secondFile === undefined) throw new Error('there are secondFile days');
  return { zone, firstFile, secondFile };
}

async function startWith(zone: string, content: Buffer): Promise<Czds> {
  const czds = await startCzds({ name, password, clock: world.clock });
  czds.publish(zone, content, world.clock.now() - hourMs);
  return czds;
}

test('each zone is downloaded once in 24 hours with one token, and only if the file is new', async () => {
  const { zone, firstFile, secondFile } = createZone();
  const other = createZone();
  const czds = await startWith(zone, firstFile);
  czds.publish(other.zone, other.firstFile, world.clock.now() - hourMs);
  const settings = settingsOf(czds, `${zone}=czds,${other.zone}=czds`);
  const service = pullService(world, { ...settings, RAMPART_ZONES_CONCURRENT_PULLS: '1' });
  await runJob(service);
  expect(czds.requests()).toEqual([
    'POST /api/authenticate',
    'GET /czds/downloads/links',
    ...[zone, other.zone].flatMap((each) => [`HEAD /czds/downloads/${each}.zone`, `GET /czds/downloads/${each}.zone`]),
  ]);
  const first = world.clock.now();
  const [state] = await service.listSources(localRequest);
  expect(state).toMatchObject({ zone, state: 'current', serial: 1, nextAttemptAt: new Date(first + dayMs) });

  // Neither the command nor a new file changes the result.
  czds.publish(zone, secondFile, first + hourMs);
  world.clock.milliseconds += dayMs - 1;
  expect(await service.pullZones(localRequest, { zones: [zone] })).toMatchObject([{ outcome: 'unchanged' }]);
  expect(czds.requests()).toEqual([]);
  world.clock.milliseconds += 1 + hourMs;
  await runJob(service);
  // The token has expired; the other zone has no new file.
  expect(czds.requests()).toEqual([
    'POST /api/authenticate',
    'GET /czds/downloads/links',
    `HEAD /czds/downloads/${other.zone}.zone`,
    `HEAD /czds/downloads/${zone}.zone`,
    `GET /czds/downloads/${zone}.zone`,
  ]);
  expect(await service.listSources(localRequest)).toMatchObject([
    { serial: 2, currentAt: new Date(world.clock.now()) },
    { serial: 1, currentAt: new Date(first), outcome: 'unchanged' },
  ]);
  expect(await activePairs(world.test.database, zone)).toContain('added-on-2-2 ns1.host.');
});

test('a pull requests a new token when CZDS rejects one before it expires, and reports wrong credentials', async () => {
  const { zone, firstFile, secondFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const service = pullService(world, settingsOf(czds, `${zone}=czds`));
  await service.pullZones(localRequest, {});
  czds.requests();
  world.clock.milliseconds += dayMs;
  czds.publish(zone, secondFile, world.clock.now());
  await service.pullZones(localRequest, {});
  expect(czds.requests()).toHaveLength(4);
  world.clock.milliseconds += dayMs - 10 * 60_000;
  czds.revokeTokens();
  czds.publish(zone, firstFile, world.clock.now());
  world.clock.milliseconds += 10 * 60_000;

  const wrong = pullService(world, { ...settingsOf(czds, `${zone}=czds`), RAMPART_ZONES_CZDS_PASSWORD: 'wrong' });
  expect(await wrong.pullZones(localRequest, {})).toMatchObject([
    {
      outcome: 'failed',
      error: 'CZDS rejected the username or password; correct [zones] czds_username and czds_password',
    },
  ]);
});

test('a request is repeated with a new token after 401', async () => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  czds.fault((request) => {
    if (request.path.endsWith('.zone')) czds.revokeTokens();
    return undefined;
  });
  const service = pullService(world, settingsOf(czds, `${zone}=czds`));
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'failed' }]);
  czds.fault((request, count) => {
    if (request.method === 'GET' && request.path.endsWith('.zone') && count === 1) czds.revokeTokens();
    return undefined;
  });
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'imported' }]);
});

test('no request is sent for any zone during a pause that CZDS has requested', async () => {
  const { zone, firstFile } = createZone();
  const other = createZone();
  const czds = await startWith(zone, firstFile);
  czds.publish(other.zone, other.firstFile, world.clock.now() - hourMs);
  czds.fault(({ path }) => (path.endsWith('.zone') ? { status: 429, headers: { 'retry-after': '600' } } : undefined));
  const settings = settingsOf(czds, `${zone}=czds,${other.zone}=czds`);
  const service = pullService(world, { ...settings, RAMPART_ZONES_CONCURRENT_PULLS: '1' });
  await runJob(service);
  expect(czds.requests().filter((request) => request.endsWith('.zone'))).toHaveLength(1);
  for (const state of await service.listSources(localRequest)) {
    expect(state).toMatchObject({ state: 'failing', nextAttemptAt: new Date(world.clock.now() + 600_000) });
  }
  czds.fault(() => undefined);
  world.clock.milliseconds += 600_000;
  await runJob(service);
  expect(await service.listSources(localRequest)).toMatchObject([{ state: 'current' }, { state: 'current' }]);
});

test('processes respect a pause that CZDS has requested from another process', async () => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const settings = settingsOf(czds, `${zone}=czds`);
  czds.fault(({ path }) => (path.endsWith('.zone') ? { status: 429, headers: { 'retry-after': '600' } } : undefined));
  await pullService(world, settings).pullZones(localRequest, {});
  czds.fault(() => undefined);
  czds.requests();
  world.clock.milliseconds += 599_000;
  const restarted = pullService(world, settings);
  expect(await restarted.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: 'CZDS has received too many requests; the next one is possible in 1 second' },
  ]);
  expect(czds.requests()).toEqual([]);
  world.clock.milliseconds += 1000;
  expect(await restarted.pullZones(localRequest, {})).toMatchObject([{ outcome: 'imported' }]);
});

test('after a clock that was a year ahead is corrected, a pause from then ends, and new pauses are respected', async () => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const service = pullService(world, settingsOf(czds, `${zone}=czds`));
  czds.fault(({ path }) => (path.endsWith('.zone') ? { status: 429, headers: { 'retry-after': '600' } } : undefined));
  const start = world.clock.milliseconds;
  world.clock.milliseconds = start + 365 * 24 * hourMs;
  await service.pullZones(localRequest, {});
  world.clock.milliseconds = start;
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: expect.stringMatching(/^CZDS does not provide/) },
  ]);
  czds.fault(() => undefined);
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'failed', error: 'CZDS has received too many requests; the next one is possible in 600 seconds' },
  ]);
  world.clock.milliseconds += 600_000;
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ outcome: 'imported' }]);
});

test('processes share the token, which is stored encrypted with a key derived from the password', async () => {
  const { zone, firstFile } = createZone();
  const other = createZone();
  const czds = await startWith(zone, firstFile);
  czds.publish(other.zone, other.firstFile, world.clock.now());
  const settings = settingsOf(czds, `${zone}=czds,${other.zone}=czds`);
  await pullService(world, settings).pullZones(localRequest, { zones: [zone] });
  expect(czds.requests()).toContain('POST /api/authenticate');
  await pullService(world, settings).pullZones(localRequest, { zones: [other.zone] });
  expect(czds.requests()).toEqual([
    'GET /czds/downloads/links',
    `HEAD /czds/downloads/${other.zone}.zone`,
    `GET /czds/downloads/${other.zone}.zone`,
  ]);
  const { sql } = world.test.database;
  const [row] = await sql<{ text: string; sealed: Buffer }[]>`select czds_account::text as text, sealed_token as sealed
    from zones.czds_account where auth_url = ${czds.url}`;
  const storedText = `${row?.text}${row?.sealed.toString('latin1')}`;
  expect(row?.sealed.length).toBeGreaterThan(50);
  expect(storedText).not.toMatch(/header\.|signature/);
  expect(storedText).not.toContain(password);
});

test('processes authenticate at most four times a day with the same password, regardless of the number of restarts', async () => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const pull = (input = password) =>
    pullService(world, { ...settingsOf(czds, `${zone}=czds`), RAMPART_ZONES_CZDS_PASSWORD: input }).pullZones(
      localRequest,
      {},
    );
  const authentications = () => czds.requests().filter((request) => request.startsWith('POST')).length;
  world.clock.milliseconds = Math.ceil(world.clock.milliseconds / dayMs) * dayMs + hourMs;
  for (let index = 0; index < 3; index++) {
    await pull('wrong');
    await pull('wrong');
  }
  expect(authentications()).toBe(4);
  expect(await pull('wrong')).toMatchObject([
    { error: expect.stringMatching(/^CZDS limits authentications.* in 82800 seconds$/) },
  ]);
  // A corrected password is used immediately.
  expect(await pull()).toMatchObject([{ outcome: 'imported' }]);
  expect(authentications()).toBe(1);
  world.clock.milliseconds += dayMs;
  await pull('wrong');
  expect(authentications()).toBe(1);
});

test.each([
  [403, 'its approval may have expired'],
  [404, 'it does not exist (status 404)'],
  [409, '(status 409)'],
  [428, 'new terms and conditions'],
  [500, 'status 500'],
])('a failed pull reports the meaning of the status %i', async (status, meaning) => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  czds.fault(({ path }) => (path.endsWith('.zone') ? { status } : undefined));
  const service = pullService(world, settingsOf(czds, `${zone}=czds,unknown=czds`));
  expect(await service.pullZones(localRequest, { zones: [zone] })).toMatchObject([
    { outcome: 'failed', error: expect.stringContaining(meaning) },
  ]);
  expect(await service.pullZones(localRequest, { zones: ['unknown'] })).toMatchObject([
    { outcome: 'failed', error: 'the account may not download unknown from CZDS; request access at czds.icann.org' },
  ]);
});

test('a file that belongs to another zone, differs from the published size, or is truncated is rejected', async () => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const service = pullService(world, settingsOf(czds, `${zone}=czds`));
  czds.fault(({ path }) => (path.endsWith('.zone') ? { disposition: 'attachment;filename=net.txt.gz' } : undefined));
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    {
      error: `CZDS returned the file "net.txt.gz" for the zone ${zone}, not a file whose name begins with ${zone}.`,
    },
  ]);
  czds.fault(({ path, method }) =>
    path.endsWith('.zone') && method === 'GET' ? { content: firstFile.subarray(5) } : undefined,
  );
  expect(await service.pullZones(localRequest, {})).toMatchObject([
    {
      error: `the downloaded file contains ${firstFile.length - 5} bytes, but CZDS published a file of ${firstFile.length} bytes`,
    },
  ]);
  world.clock.milliseconds += dayMs;
  czds.fault(() => undefined);
  czds.publish(zone, firstFile.subarray(0, -50), world.clock.now());
  expect(await service.pullZones(localRequest, {})).toMatchObject([{ error: 'the gzip file is truncated' }]);
});

test('a zone whose download was damaged remains failing until CZDS permits the next download', async () => {
  const { zone, firstFile, secondFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const service = pullService(world, settingsOf(czds, `${zone}=czds`));
  await runJob(service);
  world.clock.milliseconds += dayMs;
  czds.publish(zone, secondFile.subarray(0, -50), world.clock.now());
  const downloadedAt = world.clock.now();
  await runJob(service);
  const failure = { state: 'failing', outcome: 'failed', error: 'the gzip file is truncated' };
  const retryMs = 5 * 60_000;
  expect(await service.listSources(localRequest)).toMatchObject([
    { ...failure, nextAttemptAt: new Date(downloadedAt + retryMs) },
  ]);
  czds.publish(zone, secondFile, world.clock.now());
  czds.requests();
  world.clock.milliseconds += retryMs;
  await runJob(service);
  expect(czds.requests()).toEqual([]);
  const nextDownloadAt = downloadedAt + dayMs;
  expect(await service.listSources(localRequest)).toMatchObject([
    { ...failure, failures: 2, nextAttemptAt: new Date(nextDownloadAt) },
  ]);
  world.clock.milliseconds = nextDownloadAt;
  await runJob(service);
  expect(await service.listSources(localRequest)).toMatchObject([{ state: 'current', serial: 2, error: null }]);
});

test('a download that failed in another process is resumed', async () => {
  const { zone, firstFile } = createZone();
  const czds = await startWith(zone, firstFile);
  const settings = { ...settingsOf(czds, `${zone}=czds`), RAMPART_SERVER_DATA_DIR: temporaryFolder() };
  czds.fault(({ method, path }) =>
    path.endsWith('.zone') && method === 'GET' ? (czds.isCut() ? { status: 500 } : { stopAfter: 5000 }) : undefined,
  );
  const cut = pullService(world, settings);
  const report = await cut.pullZones(localRequest, {
    onProgress: (_, progress) => progress?.phase === 'downloading' && czds.cut(),
  });
  expect(report).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('status 500') }]);
  czds.fault(() => undefined);
  const otherProcess = pullService(world, settings);
  czds.requests();
  expect(await otherProcess.pullZones(localRequest, {})).toMatchObject([
    { outcome: 'imported', import: { bytes: firstFile.length } },
  ]);
  expect(czds.lastRange()).toBe('bytes=5000-');
});

test('all zones that the account may download are pulled, within the daily window', async () => {
  const firstZone = createZone();
  const secondZone = createZone();
  const czds = await startWith(firstZone.zone, firstZone.firstFile);
  czds.publish(secondZone.zone, secondZone.firstFile, world.clock.now());
  const settings = { ...settingsOf(czds, '*=czds'), RAMPART_ZONES_CZDS_WINDOW: '22:00-06:00' };
  const service = pullService(world, settings);
  world.clock.milliseconds = Math.ceil(world.clock.milliseconds / dayMs) * dayMs + 12 * hourMs;
  await runJob(service);
  expect(czds.requests()).toEqual([]);
  world.clock.milliseconds += 11 * hourMs;
  await runJob(service);
  await runJob(service);
  const sources = await service.listSources(localRequest);
  // The service also lists a zone of another host, which must not get the token.
  expect(sources.map(({ zone }) => zone)).not.toContain('evil');
  const listed = sources.filter(({ zone }) => [firstZone.zone, secondZone.zone].includes(zone));
  expect(listed).toMatchObject([{ state: 'current' }, { state: 'current' }]);
});
