import { afterAll, beforeAll } from 'vitest';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import { OperatorTokens } from '../../../gateway/index.js';
import { localAdministrator, type RequestContext } from '../../../platform/caller.js';
import { silentLog } from '../../../platform/log.js';
import { testConfiguration } from '../../support/index.js';
import type { CommandPlatform } from './environment.js';

/**
 * All kinds of callers; `open` is an anonymous caller with `auth.alerts = open`. `tenant` is an analyst of acme,
 * `tenantViewer` a viewer of acme; `ingest` imports for all tenants.
 */
export const callers = [
  ...(['anonymous', 'open', 'account', 'mirror'] as const),
  ...(['tenant', 'tenantViewer', 'ingest', 'viewer', 'analyst', 'admin'] as const),
] as const;
export type CallerName = (typeof callers)[number];

/** The outcome of each caller. */
export type Outcomes = Readonly<Record<CallerName, string>>;

export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

export interface CallersEnvironment {
  readonly server: Rampart;
  /** Sends a request with the credentials of the caller, to the listener that serves the path. */
  send(caller: CallerName, path: string, init?: RequestInit): Promise<ReceivedResponse>;
}

/** Names of the analyst's tenant, and of the other one. Neither contains the other. */
export const ownTenant = 'acme';
export const foreign = 'globex';
const adminToken = 'the-administrator-of-these-tests-only';
const password = 'correct horse battery';

/** Two servers on the instance's database, which differ only in `auth.alerts`, and real credentials of all callers. */
export function describeCallers(instance: CommandPlatform): CallersEnvironment {
  const environment: Partial<CallersEnvironment> = {};
  const servers: Rampart[] = [];
  beforeAll(async () => {
    const closed = await start(instance, 'token');
    servers.push(closed);
    const open = await start(instance, 'open');
    servers.push(open);
    const tokens = await credentials(instance);
    Object.assign(environment, {
      server: closed,
      async send(caller: CallerName, path: string, init: RequestInit = {}): Promise<ReceivedResponse> {
        const { addresses } = caller === 'open' ? open : closed;
        const isOfControllers = ['/api/check', '/api/get-', '/.well-known/'].some((start) => path.startsWith(start));
        const name = isOfControllers ? 'licenses' : 'rest';
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
  return environment as CallersEnvironment; // Assigned before the first test runs.
}

async function start(instance: CommandPlatform, alerts: 'open' | 'token'): Promise<Rampart> {
  const configuration = testConfiguration({
    ...instance.environment,
    RAMPART_AUTH_ALERTS: alerts,
    RAMPART_AUTH_ADMIN_TOKEN: adminToken,
    RAMPART_LICENSES_TLS: 'off',
    // No server listens at this address, so the packaged registry is used.
    RAMPART_ZONES_RDAP_BOOTSTRAP_URL: 'http://127.0.0.1:1/',
    RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true',
  });
  const server = await startRampart({
    configuration,
    clock: instance.platform.clock,
    log: silentLog,
  });
  // Until its jobs have started, the queue recreates its functions, and concurrent calls would fail.
  await server.jobsStarted;
  return server;
}

async function credentials(instance: CommandPlatform): Promise<Partial<Record<CallerName, string>>> {
  const { database, clock } = instance.platform;
  const tokens = new OperatorTokens({ database, clock });
  const tenant = await tokens.create({ name: 'ana', role: 'analyst', tenantId: ownTenant });
  const analyst = await tokens.create({ name: 'ben', role: 'analyst', tenantId: null });
  const tenantViewer = await tokens.create({ name: 'vic', role: 'viewer', tenantId: ownTenant });
  const viewer = await tokens.create({ name: 'val', role: 'viewer', tenantId: null });
  const ingest = await tokens.create({ name: 'pipeline', role: 'ingest', tenantId: null });
  const account = await openAccount(instance);
  const mirror = await openMirror(instance);
  return {
    ...{ account, mirror, tenant: tenant.token, analyst: analyst.token, admin: adminToken },
    ...{ tenantViewer: tenantViewer.token, viewer: viewer.token, ingest: ingest.token },
  };
}

/** The key of an account of the enterprise tier. */
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

/**
 * `all` if the result contains the other tenant, `own` if it contains only the analyst’s tenant, `no` if it reports
 * that changes are not permitted, `empty` if it has no data, otherwise `ok`.
 */
export function contentOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.includes(foreign)) return 'all';
  if (text.includes(ownTenant)) return 'own';
  if (text.includes('"canChange":false')) return 'no';
  return isEmpty(value) ? 'empty' : 'ok';
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === null || value === undefined || value === 0 || value === '';
}
