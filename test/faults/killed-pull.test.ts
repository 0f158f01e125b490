import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ReservedSql } from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { runHere } from '../command-line/support/run-here.js';
import { respondsWith, responseAbout } from '../rdap/support/behaviors.js';
import { startRegistryForTest } from '../rdap/support/registry.js';
import { type RunningCommand, startCommand } from '../support/command-line.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { startCzds } from '../zones/support/czds.js';
import { activePairs, zoneText } from '../zones/support/import-world.js';
import { nameServers, startNameServer } from '../zones/support/name-server.js';
import { days, serveFile, startSource, temporaryFolder } from '../zones/support/pull-world.js';

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(async () => {
  await opened.close();
});

async function kill(command: RunningCommand): Promise<void> {
  command.process.kill('SIGKILL');
  expect((await command.result).signal).toBe('SIGKILL');
  // The server ends the lock of a killed process.
  const locks = () => opened.database.sql`select 1 from pg_stat_activity
    where datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory')`;
  await expect.poll(async () => (await locks()).length, { timeout: 30_000, interval: 20 }).toBe(0);
}

/** Holds a lock in a transaction until it is released. */
async function hold(gate: string): Promise<{ pid: number; release(): Promise<void> }> {
  const holder: ReservedSql = await opened.database.sql.reserve();
  await holder`begin`;
  await holder.unsafe(gate);
  const [backend] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return {
    pid: backend.pid,
    async release() {
      await holder`rollback`;
      holder.release();
    },
  };
}

async function waitUntilBlockedBy(pid: number): Promise<void> {
  const blocked = () => opened.database.sql`select 1 from pg_stat_activity
    where datname = current_database() and ${pid} = any (pg_blocking_pids(pid))`;
  await expect.poll(async () => (await blocked()).length, { timeout: 30_000, interval: 20 }).toBe(1);
}

/** Kills the command when a lock of the test blocks it. */
async function killWhileBlocked(gate: string, start: () => RunningCommand): Promise<void> {
  const heldLock = await hold(gate);
  const command = start();
  await waitUntilBlockedBy(heldLock.pid);
  command.process.kill('SIGKILL');
  await command.result;
  await heldLock.release();
}

const { delegations = [] } = days[0] ?? {};
/** The pairs of the first day. */
const expected = delegations
  .flatMap((delegation) => {
    const [label, ...names] = delegation.split(' ');
    return names.map((name) => `${label} ${name}`);
  })
  .sort();

const zoneGate = "select pg_advisory_xact_lock(94101, hashtext('com'))";
const logGate = 'lock table zones.import in share mode';
const stateGate = "select from zones.source where zone = 'com' for update";

test('a pull that is killed at any step is continued, with one download and the result of one import', async () => {
  const content = Buffer.from(zoneText('com', delegations, 1));
  const half = Math.floor(content.length / 2);
  const requested = Promise.withResolvers<void>();
  const file = { content, entityTag: '"one"' };
  const source = await startSource((received, response) => {
    serveFile({ ...file, stopAfter: half }, received, response);
    requested.resolve();
  });
  const environment = {
    DATABASE_URL: opened.url,
    RAMPART_SERVER_DATA_DIR: temporaryFolder(),
    RAMPART_ZONES_SOURCES: `com=${source.url}/com.zone`,
  };
  const start = () => startCommand(['zones', 'pull', 'com'], { environment });

  const downloading = start();
  await requested.promise;
  await kill(downloading);
  source.respond = (received, response) => serveFile(file, received, response);
  // Before the import has started, and while it is recorded.
  await killWhileBlocked(zoneGate, start);
  await killWhileBlocked(logGate, start);
  expect(await activePairs(opened.database, 'com')).toEqual([]);
  // After the import, before the state of the source is recorded.
  const log = await hold(logGate);
  const imported = start();
  await waitUntilBlockedBy(log.pid);
  const state = await hold(stateGate);
  await log.release();
  await waitUntilBlockedBy(state.pid);
  imported.process.kill('SIGKILL');
  await imported.result;
  await state.release();
  expect(await activePairs(opened.database, 'com')).not.toEqual([]);

  const resumed = await runHere(['zones', 'pull', 'com', '--json'], { environment });
  expect(resumed.code, resumed.errors).toBe(0);
  expect(JSON.parse(resumed.output)).toMatchObject([
    // The server may have completed the last statement of the killed process.
    { zone: 'com', outcome: expect.stringMatching(/^(imported|unchanged)$/) },
  ]);
  expect(await activePairs(opened.database, 'com')).toEqual(expected);
  // Everything after the first request was resumed, or only compared.
  const bodies = source.received.filter(({ headers }) => headers['if-none-match'] === undefined);
  expect(bodies).toHaveLength(2);
  const status = await runHere(['zones', 'pull', '--status', '--json'], { environment });
  expect(JSON.parse(status.output)).toMatchObject([{ zone: 'com', state: 'current', serial: 1, failures: 0 }]);
});

