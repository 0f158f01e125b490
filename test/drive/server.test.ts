import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/command-line.js';
import { DocumentSite } from '../support/document-site/index.js';
import { databaseSettingsForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';

interface ServerWorld {
  readonly site: DocumentSite;
  readonly server: RunningServer;
  readonly url: string;
  readonly folder: string;
  readonly environment: Record<string, string>;
}

/** A server of its own process with a database of its own, and a site that it may be connected to. */
async function serverWorld(database: { DATABASE_URL?: string }): Promise<ServerWorld> {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/drive/notifications`;
  const environment = {
    ...site.environment,
    ...database,
    RAMPART_SERVER_DATA_DIR: folder.path,
    RAMPART_SERVER_PORT: String(port),
    RAMPART_LICENSES_PORT: '0',
    RAMPART_DRIVE_NOTIFICATION_URL: url,
  };
  const server = await startServer(environment);
  onTestFinished(async () => {
    server.command.process.kill('SIGTERM');
    await server.command.result;
    await site.close();
    folder.remove();
  });
  return { site, server, url, folder: folder.path, environment };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function rampart(world: ServerWorld, ...words: string[]) {
  const { code, output, errors } = await runCommand(['drive', ...words, '--json'], { environment: world.environment });
  expect(code, errors).toBe(0);
  return JSON.parse(output);
}

/** Validates the address; returns the milliseconds that it took. */
async function handshake({ url }: ServerWorld): Promise<number> {
  const token = 'Validation: Testing <script>alert(1)</script> & ünïcode';
  const before = performance.now();
  const response = await fetch(`${url}?validationToken=${encodeURIComponent(token)}`, { method: 'POST' });
  const body = await response.text();
  const milliseconds = performance.now() - before;
  expect({ status: response.status, body }).toEqual({ status: 200, body: token });
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return milliseconds;
}

async function medianHandshake(world: ServerWorld, times: number): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < times; count++) taken.push(await handshake(world));
  return taken.sort((one, other) => one - other)[Math.floor(times / 2)] ?? Number.NaN;
}

async function notify({ url }: ServerWorld, body: string): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await response.text();
  return response.status;
}

describe('a server that follows a document site', () => {
  test('syncs by itself after a notification, and validates its address while it does', async () => {
    const world = await serverWorld(await databaseSettingsForTest());
    const { site } = world;
    for (let index = 0; index < 1000; index++) site.content.addFile(`file-${index}`, `content ${index}`.repeat(500));
    expect(await rampart(world, 'connect')).toMatchObject({ connected: true, subscription: { health: 'active' } });
    await expect.poll(() => site.downloads.length, { timeout: 60_000 }).toBeGreaterThan(20);
    // The simulator shares this process and this machine: what counts is what most of them take.
    expect(await medianHandshake(world, 21)).toBeLessThan(100);
    expect(site.downloads.length, 'the sync was under way').toBeLessThan(1000);
    const filesOf = async () => (await rampart(world, 'status')).items;
    await expect.poll(() => site.downloads.length, { timeout: 120_000 }).toBe(1000);
    await expect.poll(filesOf, { timeout: 60_000, interval: 500 }).toMatchObject({ files: 1000, pending_downloads: 0 });

    site.content.addFile('new.txt', 'new');
    expect(await site.notify()).toEqual([202]);
    await expect.poll(() => site.downloads.length, { timeout: 60_000 }).toBe(1001);
    await expect.poll(filesOf, { timeout: 60_000, interval: 500 }).toMatchObject({ files: 1001, pending_downloads: 0 });
    expect(await rampart(world, 'disconnect')).toMatchObject({ connected: false });
    expect(site.subscriptions.size).toBe(0);
  }, 300_000);

  test('validates its address while the database is stopped, and then takes no notification', async () => {
    const world = await serverWorld({});
    await rampart(world, 'connect');
    const [subscription] = [...world.site.subscriptions.values()];
    const body = JSON.stringify({
      value: [{ subscriptionId: subscription?.id, clientState: subscription?.clientState, changeType: 'updated' }],
    });
    expect(await notify(world, body)).toBe(202);
    const [pidFile] = globSync(`${world.folder}/postgresql/**/postmaster.pid`);
    const postmaster = Number(readFileSync(pidFile ?? '', 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    await expect.poll(() => notify(world, body), { timeout: 30_000 }).toBe(503);
    expect(await medianHandshake(world, 11)).toBeLessThan(100);
  }, 120_000);

  test('refuses what is no notification', async () => {
    const world = await serverWorld(await databaseSettingsForTest());
    expect(await notify(world, 'no json')).toBe(400);
    expect(await notify(world, '{"value":{}}')).toBe(400);
    expect(await notify(world, '{"value":[null,5,{"subscriptionId":7},{"subscriptionId":"x\\u0000"}]}')).toBe(202);
    expect(await notify(world, JSON.stringify({ value: Array(1001).fill({ subscriptionId: 'x' }) }))).toBe(400);
    expect(await notify(world, `{"value":["${'x'.repeat(1_100_000)}"]}`)).toBe(413);
    const tooLong = await fetch(`${world.url}?validationToken=${'x'.repeat(5000)}`, { method: 'POST' });
    expect(tooLong.status).toBe(400);
    expect((await fetch(world.url)).status).toBe(405);
    expect(await rampart(world, 'status')).toMatchObject({ notifications: { accepted: 0, dropped: 4 } });
  }, 120_000);
});
