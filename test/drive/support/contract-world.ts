import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { HttpServer } from '../../../gateway/index.js';
import { localAdministrator } from '../../../platform/caller.js';
import { openDatabase } from '../../../platform/database/index.js';
import { createLog } from '../../../platform/log.js';
import type { Platform } from '../../../platform/subgraph.js';
import { createDriveService, driveSubgraph, SyncTrigger } from '../../../subgraphs/drive/index.js';
import { broken, timedOut } from '../../rest/support/failing-graph.js';
import { adminToken, analystToken, serveServices } from '../../rest/support/serve-services.js';
import { type Domains, failingDomain, type GraphForm } from '../../support/graph-forms.js';
import { openTestDatabase, testConfiguration } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';
import type { Facts, World } from '../drive-contract.js';

const administrator = { caller: localAdministrator, via: 'command-line' } as const;
const days = 86_400_000;
const services = ['drive'];
const log = createLog({ level: 'silent' });

export interface ContractWorld {
  readonly servers: Readonly<Record<World, HttpServer>>;
  readonly graph: Parameters<typeof serveServices>[0]['graph'];
  readonly facts: Facts;
  readonly clock: { now(): number; advance(milliseconds: number): void };
}

/** A mirror of a folder with one file, in each state, and what the documented cases need. */
export async function startContractWorld(form: GraphForm): Promise<ContractWorld> {
  const served = temporaryFolder();
  const folder = join(served.path, 'served');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), '0123456789');
  const settings = {
    RAMPART_SERVER_PORT: '0',
    RAMPART_SERVER_DATA_DIR: served.path,
    RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
    RAMPART_DRIVE_FOLDER: folder,
    RAMPART_DRIVE_SITE_HOSTNAME: 'mirror.example',
    RAMPART_DRIVE_SITE_PATH: '/sites/field',
  };
  const test = await openTestDatabase(settings);
  let time = Date.UTC(2026, 2, 1, 12);
  const clock = {
    now: () => time,
    advance(milliseconds: number) {
      time += milliseconds;
    },
  };
  const platform = { configuration: test.configuration, database: test.database, clock, log };
  const unreachable = testConfiguration({ ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  const away = {
    ...platform,
    configuration: unreachable,
    database: await openDatabase({ configuration: unreachable, log }),
  };
  const domains = {
    working: await form(platform, [driveSubgraph]),
    detached: await form(away, [driveSubgraph]),
    broken: await form(platform, [failingDomain(driveSubgraph, broken)]),
    slow: await form(platform, [failingDomain(driveSubgraph, timedOut)]),
  };
  const { graph, started } = domains.working;
  await started;
  const servers = {
    working: await serve(platform, domains.working),
    detached: await serve(away, domains.detached),
    broken: await serve(platform, domains.broken),
    slow: await serve(platform, domains.slow),
  };
  const receiver = await startReceiver();
  afterAll(async () => {
    for (const server of Object.values(servers)) await server.close();
    for (const each of Object.values(domains)) await each.close();
    receiver.close();
    await away.database.close();
    await test.close();
    served.remove();
  });
  const facts = await prepareFacts({ platform, clock, url: servers.working.url, notificationUrl: receiver.url });
  return { servers, graph, facts, clock };
}

async function serve(platform: Platform, { graph, downloads }: Domains): Promise<HttpServer> {
  const authenticators = [driveSubgraph.createAuthenticator?.(platform) ?? []].flat();
  const { configuration, database } = platform;
  return await serveServices({ graph, configuration, database, authenticators, log, services, downloads });
}

async function prepareFacts(options: {
  platform: Platform;
  clock: ContractWorld['clock'];
  url: string;
  notificationUrl: string;
}): Promise<Facts> {
  const { platform, clock, url, notificationUrl } = options;
  const service = createDriveService(platform);
  const { siteId } = await service.scanFolder({ trigger: SyncTrigger.REQUEST });
  const { client, secret } = await service.addMirrorClient(administrator, { name: 'reader' });
  await service.close();
  const send = async (path: string, init: RequestInit): Promise<Record<string, unknown>> =>
    (await (await fetch(url + path, init)).json()) as Record<string, unknown>; // What is read of it is checked by its use.
  const askToken = (fields: Record<string, string>, from: string) =>
    send('/contoso/oauth2/v2.0/token', {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_id: client.id, client_secret: secret },
        ...{ scope: 'https://mirror.example/.default', ...fields },
      }),
    });
  const tokenOf = async (): Promise<string> => String((await askToken({}, '192.0.2.1')).access_token);
  const delta = await send(`/v1.0/sites/${siteId}/drive/root/delta`, {
    headers: { authorization: `Bearer ${await tokenOf()}` },
  });
  const items = delta.value as { id: string; name: string }[]; // The documented form.
  clock.advance(91 * days);
  const token = await tokenOf();
  const expiry = new Date(clock.now() + days).toISOString();
  const subscribe = async (): Promise<string> => {
    const body = { changeType: 'updated', notificationUrl, expirationDateTime: expiry };
    const made = await send('/v1.0/subscriptions', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, resource: `/sites/${siteId}/drive/root` }),
    });
    return String(made.id);
  };
  // One network: of IPv6 addresses the first 64 bits count.
  for (let index = 0; index < 30; index++) await askToken({ client_secret: 'rdm_guess' }, `2001:db8::${index + 1}`);
  return {
    tokens: { client: token, administrator: adminToken, analyst: analystToken },
    client: { id: client.id, secret },
    fileId: items.find(({ name }) => name === 'a.txt')?.id ?? '',
    oldPlace: new URL(String(delta.deltaLink)).searchParams.get('token') ?? '',
    ...{ siteId, notificationUrl, expiry, busyAddress: '2001:db8::ffff' },
    subscriptionId: await subscribe(),
    spareSubscriptionId: await subscribe(),
  };
}

/** Answers validations, and takes whatever else comes. */
async function startReceiver(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '/', 'http://receiver').searchParams.get('validationToken');
    request.resume();
    response.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    url: `http://127.0.0.1:${port}/receiver`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
