import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/command-line.js';
import { Faults, type Step } from '../support/document-site/faults.js';
import { startServer } from '../support/running-server.js';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { expectTruth, severalSites, storedOf } from './support/several-sites.js';

/** A server that forwards requests to a mirror, with the faults of the simulated site. */
async function faultyMirror(mirror: string) {
  const faults = new Faults();
  const seen = new Map<string, number>();
  async function pass(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? '/', `http://${asked.headers.host}`);
    const step = stepOf(url.pathname);
    const fault = faults.take(step, url);
    if (fault !== undefined) seen.set(step, (seen.get(step) ?? 0) + 1);
    if (fault?.act !== undefined) {
      asked.resume();
      return await fault.act({ step, method: asked.method ?? '', url, response });
    }
    // Links of the mirror contain the host of the request, so they lead to this server.
    const passed = request(new URL(asked.url ?? '/', mirror), { method: asked.method, headers: asked.headers });
    passed.on('error', () => response.destroy());
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault?.cutAfter === undefined) return void answer.pipe(response);
      answer.once('data', (bytes: Buffer) => {
        response.write(bytes.subarray(0, fault.cutAfter), () => response.destroy());
      });
    });
    asked.pipe(passed);
  }
  const server = createServer((asked, response) => void pass(asked, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { faults, seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // It has one.
}

function stepOf(path: string): Step {
  if (path.endsWith('/token')) return 'token';
  if (path.includes('/delta')) return 'delta';
  if (path.startsWith('/drive/download/')) return 'download';
  if (path.endsWith('/content')) return 'content';
  return path.includes('/subscriptions') ? 'subscriptions' : 'site';
}

/** All kinds of faults that the simulated site has, each several times. */
function addAll(faults: Faults): void {
  const headers = { 'retry-after': '2' };
  for (const status of [429, 503]) faults.answer({ on: 'token', times: 1, status, headers });
  for (const status of [429, 503, 500, 502, 401, 410]) faults.answer({ on: 'delta', times: 2, status, headers });
  for (const status of [429, 503, 500, 401, 404]) faults.answer({ on: 'content', times: 3, status, headers });
  for (const status of [429, 503, 500, 404]) faults.answer({ on: 'download', times: 3, status, headers });
  for (const cutAfter of [0, 1, 5, 50_000]) faults.add({ on: 'download', times: 3, cutAfter });
  for (const on of ['delta', 'content', 'download'] as const) {
    faults.add({ on, times: 2, act: ({ response }) => void response.destroy() });
  }
}

test('several sites at once are copied from the mirror of a second instance, with all faults, byte for byte', async () => {
  const origin = await severalSites(['/sites/finance', '/sites/legal']);
  for (let hour = 0; hour < 3; hour++) {
    await origin.runJob('drive.tick');
    origin.clock.seconds += 3600;
  }
  const environment = {
    ...{ DATABASE_URL: origin.test.url, RAMPART_SERVER_DATA_DIR: origin.folder },
    // It serves the copied contents, and follows no site itself.
    ...{ RAMPART_SERVER_HOST: '127.0.0.1', RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'True' },
  };
  const server = await startServer(environment);
  onTestFinished(async () => {
    server.command.process.kill('SIGKILL');
    await server.command.result;
  });
  const added = await runCommand(['drive', 'clients', 'add', 'copy', '--json'], { environment });
  expect(added.code, added.errors).toBe(0);
  const client = JSON.parse(added.output);
  const { faults, seen, url } = await faultyMirror(server.addresses.rest ?? '');
  const copy = await driveWorld({
    ...{ RAMPART_DRIVE_AUTH_URL: url, RAMPART_DRIVE_GRAPH_URL: url, RAMPART_DRIVE_TENANT_ID: 'any' },
    ...{ RAMPART_DRIVE_CLIENT_ID: client.client_id, RAMPART_DRIVE_CLIENT_SECRET: client.client_secret },
  });
  // The mirror's tokens and links expire by the clock of its process.
  copy.clock.seconds = Date.now() / 1000;
  await copy.service.connectDrive(administrator);
  for (const { library } of origin.followed) {
    await copy.service.addSite(administrator, { hostname: 'contoso.example', path: library.path });
  }
  addAll(faults);
  const sites = [
    { siteId: origin.site.siteId, content: origin.site.content },
    ...origin.followed.map(({ siteId, library }) => ({ siteId, content: library.content })),
  ];
  for (let hour = 0; hour < 50 && !(await isComplete(copy, sites)); hour++) {
    await copy.runJob('drive.tick');
    copy.clock.seconds += 3600;
  }
  for (const { siteId, content } of sites) await expectTruth(copy, siteId, content);
  // Nearly all of them occurred; the affected sites depend on the order of the requests.
  for (const [step, least] of [
    ['token', 2],
    ['delta', 10],
    ['content', 12],
    ['download', 20],
  ] as const) {
    expect(seen.get(step), step).toBeGreaterThanOrEqual(least);
  }
}, 300_000);

type Sites = readonly { readonly siteId: string; readonly content: DriveWorld['site']['content'] }[];

async function isComplete(copy: DriveWorld, sites: Sites): Promise<boolean> {
  for (const { siteId, content } of sites) {
    const stored = [...(await storedOf(copy, siteId)).values()].filter((bytes) => bytes !== undefined);
    if (stored.length !== content.files().size) return false;
  }
  return true;
}