/** A proxy for a name server. It sends its clients at most `maxBytes` bytes in total. */
async function startSlowProxy(port: number): Promise<{ port: number; maxBytes: number; stalled: Promise<void> }> {
  const stalled = Promise.withResolvers<void>();
  const proxy = { port: 0, maxBytes: Number.POSITIVE_INFINITY, stalled: stalled.promise };
  const listener = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.on('data', (chunk) => void server.write(chunk)).on('error', () => {});
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('close', () => void other.destroy());
    }
    server.on('error', () => {});
    server.on('data', (chunk: Buffer) => {
      client.write(chunk.subarray(0, proxy.maxBytes));
      proxy.maxBytes = Math.max(0, proxy.maxBytes - chunk.length);
      if (proxy.maxBytes === 0) stalled.resolve();
    });
  });
  onTestFinished(() => void listener.close());
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  proxy.port = (listener.address() as AddressInfo).port;
  return proxy;
}

test.skipIf(nameServers[0] === undefined)(
  'pulls that are killed during a zone transfer or a download from CZDS import the complete zones when they are repeated',
  async () => {
    const [kind] = nameServers;
    if (kind === undefined) return;
    const server = await startNameServer(
      kind,
      { name: 'one' },
      `${zoneText('one', delegations, 1)}one. 60 in ns a.b.\n`,
    );
    const proxy = await startSlowProxy(server.port);
    const account = { name: 'ada@acme.example', password: 'p' };
    const czds = await startCzds({ ...account, clock: systemClock });
    const content = gzipSync(zoneText('two', delegations, 1));
    czds.publish('two', content, Date.now() - 3_600_000);
    const folder = temporaryFolder();
    const environment = {
      ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder },
      RAMPART_ZONES_SOURCES: `one=axfr://127.0.0.1:${proxy.port},two=czds`,
      ...{ RAMPART_ZONES_CZDS_URL: czds.url, RAMPART_ZONES_CZDS_AUTH_URL: czds.url },
      ...{ RAMPART_ZONES_CZDS_USERNAME: account.name, RAMPART_ZONES_CZDS_PASSWORD: account.password },
    };
    const start = () => startCommand(['zones', 'pull', '--json'], { environment });

    proxy.maxBytes = 20_000;
    const transferring = start();
    await proxy.stalled;
    await kill(transferring);
    proxy.maxBytes = Number.POSITIVE_INFINITY;
    expect(await activePairs(opened.database, 'one')).toEqual([]);

    const requested = Promise.withResolvers<void>();
    const half = Math.floor(content.length / 2);
    czds.fault(({ method, path }) => {
      if (method !== 'GET' || !path.endsWith('two.zone')) return undefined;
      requested.resolve();
      return { stopAfter: half };
    });
    const downloading = start();
    await requested.promise;
    // The process has stored the received part.
    const incoming = join(folder, 'zones', 'incoming');
    const sizes = () => readdirSync(incoming).map((name) => statSync(join(incoming, name)).size);
    await expect.poll(sizes, { timeout: 30_000, interval: 20 }).toContain(half);
    // The other zone is pulled at the same time.
    const readRecorded = async () => await opened.database.sql`select serial::int from zones.source where zone = 'one'`;
    await expect.poll(readRecorded, { timeout: 30_000, interval: 20 }).toEqual([{ serial: 1 }]);
    await kill(downloading);
    czds.fault(() => undefined);
    expect(await activePairs(opened.database, 'one')).toEqual(expected);
    expect(await activePairs(opened.database, 'two')).toEqual([]);

    const { code, output, errors } = await start().result;
    expect(code, errors).toBe(0);
    expect(JSON.parse(output)).toMatchObject([
      { zone: 'one', outcome: 'unchanged' },
      { zone: 'two', outcome: 'imported' },
    ]);
    expect(await activePairs(opened.database, 'two')).toEqual(expected);
    expect(czds.lastRange()).toBe(`bytes=${half}-`);
  },
);

test('a bulk lookup that is killed after a response and before its result is stored requests and stores each result once', async () => {
  const registry = await startRegistryForTest();
  registry.setPath('/dns.json', respondsWith({ version: '1.0', services: [[['test'], [registry.url]]] }));
  const names = ['one', 'two', 'three', 'other'].map((label) => `${label}.test`);
  for (const name of names) registry.set(name, respondsWith(responseAbout(name)));
  const folder = temporaryFolder();
  const environment = {
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder },
    ...{ RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `${registry.url}dns.json`, RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true' },
  };
  const { database } = opened;
  const configuration = testConfiguration(environment);
  const service = createZoneService({ configuration, database, clock: systemClock, log: silentLog });
  const { lookup } = await service.startBulkLookup(localRequest, { domains: names.slice(0, 3) });
  writeFileSync(join(folder, 'names.txt'), 'other.test\n');
  const args = ['rdap', 'bulk', 'start', join(folder, 'names.txt')];
  await killWhileBlocked(`select from zones.rdap_job where id = '${lookup?.id}' for update`, () =>
    startCommand(args, { environment }),
  );
  expect(registry.requests.filter((path) => path.startsWith('/domain/')).length).toBeGreaterThan(0);
  // As if the leases of the killed process had expired.
  await database.sql`update zones.rdap_lease set ends_at = 0`;
  await service.lookUpNow(localRequest);
  const jobs = await service.listBulkLookups(localRequest, { first: 10 });
  expect(jobs.map(({ state, count }) => `${state} ${count}`).sort()).toEqual(['done 1', 'done 3']);
  const foundCounts = (await service.progressOfBulkLookups(localRequest, jobs)).map((progress) => progress?.foundCount);
  expect(foundCounts.sort()).toEqual([1, 3]);
  expect(registry.requests.filter((path) => path.startsWith('/domain/')).sort()).toEqual(
    names.map((name) => `/domain/${name}`).sort(),
  );
});
