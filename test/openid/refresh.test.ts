import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { silentLog as log } from '../../platform/log.js';
import { auditEntries } from '../audit/support/entries.js';
import { Listener } from '../events/support/listen.js';
import { freePort } from '../support/free-port.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { CookieBrowser } from './support/cookie-browser.js';
import { startMisbehavingProvider } from './support/misbehaving-provider.js';
import { clientSecret, type RealProvider, startProvider } from './support/real-provider.js';

const folder = temporaryFolder();
const ownPageHeaders = { 'x-rampart-session': '1' };
const json = { 'content-type': 'application/json' };
const analyst = { groups: ['soc-acme', 'soc-globex'] };
const viewer = { groups: ['viewers-acme'] };
/** Time by which the clock of the servers is ahead of that of the providers. */
let aheadMs = 0;
const clock = { now: () => Math.floor(Date.now() + aheadMs) };
let opened: TestDatabase;
let provider: RealProvider;
let faulty: Awaited<ReturnType<typeof startMisbehavingProvider>>;
/** Two replicas on one database. People use the first one. */
let firstReplica: Rampart;
let secondReplica: Rampart;
let url: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  url = `http://127.0.0.1:${await freePort()}`;
  provider = await startProvider({ accounts: { ana: analyst }, name: 'corp', publicUrl: url, refreshes: true });
  faulty = await startMisbehavingProvider('rampart');
  faulty.now = clock.now;
  const roles =
    'groups=soc-acme -> analyst@acme, groups=soc-globex -> analyst@globex, groups=viewers-acme -> viewer@acme, groups=admins -> admin';
  const settings = {
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ALERTS: 'token' },
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_SERVER_PUBLIC_URL: url, RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.1' },
    ...{ RAMPART_OIDC_CORP_ISSUER: provider.issuer, RAMPART_OIDC_CORP_CLIENT_ID: 'rampart' },
    ...{ RAMPART_OIDC_CORP_CLIENT_SECRET: clientSecret, RAMPART_OIDC_CORP_ROLES: roles },
    ...{ RAMPART_OIDC_LIAR_ISSUER: faulty.issuer, RAMPART_OIDC_LIAR_CLIENT_ID: 'rampart' },
    ...{
      RAMPART_OIDC_LIAR_ROLES: roles,
      RAMPART_OIDC_CORP_RECHECK_MINUTES: '1',
      RAMPART_OIDC_LIAR_RECHECK_MINUTES: '1',
    },
  };
  const start = (port: string) =>
    startRampart({ configuration: testConfiguration({ ...settings, RAMPART_SERVER_PORT: port }), clock, log });
  firstReplica = await start(new URL(url).port);
  secondReplica = await start('0');
});
afterAll(async () => {
  await firstReplica?.close();
  await secondReplica?.close();
  await Promise.all([provider?.stop(), faulty?.close()]);
  await opened.close();
  folder.remove();
});
beforeEach(async () => {
  faulty.faults = {};
  await provider.change({ ana: analyst });
});

async function signIn(): Promise<CookieBrowser> {
  const browser = new CookieBrowser();
  expect((await browser.open(`${url}/session/oidc/corp`, { login: 'ana' })).status).toBe(200);
  return browser;
}

async function signInAtFaultyProvider(): Promise<CookieBrowser> {
  const browser = new CookieBrowser();
  const redirect = await browser.send(`${url}/session/oidc/liar`);
  const { searchParams } = new URL(redirect.headers.get('location') ?? '');
  faulty.nonce = searchParams.get('nonce') ?? '';
  const callback = `${url}/session/oidc/liar/callback?code=c&state=${searchParams.get('state')}`;
  expect((await browser.send(callback)).status).toBe(200);
  return browser;
}

interface GraphResponse {
  readonly data: { readonly viewer: { readonly roles: string[]; readonly tenants: string[] | null } };
}

/**
 * Role and tenants by a query, which causes a request to the provider when that is due; the status if it is rejected.
 */
