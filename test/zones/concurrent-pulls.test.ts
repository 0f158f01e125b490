import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { describeImportWorld, zoneText } from './support/import-world.js';
import {
  pullService,
  type Received,
  runJob,
  type SimulatedServer,
  serveFile,
  startSource,
} from './support/pull-world.js';

const world = describeImportWorld();
const hourMs = 3_600_000;

/** A source of zones. The responses to requests for held zones wait until they are released. */
async function startHeldSource(zones: readonly string[], heldZones: ReadonlySet<string>) {
  const waiting: (() => void)[] = [];
  const source: SimulatedServer = await startSource((received, response) => {
    const zone = zoneOf(received);
    const content = gzipSync(zoneText(zone, ['a ns1.host.', 'b ns1.host.'], 1));
    const respond = () => serveFile({ content, entityTag: `"${zone}"` }, received, response);
    if (heldZones.has(zone)) waiting.push(respond);
    else respond();
  });
  return {
    settings: { RAMPART_ZONES_SOURCES: zones.map((zone) => `${zone}=${source.url}/${zone}`).join(',') },
    requested: () => source.received.map(zoneOf),
    release: () => waiting.splice(0).forEach((respond) => void respond()),
  };
}

function zoneOf({ path }: Pick<Received, 'path'>): string {
  return path.slice(1);
}

async function importedZones(zones: readonly string[]): Promise<string[]> {
  const rows = await world.test.database.sql<{ zone: string }[]>`
    select zone from zones.source where outcome is not null and zone = any(${zones}) order by zone`;
  return rows.map(({ zone }) => zone);
}

test('a long pull does not delay other zones, even if they become due later', async () => {
  const zones = ['long', 'one', 'two'];
  const { settings, requested, release } = await startHeldSource(zones, new Set(['long']));
  const service = pullService(world, settings);
  const run = runJob(service);
  await expect.poll(() => importedZones(zones)).toEqual(['one', 'two']);
  world.clock.milliseconds += hourMs;
  // A later run of the job ends immediately, because it takes no second slot of the job worker.
  await runJob(service);
  await expect.poll(() => requested().filter((zone) => zone !== 'long')).toHaveLength(4);
  expect(requested().filter((zone) => zone === 'long')).toHaveLength(1);
  release();
  await run;
  expect(await importedZones(zones)).toEqual(zones);
});

test('a process pulls at most the configured number of zones at a time, and two processes never pull the same zone', async () => {
  const zones = ['p1', 'p2', 'p3', 'p4', 'p5'];
  const { settings, requested, release } = await startHeldSource(zones, new Set(zones));
  const [first, second] = [
    pullService(world, settings),
    pullService(world, { ...settings, RAMPART_ZONES_CONCURRENT_PULLS: '1' }),
  ];
  const runs = [runJob(first)];
  await expect.poll(requested).toHaveLength(2);
  runs.push(runJob(second));
  await expect.poll(requested).toHaveLength(3);
  await runJob(first);
  expect(new Set(requested())).toHaveProperty('size', 3);
  const done = Promise.all(runs);
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  const released = () => {
    release();
    return isDone;
  };
  await expect.poll(released).toBe(true);
  expect(requested().sort()).toEqual(zones);
  expect(await importedZones(zones)).toEqual(zones);
});

test('a command pulls as many zones at a time as the job, and reports all in order, even if one fails', async () => {
  const zones = ['c1', 'c2', 'c3', 'c4'];
  const { settings, requested, release } = await startHeldSource(zones, new Set(['c1', 'c2']));
  const { RAMPART_ZONES_SOURCES: sources } = settings;
  const service = pullService(world, { RAMPART_ZONES_SOURCES: `${sources},c5=http://127.0.0.1:1/` });
  const running = new Set<string>();
  let atOnce = 0;
  const onProgress = (zone: string, progress: object | null) => {
    if (progress === null) running.delete(zone);
    else running.add(zone);
    atOnce = Math.max(atOnce, running.size);
  };
  const pulled = service.pullZones(localRequest, { zones: ['c1', 'c5', 'c2', 'c3', 'c4'], onProgress });
  // When c5 fails, the pull of c2 starts.
  await expect.poll(() => requested().toSorted()).toEqual(['c1', 'c2']);
  release();
  const reports = await pulled;
  expect(reports.map(({ zone, outcome }) => `${zone} ${outcome}`)).toEqual([
    ...['c1 imported', 'c5 failed', 'c2 imported', 'c3 imported', 'c4 imported'],
  ]);
  expect([atOnce, running.size]).toEqual([2, 0]);
});
