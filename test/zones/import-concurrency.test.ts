import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { activePairs, dayMs, describeImportWorld, importFile, streamOf, zoneText } from './support/import-world.js';

const world = describeImportWorld();
const names = Array.from({ length: 50 }, (_, index) => `name-${index} ns1.host.`);
const administrator = localRequest;

/** An import of a file that the test writes in parts. */
function openImport(zone: string, at: Date) {
  const input = new PassThrough();
  const result = world.service.importZone(administrator, { zone, at, file: { size: null, open: () => input } });
  return { input, result: result.catch((error: Error) => error) };
}

test('concurrent imports of one zone run one after the other: the later state wins, and the older one is rejected', async () => {
  world.clock.milliseconds += 10 * dayMs;
  const now = world.clock.now();
  const first = openImport('com', new Date(now - dayMs));
  first.input.write(zoneText('com', names, 1));
  const others = [now, now - 2 * dayMs].map((time) => openImport('com', new Date(time)));
  for (const other of others) other.input.end(zoneText('com', [...names, 'late ns1.host.'], 2));
  first.input.end();
  const outcomes = await Promise.all([first, ...others].map(({ result }) => result));
  // The imports that got the lock first.
  const applied = outcomes.filter((outcome) => 'outcome' in outcome);
  expect(applied.length).toBeGreaterThanOrEqual(1);
  for (const outcome of outcomes) {
    if ('outcome' in outcome) expect(outcome.outcome).toMatch(/applied|unchanged/);
    else
      expect(outcome).toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { reason: expect.stringMatching(/not_newer|serial_fell/) },
      });
  }
  // The newest time is accepted regardless of the order.
  expect(outcomes[1]).toMatchObject({ outcome: expect.stringMatching(/applied|unchanged/) });
  expect(await activePairs(world.test.database, 'com')).toHaveLength(51);
});

test('an import that is still reading its file does not block other imports', async () => {
  world.clock.milliseconds += dayMs;
  await importFile(world, 'org', zoneText('org', names, 1));
  world.clock.milliseconds += dayMs;
  const slow = openImport('org', new Date(world.clock.now()));
  const slowNew = openImport('shop', new Date(world.clock.now()));
  slow.input.write(zoneText('org', names, 2));
  slowNew.input.write(zoneText('shop', names, 2));
  const other = await importFile(world, 'net', zoneText('net', names, 1));
  expect(other.outcome).toBe('applied');
  slow.input.end('more.org. NS ns1.host.\n');
  slowNew.input.end('more.shop. NS ns1.host.\n');
  expect(await slow.result).toMatchObject({ outcome: 'applied', addedDomains: 1 });
  expect(await slowNew.result).toMatchObject({ outcome: 'applied', addedDomains: 51 });
});

test('ingest ids follow the order of commits, not of starts', async () => {
  world.clock.milliseconds += dayMs;
  const zones = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (let round = 0; round < 3; round++) {
    const at = new Date(world.clock.now());
    const files = zones.map((zone) => streamOf(zoneText(zone, names.slice(round), round + 1), 64));
    const watcher = watchIds();
    await Promise.all(
      zones.map((zone, index) => {
        const file = files[index];
        return file && world.service.importZone(administrator, { zone, at, file });
      }),
    );
    await watcher.stop();
    // An id that appears after a higher one would have been missed by a reader in between.
    expect(watcher.late()).toEqual([]);
    expect(watcher.reads()).toBeGreaterThan(2);
    world.clock.milliseconds += dayMs;
  }
});

/** Polls the visible ids, and finds those that appear after a higher one. */
function watchIds() {
  const seenIds = new Set<number>();
  const lateIds: number[] = [];
  let greatest = 0;
  let reads = 0;
  let isRunning = true;
  async function pollIds(): Promise<void> {
    const rows = await world.test.database.sql<{ id: number }[]>`select id from zones.ingest order by id`;
    for (const { id } of rows) {
      if (!seenIds.has(id) && id < greatest) lateIds.push(id);
      seenIds.add(id);
    }
    greatest = Math.max(greatest, ...seenIds);
    reads++;
  }
  const running = (async () => {
    while (isRunning) await pollIds();
  })();
  return {
    late: () => lateIds,
    reads: () => reads,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

test('an import that loses its connection fails without changes and can be repeated', async () => {
  world.clock.milliseconds += dayMs;
  await importFile(world, 'cut', zoneText('cut', names, 1));
  world.clock.milliseconds += dayMs;
  const cut = openImport('cut', new Date(world.clock.now()));
  cut.input.write(zoneText('cut', [...names, 'more ns1.host.'], 2));
  const { sql } = world.test.database;
  const holders = () => sql<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and classid = 94101 and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await holders()).length, { interval: 10, timeout: 60_000 }).toBe(1);
  for (const { pid } of await holders()) await sql`select pg_terminate_backend(${pid})`;
  cut.input.end();
  expect(await cut.result).toBeInstanceOf(Error);
  const { nodes } = await world.service.listImports(administrator, { zone: 'cut', first: 1 });
  expect(nodes).toMatchObject([{ outcome: 'failed' }]);
  expect(await activePairs(world.test.database, 'cut')).toHaveLength(50);
  const repeated = await importFile(world, 'cut', zoneText('cut', [...names, 'more ns1.host.'], 2));
  expect(repeated).toMatchObject({ outcome: 'applied', addedDomains: 1 });
});