async function accessOf(browser: CookieBrowser, server = firstReplica): Promise<unknown> {
  const body = JSON.stringify({ query: '{ viewer { roles tenants } }' });
  const request = { method: 'POST', headers: { ...ownPageHeaders, ...json }, body };
  const response = await browser.send(`${server.listening[0]}/graphql`, request);
  if (response.status !== 200) return response.status;
  const { roles, tenants } = ((await response.json()) as GraphResponse).data.viewer;
  return [...roles, ...(tenants ?? ['all'])].join(' ');
}

/** Advances the clock until the next request to the provider, when the caches of the servers have expired. */
function passInterval(): void {
  aheadMs += 60_000;
}

async function readLastEntry() {
  const [entry] = (await auditEntries(opened.database)).slice(-1);
  return { ...entry, before: JSON.parse(entry?.before ?? 'null'), after: JSON.parse(entry?.after ?? 'null') };
}

describe('a person whose groups change at the provider', () => {
  test('has the new role on all replicas after the interval, without another sign-in', async () => {
    const browser = await signIn();
    await provider.change({ ana: viewer });
    aheadMs += 59_000;
    expect(await accessOf(browser)).toBe('ANALYST acme globex');
    aheadMs += 1000;
    expect([await accessOf(browser), await accessOf(browser, secondReplica)]).toEqual(['VIEWER acme', 'VIEWER acme']);
    expect(await readLastEntry()).toMatchObject({
      ...{ action: 'change.session', actorKind: 'system' },
      ...{ before: { role: 'analyst', tenants: ['acme', 'globex'] }, after: { role: 'viewer', tenants: ['acme'] } },
    });
    const [person] = await opened.database.sql`select role, tenants from gateway.person where subject = 'ana'`;
    expect(person).toEqual({ role: 'viewer', tenants: ['acme'] });
    await provider.change({ ana: { groups: ['admins'] } });
    passInterval();
    expect(await accessOf(browser, secondReplica)).toBe('ADMIN all');
  });

  test('has no session and no event stream after losing the last group', async () => {
    const browser = await signIn();
    const [cookie = ''] = [...browser.cookies]
      .map(([name, value]) => `${name}=${value}`)
      .filter((pair) => pair.includes('rps_'));
    const stream = await Listener.open(`${url}/events`, { cookie });
    await stream.waitFor((messages) => messages.length > 0);
    await provider.change({ ana: { groups: [] } });
    passInterval();
    expect([await accessOf(browser), await accessOf(browser, secondReplica)]).toEqual([401, 401]);
    expect(await readLastEntry()).toMatchObject({
      action: 'revoke.session',
      before: { reason: 'no rule grants a role' },
    });
    await stream.waitForEnd();
  });

  test('is checked once for all concurrent requests to both replicas, none of which runs with the previous role', async () => {
    const browser = await signIn();
    expect(await accessOf(browser, secondReplica)).toBe('ANALYST acme globex');
    await provider.change({ ana: viewer });
    passInterval();
    const before = provider.tokenRequests();
    const requests = Array.from({ length: 40 }, (_, index) =>
      accessOf(browser, index % 2 === 0 ? firstReplica : secondReplica),
    );
    expect(new Set(await Promise.all(requests))).toEqual(new Set(['VIEWER acme']));
    expect(provider.tokenRequests() - before).toBe(1);
    passInterval();
    // The provider accepts each refresh token once.
    expect([await accessOf(browser, secondReplica), provider.tokenRequests() - before]).toEqual(['VIEWER acme', 2]);
  });

  test('is checked by another process if the first one stops during the check', async () => {
    const browser = await signIn();
    passInterval();
    const before = provider.tokenRequests();
    await opened.database
      .sql`update gateway.session set checking_until = ${clock.now() + 60_000} where subject = 'ana'`;
    const response = accessOf(browser);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(provider.tokenRequests()).toBe(before);
    aheadMs += 60_000;
    expect(await response).toBe('ANALYST acme globex');
    expect(provider.tokenRequests() - before).toBe(1);
  });

  test('has no session after the provider has forgotten the sign-in', async () => {
    const browser = await signIn();
    await provider.restart();
    passInterval();
    expect([await accessOf(browser), await accessOf(browser, secondReplica)]).toEqual([401, 401]);
    expect(await readLastEntry()).toMatchObject({
      before: { reason: 'the provider rejected the refresh of the sign-in' },
    });
  });
});

