import { afterAll, beforeAll } from 'vitest';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import { OperatorTokens } from '../../../gateway/index.js';
import { localAdministrator, type RequestContext } from '../../../platform/caller.js';
import { silentLog } from '../../../platform/log.js';
import { testConfiguration } from '../../support/index.js';
import type { CommandPlatform } from './environment.js';

/**
 * Everybody who can ask; `open` is an anonymous caller where `auth.alerts = open`. `tenant` is an analyst of acme alone, `tenantViewer`
 * a viewer of acme; `ingest` imports for all tenants.
 */
export const callers = [
  ...(['anonymous', 'open', 'account', 'mirror'] as const),
  ...(['tenant', 'tenantViewer', 'ingest', 'viewer', 'analyst', 'admin'] as const),
] as const;
export type CallerName = (typeof callers)[number];

/** What each caller gets. */
export type Outcomes = Readonly<Record<CallerName, string>>;

export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

export interface CallersWorld {
  readonly server: Rampart;
  /** Sends a request with the credentials of the caller, to the listener that serves the path. */
  send(caller: CallerName, path: string, init?: RequestInit): Promise<ReceivedResponse>;
}

/** Marks of the tenant of the analyst, and of the other one: no name of one holds the other. */
export const own = 'acme';
export const foreign = 'globex';
const adminToken = 'the-administrator-of-these-tests-only';
const password = 'correct horse battery';

/** Two servers on the database of the house, which differ in `auth.alerts` only, and real credentials of everybody. */
export function describeCallers(house: CommandPlatform): CallersWorld {
  const world: Partial<CallersWorld> = {};
  const servers: Rampart[] = [];
  beforeAll(async () => {
    const closed = await start(house, 'token');
    servers.push(closed);
    const open = await start(house, 'open');
    servers.push(open);
    const tokens = await credentials(house);
    Object.assign(world, {
      server: closed,
      async send(caller: CallerName, path: string, init: RequestInit = {}): Promise<ReceivedResponse> {
        const { addresses } = caller === 'open' ? open : closed;
        const name = path.startsWith('/api/check') || path.startsWith('/api/get-') ? 'licenses' : 'rest';
        const origin = addresses.find((address) => address.name === name)?.url;
        const token = tokens[caller];
        const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
        const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers });
        return { status: response.status, body: await response.text() };
      },
    });
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });
  return world as CallersWorld; // Filled before the first test runs.
}

async function start(house: CommandPlatform, alerts: 'open' | 'token'): Promise<Rampart> {
  const configuration = testConfiguration({
    ...house.environment,
    RAMPART_AUTH_ALERTS: alerts,
    RAMPART_AUTH_ADMIN_TOKEN: adminToken,
    RAMPART_LICENSES_TLS: 'off',
    // Nobody answers there: the packaged list of registries serves.
    RAMPART_ZONES_RDAP_BOOTSTRAP_URL: 'http://127.0.0.1:1/',
    RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true',
  });
  const server = await startRampart({
    configuration,
    clock: house.platform.clock,
    log: silentLog,
  });
  // The queue makes its functions anew until then; whoever calls one of them meanwhile fails.
  await server.jobsStarted;
  return server;
}

async function credentials(house: CommandPlatform): Promise<Partial<Record<CallerName, string>>> {
  const { database, clock } = house.platform;
  const tokens = new OperatorTokens({ database, clock });
  const tenant = await tokens.create({ name: 'ana', role: 'analyst', tenantId: own });
  const analyst = await tokens.create({ name: 'ben', role: 'analyst', tenantId: null });
  const tenantViewer = await tokens.create({ name: 'vic', role: 'viewer', tenantId: own });
  const viewer = await tokens.create({ name: 'val', role: 'viewer', tenantId: null });
  const ingest = await tokens.create({ name: 'pipeline', role: 'ingest', tenantId: null });
  const account = await openAccount(house);
  const mirror = await openMirror(house);
  return {
    ...{ account, mirror, tenant: tenant.token, analyst: analyst.token, admin: adminToken },
    ...{ tenantViewer: tenantViewer.token, viewer: viewer.token, ingest: ingest.token },
  };
}

/** The key of an account of the greatest tier. */
async function openAccount({ zones }: CommandPlatform): Promise<string> {
  await zones.registerAccount(setup, { username: 'zoe', email: 'zoe@mail.example', password });
  await zones.approveAccount(setup, { username: 'zoe' });
  await zones.setSubscription(setup, { username: 'zoe', tier: 'enterprise', expiresAt: null });
  return (await zones.generateKey(setup, { username: 'zoe', password, name: 'matrix' })).key;
}

async function openMirror({ drive }: CommandPlatform): Promise<string> {
  const { client, secret } = await drive.addMirrorClient(setup, { name: 'matrix' });
  const { accessToken } = await drive.issueMirrorToken(setup, {
    tenantId: 'any',
    grantType: 'client_credentials',
    clientId: client.id,
    clientSecret: secret,
    scope: 'http://mirror.example/.default',
  });
  return accessToken;
}

const setup: RequestContext = {
  caller: localAdministrator,
  via: 'command-line',
  signal: new AbortController().signal,
  requestId: 'setup',
  sourceAddress: '127.0.0.1',
};

/** `all` when the other tenant is in it, `own` when only the analyst's is, `no` when it says that nothing may be changed, `empty` when nothing is, else `ok`. */
export function contentOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.includes(foreign)) return 'all';
  if (text.includes(own)) return 'own';
  if (text.includes('"canChange":false')) return 'no';
  return isEmpty(value) ? 'empty' : 'ok';
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === null || value === undefined || value === 0 || value === '';
}
