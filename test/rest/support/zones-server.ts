import { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import type { Graph, HttpServer } from '../../../gateway/index.js';
import { localAdministrator, type RequestContext } from '../../../platform/caller.js';
import { openDatabase } from '../../../platform/database/index.js';
import { type Logger, silentLog } from '../../../platform/log.js';
import type { SubgraphDefinition } from '../../../platform/subgraph.js';
import { createZoneService, zonesSubgraph } from '../../../subgraphs/zones/index.js';
import { type GraphForm, together } from '../../support/graph-forms.js';
import { openTestDatabase, type TestDatabase } from '../../support/index.js';
import { serveServices } from './serve-services.js';

/** Start time of the test clock: 2026-03-01T12:00:00Z. */
export const start = Date.UTC(2026, 2, 1, 12);
export const password = 'correct horse battery';
const services = ['zones'];

/** A clock that is stopped unless a test moves it. */
export interface TestClock {
  now(): number;
  advance(milliseconds: number): void;
}

export interface ZonesServer {
  readonly graph: Graph;
  readonly testDatabase: TestDatabase;
  readonly clock: TestClock;
  readonly log: Logger;
  readonly url: string;
  fetch(path: string, init?: RequestInit & { key?: string; from?: string }): Promise<Response>;
  /** Registers an account, approves it and generates a key named `test`. */
  openAccount(username: string, options?: AccountOptions): Promise<string>;
  /** Approves an account, optionally with another subscription than the trial. */
  approve(username: string, options?: AccountOptions): Promise<void>;
  /** Sets another subscription of an approved account. */
  subscribe(username: string, options: AccountOptions): Promise<void>;
  /** Generates another key. */
  generateKey(username: string, name: string): Promise<string>;
  /** Registers an account without approving it. */
  register(username: string): Promise<void>;
  /**
   * Runs an operation of the graph as an administrator.
   * @throws the first error of the result
   */
  administer(document: string, variables?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Imports a zone with these domains and their nameservers. */
  importZone(zone: string, domains: Readonly<Record<string, readonly string[]>>): Promise<void>;
}

export interface AccountOptions {
  readonly tier?: 'TRIAL' | 'BASIC' | 'ENTERPRISE';
  /** ISO 8601; default: the duration of the tier. */
  readonly expiresAt?: string;
}

/** The zone feed on a separate database, behind a real HTTP server. */
export async function startZonesServer(
  environment: Record<string, string> = {},
  options: { log?: Logger; form?: GraphForm } = {},
): Promise<ZonesServer> {
  const testDatabase = await openTestDatabase({
    RAMPART_SERVER_PORT: '0',
    RAMPART_ZONES_RENEW_URL: 'https://feed.example/renew',
    // Each account of a test has a separate client address, so rate limits of one do not affect others.
    RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
    RAMPART_AUTH_ALERTS: 'open open',
    ...environment,
  });
  const clock = createTestClock();
  const { configuration, database } = testDatabase;
  const log = options.log ?? silentLog;
  const { graph, server, started } = await serveZones({ ...options, configuration, database, clock, log });
  await started;
  afterAll(async () => {
    await server.close();
    await testDatabase.close();
  });
  return addHelpers({ graph, testDatabase, clock, log, url: server.url });
}

export interface ServeZonesOptions {
  readonly configuration: TestDatabase['configuration'];
  /** Default: opened from the configuration, and closed with the server. */
  readonly database?: TestDatabase['database'];
  readonly clock: TestClock;
  readonly log?: Logger;
  readonly form?: GraphForm;
  /** Default: the zone feed. */
  readonly definition?: SubgraphDefinition;
}

/** Starts the zone feed with this configuration. */
export async function serveZones(
  options: ServeZonesOptions,
): Promise<{ graph: Graph; server: HttpServer; started: Promise<unknown> }> {
  const { configuration, clock, log = silentLog, form = together, definition = zonesSubgraph } = options;
  const database = options.database ?? (await openDatabase({ configuration, log }));
  const platform = { configuration, database, clock, log };
  const { graph, started, close } = await form(platform, [definition]);
  const authenticators = [zonesSubgraph.createAuthenticator?.(platform) ?? []].flat();
  const streams = zonesSubgraph.createStreams?.(platform);
  const recordStreams = new Map(streams && [['zones', streams]]);
  const server = await serveServices({ graph, configuration, database, authenticators, log, services, recordStreams });
  return {
    graph,
    started,
    server: {
      ...server,
      async close() {
        await server.close();
        await close();
        if (options.database === undefined) await database.close();
      },
    },
  };
}

export function createTestClock(): TestClock {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

let addresses = 0;
let serial = 0;

type Parts = Pick<ZonesServer, 'graph' | 'testDatabase' | 'clock' | 'log' | 'url'>;

/** The helpers of a running server; each can be destructured. */
function addHelpers(parts: Parts): ZonesServer {
  const { graph, testDatabase, clock, log, url } = parts;

  async function send(path: string, init: Parameters<ZonesServer['fetch']>[1] = {}): Promise<Response> {
    const { key, from, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    if (from !== undefined) headers.set('x-forwarded-for', from);
    return await fetch(`${url}${path}`, { ...rest, headers });
  }

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    addresses += 1;
    const from = `192.0.2.${addresses % 250}`;
    const response = await send(path, { method: 'POST', body: JSON.stringify(body), from });
    const json = await response.json();
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${JSON.stringify(json)}`);
    return json as Record<string, unknown>;
  }

  const administer: ZonesServer['administer'] = async (document, variables = {}) => {
    const result = await graph.prepare({ document }).execute({ variables, context: administration });
    if (result.errors?.[0] !== undefined) throw result.errors[0];
    return result.data as Record<string, unknown>; // Without errors, the data is present.
  };

  const register: ZonesServer['register'] = async (username) => {
    await post('/auth/register', { username, email: `${username}@example.com`, password });
  };

  const generateKey: ZonesServer['generateKey'] = async (username, name) => {
    const generated = await post('/auth/api-keys/generate', { username, password, name });
    return String(generated.key);
  };

  const subscribe: ZonesServer['subscribe'] = async (username, { tier, expiresAt }) => {
    const input = { username, tier: tier ?? 'TRIAL', ...(expiresAt !== undefined && { expiresAt }) };
    await administer(setSubscription, { input });
  };

  const approve: ZonesServer['approve'] = async (username, options = {}) => {
    await administer(approveAccount, { username });
    if (options.tier !== undefined || options.expiresAt !== undefined) await subscribe(username, options);
  };

  const openAccount: ZonesServer['openAccount'] = async (username, options) => {
    await register(username);
    await approve(username, options);
    return await generateKey(username, 'test');
  };

  const importZone: ZonesServer['importZone'] = async (zone, domains) => {
    const { configuration, database } = testDatabase;
    const service = createZoneService({ configuration, database, clock, log });
    const text = Buffer.from(zoneText(zone, domains));
    const file = { open: () => Readable.from([text]), size: text.length };
    await service.importZone(administration, { zone, file, allowLoss: true });
  };

  return { ...parts, fetch: send, administer, register, approve, subscribe, generateKey, openAccount, importZone };
}

const approveAccount = `mutation ($username: String!) {
  approveAccount(input: { username: $username }) { isFirst }
}`;
const setSubscription = `mutation ($input: SetSubscriptionInput!) {
  setSubscription(input: $input) { account { id } }
}`;

function zoneText(zone: string, domains: Readonly<Record<string, readonly string[]>>): string {
  serial += 1;
  const records = Object.entries(domains).flatMap(([domain, servers]) =>
    servers.map((server) => `${domain}. 3600 IN NS ${server}`),
  );
  const origin = zone === 'root' ? '.' : `${zone}.`;
  return [`${origin} 3600 IN SOA ns.example. host.example. ${serial} 1 1 1 1`, ...records, ''].join('\n');
}

const administration: RequestContext = {
  caller: localAdministrator,
  via: 'command-line',
  signal: new AbortController().signal,
  requestId: 'setup',
  sourceAddress: '127.0.0.1',
};
