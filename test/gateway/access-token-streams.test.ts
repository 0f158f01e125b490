import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { silentLog as log } from '../../platform/log.js';
import { Listener } from '../events/support/listen.js';
import { type Subscriber, transports } from '../events/support/subscribe.js';
import {
  type IdentityProvider,
  type SigningKey,
  sign,
  signingKey,
  startIdentityProvider,
} from '../support/identity-provider/index.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { testClock } from '../support/test-clock.js';

const audience = 'https://rampart.example';
const machine = { client_id: 'triage', client_secret: 'a secret of a machine', scope: 'triage.acme triage.globex' };
const clock = testClock(Date.now());
const folder = temporaryFolder();
let key: SigningKey;
let provider: IdentityProvider;
let opened: TestDatabase;
let server: Rampart;
let url: string;

beforeAll(async () => {
  key = await signingKey('first');
  const resources = { [audience]: `${machine.scope} admin` };
  provider = await startIdentityProvider({ keys: [key], clients: [machine], resources });
  opened = await openTestDatabase();
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
    ...{ RAMPART_AUTH_ALERTS: 'token', RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.1' },
    RAMPART_OIDC_MACHINES_ISSUER: provider.issuer,
    RAMPART_OIDC_MACHINES_AUDIENCE: audience,
    RAMPART_OIDC_MACHINES_ROLES:
      'scope=triage.acme -> analyst@acme, scope=triage.globex -> analyst@globex, scope=admin -> admin',
  });
  server = await startRampart({ configuration, clock, log });
  url = server.listening[0] ?? '';
});
afterAll(async () => {
  await server?.close();
  await opened.close();
  await provider.stop();
  folder.remove();
});

/** A token in the format of the provider, with a scope and an expiration in seconds from now. */
async function tokenOf(scope: string, seconds = 3600): Promise<string> {
  const iat = Math.floor(clock.now() / 1000);
  const common = { iss: provider.issuer, aud: audience, sub: 'triage', client_id: 'triage' };
  return await sign(key, { ...common, scope, iat, exp: iat + seconds, jti: 'x' });
}

interface TestResponse {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type
  readonly data?: any;
}

async function sendRequest(token: string, query: string, variables: object = {}): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as TestResponse;
}

let count = 0;

/** Imports an inference for each tenant. Returns the ids of the alerts; null for each rejected inference. */
async function importFor(token: string, ...tenants: string[]): Promise<(string | null)[]> {
  const inferences = tenants.map((tenantId) => ({
    ...{ inferenceId: `i${++count}`, tenantId, endpointId: `host-${count}`, platform: 'LINUX', attackProb: 0.9 },
    ...{ confidence: 0.9, prediction: 'ATTACK', ttpTechniques: [], ttpExplanation: null },
    ...{ timestamp: Math.floor(clock.now() / 1000), modelName: 'm', numNodes: 1, numEdges: 1 },
  }));
  const mutation =
    'mutation ($inferences: [InferenceInput!]!) { importInferences(input: { inferences: $inferences }) { results { alertId } } }';
  const { data } = await sendRequest(token, mutation, { inferences });
  return data.importInferences.results.map(({ alertId }: { alertId: string | null }) => alertId);
}

const changes = 'subscription { alertChanged { id } }';
const idsOf = ({ responses }: Subscriber): string[] => responses.map(({ data }) => data?.alertChanged.id);

/** Changes alerts until the subscriber has received one. */
async function awaitResponse(subscriber: Subscriber, admin: string): Promise<void> {
  async function change(): Promise<number> {
    await importFor(admin, 'acme');
    return subscriber.responses.length;
  }
  await expect.poll(change).toBeGreaterThan(0);
}