describe('refreshing a session at the provider', () => {
  const body = (error: string) => ({ body: JSON.stringify({ error }), headers: json });

  test.each([
    ['an ID token of another person', { claims: { sub: 'eve' } }],
    ['an ID token for another audience', { claims: { aud: 'another' } }],
    ['an ID token of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an ID token that has expired', { claims: { iat: 1, exp: 2 } }],
    ['an ID token that someone else signed', { isForged: true }],
    ['invalid_grant', { tokenResponse: { status: 400, ...body('invalid_grant') } }],
    ['interaction_required', { tokenResponse: { status: 400, ...body('interaction_required') } }],
  ])('ends the session after a response with %s', async (_, faults) => {
    const browser = await signInAtFaultyProvider();
    faulty.faults = { claims: { nonce: undefined } };
    passInterval();
    expect(await accessOf(browser)).toBe('ADMIN all');
    faulty.faults = { ...faults, ...('claims' in faults && { claims: { nonce: undefined, ...faults.claims } }) };
    passInterval();
    expect(await accessOf(browser)).toBe(401);
  });

  test.each([
    ['a body that is not JSON', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['status 503', { status: 503, body: '' }],
    ['invalid_client', { status: 401, ...body('invalid_client') }],
    ['status 429', { status: 429, body: '' }],
  ])(
    'does not end the session after a response with %s, and repeats the request after a minute',
    async (_, tokenResponse) => {
      const browser = await signInAtFaultyProvider();
      faulty.faults = { tokenResponse };
      passInterval();
      expect(await accessOf(browser)).toBe('ADMIN all');
      faulty.faults = { claims: { nonce: undefined, groups: ['viewers-acme'] } };
      aheadMs += 59_000;
      expect(await accessOf(browser)).toBe('ADMIN all');
      aheadMs += 1000;
      expect(await accessOf(browser)).toBe('VIEWER acme');
    },
  );

  test.each([
    ['no response', null],
    ['status 503', { status: 503, body: '' }],
    ['status 429', { status: 429, body: '' }],
    ['a body that is not JSON', { status: 200, body: '<html>' }],
    ['a body without keys', { status: 200, body: '{}' }],
  ])(
    'does not end the session while a request for the keys of the provider results in %s, and keeps the new refresh token',
    async (problem, keysResponse) => {
      const browser = await signInAtFaultyProvider();
      faulty.keyId = problem;
      faulty.faults = { keysResponse, claims: { nonce: undefined } };
      passInterval();
      expect(await accessOf(browser)).toBe('ADMIN all');
      const renewed = `refresh-${faulty.refreshTokens}`;
      faulty.faults = { claims: { nonce: undefined, groups: ['viewers-acme'] } };
      passInterval();
      expect(await accessOf(browser)).toBe('VIEWER acme');
      expect(faulty.tokenRequest.get('refresh_token')).toBe(renewed);
    },
  );

  test('does not change the role after a response without an ID token', async () => {
    const browser = await signInAtFaultyProvider();
    const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 60 };
    faulty.faults = { tokenResponse: { status: 200, body: JSON.stringify(tokens), headers: json } };
    passInterval();
    expect(await accessOf(browser)).toBe('ADMIN all');
    faulty.faults = { claims: { nonce: undefined } };
    passInterval();
    // The refresh token of the sign-in remains in use until it is replaced.
    expect(await accessOf(browser)).toBe('ADMIN all');
    expect(faulty.tokenRequest.get('refresh_token')).toBe(`refresh-${faulty.refreshTokens - 1}`);
  });

  test('stores the refresh token encrypted with a key that only the cookie contains', async () => {
    const browser = await signInAtFaultyProvider();
    passInterval();
    faulty.faults = { claims: { nonce: undefined } };
    expect(await accessOf(browser)).toBe('ADMIN all');
    const rows = await opened.database.sql`select * from gateway.session where provider = 'liar'`;
    expect(rows.every(({ sealed_refresh_token: sealed }) => typeof sealed === 'string')).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/refresh-\d|eyJ[\w-]+\./);
    const [secret = ''] = [...browser.cookies.values()].filter((value) => value.startsWith('rps_'));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
