import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { HttpServer } from '../../../gateway/index.js';
import { silentLog as log } from '../../../platform/log.js';
import type { Platform } from '../../../platform/subgraph.js';
import { createDriveService, type DriveService, driveSubgraph, SyncTrigger } from '../../../subgraphs/drive/index.js';
import { serveServices } from '../../rest/support/serve-services.js';
import { type Domains, together } from '../../support/graph-forms.js';
import { openTestDatabase, type TestDatabase, testPlatform } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';
import { administrator } from './drive-world.js';

const cleanups: (() => unknown)[] = [];
// Registered once, when the file is loaded, so cleanups registered inside tests run too.
afterAll(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp();
});

/** Registers a cleanup after all tests of the file; they run in reverse order. */
export function onFileEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** A mirror that serves a folder, without a server yet. */
export interface FolderMirror {
  readonly folder: string;
  readonly dataDir: string;
  readonly settings: Record<string, string>;
  readonly platform: Platform;
  readonly database: TestDatabase['database'];
  readonly service: DriveService;
  readonly clock: { now(): number; advance(milliseconds: number): void };
  /** Synchronizes the site with the folder. */
  scan(): ReturnType<DriveService['scanFolder']>;
}

/** Creates a mirror for all tests of a file. */
export async function folderMirror(overrides: Record<string, string> = {}): Promise<FolderMirror> {
  const served = temporaryFolder();
  const folder = join(served.path, 'served');
  mkdirSync(folder);
  const settings = {
    RAMPART_SERVER_PORT: '0',
    RAMPART_SERVER_DATA_DIR: served.path,
    RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
    RAMPART_AUTH_ALERTS: 'open open',
    RAMPART_DRIVE_FOLDER: folder,
    RAMPART_DRIVE_SITE_HOSTNAME: 'mirror.example',
    RAMPART_DRIVE_SITE_PATH: '/sites/field',
    RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'True',
    ...overrides,
  };
  const test = await openTestDatabase(settings);
  let time = Date.UTC(2026, 2, 1, 12);
  const clock = {
    now: () => time,
    advance(milliseconds: number) {
      time += milliseconds;
    },
  };
  const platform = testPlatform(test, { clock });
  const service = createDriveService(platform);
  onFileEnd(async () => {
    await service.close();
    await test.close();
    served.remove();
  });
  return {
    ...{ folder, dataDir: served.path, settings, platform, database: test.database, service, clock },
    scan: () => service.scanFolder({ trigger: SyncTrigger.REQUEST }),
  };
}

/** Serves the documented paths of the drive over the given domains; default: the drive domain in this process. */
export async function serveDrive(
  platform: Platform,
  domains?: Pick<Domains, 'graph' | 'downloads'>,
): Promise<HttpServer> {
  const { graph, downloads } = domains ?? (await together(platform, [driveSubgraph]));
  const { configuration, database } = platform;
  const authenticators = [driveSubgraph.createAuthenticator?.(platform) ?? []].flat();
  const services = ['drive'];
  const server = await serveServices({ graph, configuration, database, authenticators, downloads, log, services });
  onFileEnd(() => server.close());
  return server;
}

export interface MirrorClient {
  readonly id: string;
  readonly secret: string;
}

/** Requests a token like a client; `fields` replace those of the form. */
export async function requestToken(
  url: string,
  client: MirrorClient,
  { fields = {}, from = '192.0.2.1' }: { fields?: Record<string, string>; from?: string } = {},
): Promise<string> {
  const response = await fetch(`${url}/contoso/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret },
      ...{ scope: 'https://mirror.example/.default', ...fields },
    }),
  });
  return String(((await response.json()) as { access_token?: unknown }).access_token); // The callers verify it when they use it.
}

export async function addClient({ service }: FolderMirror, name: string): Promise<MirrorClient> {
  const { client, secret } = await service.addMirrorClient(administrator, { name });
  return { id: client.id, secret };
}

export interface Receiver {
  readonly url: string;
  readonly notifications: Record<string, unknown>[];
  /** Path and query of its requests. */
  readonly requestedUrls: string[];
  /** Stops listening; later connections are rejected. */
  close(): void;
}

/** A client's notification URL, which echoes validations unless `respond` is set, and records notifications. */
export async function startReceiver(
  respond: (token: string) => { status: number; body: string; location?: string } = (body) => ({ status: 200, body }),
  statusOfNotifications = () => 202,
): Promise<Receiver> {
  const notifications: Record<string, unknown>[] = [];
  const requestedUrls: string[] = [];
  const server = createServer(async (request, response) => {
    requestedUrls.push(request.url ?? '');
    const token = new URL(request.url ?? '/', 'http://receiver').searchParams.get('validationToken');
    const body = await text(request);
    const reply = token === null ? { status: statusOfNotifications(), body: '' } : respond(token);
    if (token === null && body !== '') notifications.push(...JSON.parse(body).value);
    response
      .writeHead(reply.status, {
        'content-type': 'text/plain',
        ...('location' in reply && { location: reply.location }),
      })
      .end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  function close(): void {
    server.closeAllConnections();
    server.close();
  }
  onFileEnd(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/receiver`,
    notifications,
    requestedUrls,
    close,
  }; // A TCP server has an AddressInfo.
}