describe('a machine with an access token for two tenants', () => {
  test('reads the data of these tenants only', async () => {
    const token = await provider.accessToken(machine, audience);
    const imported = await importFor(token, 'acme', 'globex', 'theirs');
    expect(imported).toEqual([expect.any(String), expect.any(String), null]);
    const [theirs] = await importFor(await tokenOf('admin'), 'theirs');
    expect(theirs).not.toBeNull();
    const query = `{
      viewer { name roles tenants permissions }
      alertAccess { tenantId tenants canChange }
      alerts { totalCount nodes { tenantId } facets { endpoint { tenantId } } }
      endpoints { totalCount }
    }`;
    const { data } = await sendRequest(token, query);
    expect(data.viewer).toMatchObject({ name: 'triage@machines', roles: ['ANALYST'], tenants: ['acme', 'globex'] });
    expect(data.viewer.permissions).not.toContain('drive.read');
    expect(data.alertAccess).toEqual({ tenantId: null, tenants: ['acme', 'globex'], canChange: true });
    expect([data.alerts.totalCount, data.endpoints.totalCount]).toEqual([2, 2]);
    const tenantsOfAlerts = [...data.alerts.nodes, ...data.alerts.facets.endpoint].map(({ tenantId }) => tenantId);
    expect(new Set(tenantsOfAlerts)).toEqual(new Set(['acme', 'globex']));
    const rest = await fetch(`${url}/alerts`, { headers: { authorization: `Bearer ${token}` } });
    expect(await rest.json()).toMatchObject({ total: 2 });
  });

  test.each(transports)('receives changes of both tenants over %s', async (_, subscribe) => {
    const subscriber = subscribe(url, { query: changes, token: await tokenOf(machine.scope) });
    const admin = await tokenOf('admin');
    await awaitResponse(subscriber, admin);
    const [hidden = '', ...visibleAlerts] = await importFor(admin, 'theirs', 'globex', 'acme');
    await expect.poll(() => idsOf(subscriber)).toEqual(expect.arrayContaining(visibleAlerts));
    expect(idsOf(subscriber)).not.toContain(hidden);
  });

  test('receives events of both tenants, or of the requested one', async () => {
    const token = await tokenOf(machine.scope);
    const listenerOfBoth = await Listener.open(`${url}/events?types=alerts`, { token });
    const listenerOfGlobex = await Listener.open(`${url}/events?types=alerts&tenantId=globex`, { token });
    await Promise.all(
      [listenerOfBoth, listenerOfGlobex].map((listener) => listener.waitFor((messages) => messages.length > 0)),
    );
    const tenants = [listenerOfBoth, listenerOfGlobex].map((listener) => listener.messagesOf('ready')[0]?.data.tenants);
    expect(tenants).toEqual([['acme', 'globex'], ['globex']]);
    await importFor(await tokenOf('admin'), 'theirs', 'acme', 'globex');
    const tenantsOf = (listener: Listener) => listener.messagesOf('alerts').map(({ data }) => data.tenantId);
    await listenerOfBoth.waitFor(() => tenantsOf(listenerOfBoth).length === 2);
    await listenerOfGlobex.waitFor(() => tenantsOf(listenerOfGlobex).length === 1);
    expect([tenantsOf(listenerOfBoth).toSorted(), tenantsOf(listenerOfGlobex)]).toEqual([
      ['acme', 'globex'],
      ['globex'],
    ]);
    await expect(Listener.open(`${url}/events?types=alerts&tenantId=theirs`, { token })).rejects.toThrow('403');
  });
});

test.each(transports)('an access token that expires ends its subscriptions over %s', async (_, subscribe) => {
  const subscriber = subscribe(url, { query: changes, token: await tokenOf(machine.scope, 60) });
  await awaitResponse(subscriber, await tokenOf('admin'));
  clock.milliseconds += 91_000;
  const ends = () => [subscriber.failure, subscriber.responses.at(-1)?.errors];
  await expect
    .poll(ends)
    .toSatisfy(([failure, errors]) => failure?.code === 4403 || errors?.[0].extensions.code === 'UNAUTHENTICATED');
});

test.each(transports)('%s rejects an invalid access token', async (_, subscribe) => {
  const subscriber = subscribe(url, { query: changes, token: await sign(await signingKey('first'), {}) });
  await expect.poll(() => subscriber.failure).toBeDefined();
  expect(subscriber.responses).toEqual([]);
});

test.each([
  ['expired 29 seconds ago', { exp: -29 }, 200],
  ['expired 30 seconds ago', { exp: -30 }, 401],
  ['becomes valid in 30 seconds', { nbf: 30 }, 200],
  ['becomes valid in 31 seconds', { nbf: 31 }, 401],
])('clocks may differ by 30 seconds: a token that %s gets %o', async (_, seconds, status) => {
  const now = Math.floor(clock.now() / 1000);
  clock.milliseconds = now * 1000;
  const differences = Object.fromEntries(Object.entries(seconds).map(([name, difference]) => [name, now + difference]));
  const common = { iss: provider.issuer, aud: audience, sub: 'triage', client_id: 'triage', scope: machine.scope };
  const token = await sign(key, { ...common, exp: now + 300, ...differences });
  const fetchStatus = async () =>
    (await fetch(`${url}/alerts`, { headers: { authorization: `Bearer ${token}` } })).status;
  // The second time, the verified token is cached.
  expect([await fetchStatus(), await fetchStatus()]).toEqual([status, status]);
});
