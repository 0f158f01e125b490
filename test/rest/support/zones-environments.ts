import { afterAll } from 'vitest';
import { hashSecretToken, secretTokenKind } from '../../../platform/secret-token.js';
import { zonesSubgraph } from '../../../subgraphs/zones/index.js';
import { failingDomain, type GraphForm, together } from '../../support/graph-forms.js';
import { testConfiguration } from '../../support/index.js';
import { internalError, timeoutError } from './failing-graph.js';
import { startRdapRegistry } from './rdap-registry.js';
import type { World } from './world.js';
import type { Facts } from './zones-contract-cases.js';
import { createTestClock, password, serveZones, startZonesServer, type ZonesServer } from './zones-server.js';

const hourMs = 3_600_000;

/** Starts a server with all objects that the documented cases need. */
export async function prepareFacts(form: GraphForm = together): Promise<{ server: ZonesServer; facts: Facts }> {
  const registry = await startRdapRegistry();
  afterAll(() => registry.close());
  const settings = {
    RAMPART_ZONES_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl,
    RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true',
  };
  const server = await startZonesServer(settings, { form });
  await importBeforeSearch(server);
  const keys = {
    enterprise: await server.openAccount('an-enterprise', { tier: 'ENTERPRISE' }),
    trial: await server.openAccount('a-trial'),
    expired: await server.openAccount('a-late-one', { expiresAt: '2026-03-01T11:00:00Z' }),
    exhausted: await server.openAccount('a-busy-trial'),
    hurried: await server.openAccount('a-hurried-one', { tier: 'BASIC' }),
  };
  await server.generateKey('an-enterprise', 'spare key');
  await server.openAccount('a-changer');
  await server.register('a-newcomer');
  const foreignPage = await beginSearch(server, keys.hurried);
  const facts = {
    ...{ keys, foreignPage, busyAddress: '198.51.100.1', guessedUsername: 'a-known-name' },
    approved: { username: 'an-enterprise', password },
    pending: { username: 'a-newcomer', password },
    changing: { username: 'a-changer', password },
    tokens: {
      reset: await insertMailedToken(server, { kind: 'password_reset', username: 'a-trial' }),
      email: await insertMailedToken(server, { kind: 'email_confirmation', username: 'a-newcomer' }),
    },
  };
  await exhaustLimits(server, facts);
  return { server, facts };
}

/** Imports at six o'clock; the test clock is stopped at twelve. */
async function importBeforeSearch({ clock, importZone }: ZonesServer): Promise<void> {
  clock.advance(-6 * hourMs);
  const servers = ['ns1.example.net.'];
  await importZone('com', { 'example.com': servers, 'one.com': servers, 'two.com': servers });
  clock.advance(6 * hourMs);
}

async function beginSearch({ fetch }: ZonesServer, key: string): Promise<string> {
  const page = (await (await fetch('/api/v1/download/com.zone?limit=1', { key })).json()) as Record<string, string>;
  return `pit=${page.pit}&after=${page.next_cursor}`;
}

/** Exhausts the quota and the limits of the callers that must have reached them. */
async function exhaustLimits({ fetch }: ZonesServer, { keys, busyAddress, guessedUsername }: Facts): Promise<void> {
  const search = '/api/v1/download/com.zone?search=example&start=2026-03-01T00:00:00Z';
  await repeat(100, () => fetch(search, { key: keys.exhausted }));
  await repeat(10, (index) => fetch(`/api/v1/rdap/domain-${index}.com`, { key: keys.hurried }));
  const post = (path: string, body: object, from: string) =>
    fetch(path, { method: 'POST', body: JSON.stringify(body), from });
  const existingAccount = { username: 'a-trial', email: 'a-trial@example.com', password };
  await repeat(30, () => post('/auth/register', existingAccount, busyAddress));
  await repeat(20, () => post('/auth/password/forgotten', { email: 'nobody@example.com' }, busyAddress));
  await repeat(60, () => post('/auth/email/confirm', { token: secretTokenKind('zf_email_').create() }, busyAddress));
  const guess = { username: guessedUsername, password: 'a wrong password', name: 'x' };
  await repeat(20, (index) => post('/auth/api-keys/generate', guess, `203.0.113.${index}`));
}

/** Inserts a token as if it had been mailed. */
async function insertMailedToken(
  { testDatabase, clock }: ZonesServer,
  { kind, username }: { kind: 'password_reset' | 'email_confirmation'; username: string },
): Promise<string> {
  const token = secretTokenKind(kind === 'password_reset' ? 'zf_reset_' : 'zf_email_').create();
  const now = clock.now();
  await testDatabase.database.sql`
    with mail as (
      insert into zones.credential_mail (account_id, kind, recipient, status, created_at, due_at)
      select id, ${kind}::text::zones.credential_mail_kind, email, 'sent', ${now}, ${now} from zones.account
      where username = ${username} returning id
    )
    insert into zones.credential_token select ${hashSecretToken(token)}, id, ${now + hourMs} from mail`;
  return token;
}

async function repeat(times: number, request: (index: number) => Promise<Response>): Promise<void> {
  for (let index = 0; index < times; index++) await (await request(index)).arrayBuffer();
}

/** Starts a server for each state in which no request succeeds. Closed after the tests of the file. */
export async function startFailingZones(
  server: ZonesServer,
  form: GraphForm = together,
): Promise<Record<Exclude<World, 'working'>, string>> {
  const { configuration, database } = server.testDatabase;
  const { clock } = server;
  const unreachable = testConfiguration({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    RAMPART_SERVER_PORT: '0',
  });
  const servers = {
    detached: await serveZones({ configuration: unreachable, clock: createTestClock(), form }),
    broken: await serveZones({
      configuration,
      database,
      clock,
      form,
      definition: failingDomain(zonesSubgraph, internalError),
    }),
    slow: await serveZones({
      configuration,
      database,
      clock,
      form,
      definition: failingDomain(zonesSubgraph, timeoutError),
    }),
  };
  afterAll(async () => {
    for (const each of Object.values(servers)) await each.server.close();
  });
  return { detached: servers.detached.server.url, broken: servers.broken.server.url, slow: servers.slow.server.url };
}
