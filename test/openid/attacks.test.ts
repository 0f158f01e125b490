import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { systemClock as clock } from '../../platform/clock.js';
import { silentLog as log } from '../../platform/log.js';
import { freePort } from '../support/free-port.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { CookieBrowser } from './support/cookie-browser.js';
import { startMisbehavingProvider } from './support/misbehaving-provider.js';

const folder = temporaryFolder();
const ownPageHeaders = { 'x-rampart-session': '1' };
const hourAgo = Math.floor(Date.now() / 1000) - 3600;
let opened: TestDatabase;
let provider: Awaited<ReturnType<typeof startMisbehavingProvider>>;
let second: Awaited<ReturnType<typeof startMisbehavingProvider>>;
let server: Rampart;
let url: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  provider = await startMisbehavingProvider('rampart');
  second = await startMisbehavingProvider('rampart');
  url = `http://127.0.0.1:${await freePort()}`;
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ALERTS: 'token' },
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_SERVER_PUBLIC_URL: url, RAMPART_SERVER_PORT: new URL(url).port },
    ...{ RAMPART_OIDC_LIAR_ISSUER: provider.issuer, RAMPART_OIDC_LIAR_CLIENT_ID: 'rampart' },
    ...{ RAMPART_OIDC_LIAR_ROLES: 'groups=admins -> admin, email=boss@corp.example -> admin' },
    ...{ RAMPART_OIDC_SECOND_ISSUER: second.issuer, RAMPART_OIDC_SECOND_CLIENT_ID: 'rampart' },
    RAMPART_OIDC_SECOND_ROLES: 'groups=admins -> admin',
  });
  server = await startRampart({ configuration, clock, log });
});
afterAll(async () => {
  await server.close();
  await Promise.all([provider.close(), second.close()]);
  await opened.close();
  folder.remove();
});
beforeEach(() => {
  provider.faults = {};
});

/** Starts a sign-in, and returns the address that the browser is redirected to. */
async function beginSignIn(browser: CookieBrowser, name = 'liar', headers = {}): Promise<URL> {
  const response = await browser.send(`${url}/session/oidc/${name}`, { headers });
  return new URL(response.headers.get('location') ?? '');
}

/** Signs in with the confirmation of the provider; returns the status of the callback. */
async function signIn(
  browser = new CookieBrowser(),
  headers = {},
): Promise<{ browser: CookieBrowser; status: number }> {
  const { searchParams } = await beginSignIn(browser, 'liar', headers);
  provider.nonce = searchParams.get('nonce') ?? '';
  const state = searchParams.get('state') ?? '';
  const { status } = await browser.send(`${url}/session/oidc/liar/callback?code=c&state=${state}`, { headers });
  return { browser, status };
}

async function isSignedIn(browser: CookieBrowser): Promise<boolean> {
  return (await browser.send(`${url}/session`, { headers: ownPageHeaders })).status === 200;
}

test('the sign-in sends a PKCE challenge with the method S256, and the verifier only with the code', async () => {
  const browser = new CookieBrowser();
  const { searchParams } = await beginSignIn(browser);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  await signIn();
  expect(provider.tokenRequest.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(provider.tokenRequest.get('redirect_uri')).toBe(`${url}/session/oidc/liar/callback`);
});

test('the browser is redirected to the provider with status 303, and back to the public URL, regardless of forwarded headers', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'https' };
  const response = await new CookieBrowser().send(`${url}/session/oidc/liar`, { headers });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  expect([response.status, searchParams.get('redirect_uri')]).toEqual([303, `${url}/session/oidc/liar/callback`]);
});

test.each([
  ['for another audience', { claims: { aud: 'another' } }],
  ['for several audiences, for another client', { claims: { aud: ['rampart', 'another'], azp: 'another' } }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['with the nonce of another sign-in', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that has expired', { claims: { iat: hourAgo, exp: hourAgo + 60 } }],
  ['without a subject', { claims: { sub: undefined } }],
  ['that someone else signed', { isForged: true }],
])('an ID token %s is rejected', async (_, faults) => {
  expect((await signIn()).status).toBe(200);
  provider.faults = faults;
  const { browser, status } = await signIn();
  expect([status, await isSignedIn(browser)]).toEqual([403, false]);
});

test.each([
  ['expired 28 seconds ago', { exp: -28 }, 200],
  ['expired 31 seconds ago', { exp: -31 }, 403],
  ['becomes valid in 28 seconds', { nbf: 28 }, 200],
  ['becomes valid in 32 seconds', { nbf: 32 }, 403],
])('an ID token that %s results in the status %s', async (_, seconds, status) => {
  const now = Math.floor(Date.now() / 1000);
  const claims = Object.fromEntries(Object.entries(seconds).map(([name, difference]) => [name, now + difference]));
  provider.faults = { claims };
  expect((await signIn()).status).toBe(status);
});

test.each([
  ['a body that is not JSON', { status: 200, body: '<html>' }, 403],
  [
    'an error',
    { status: 400, body: '{"error":"invalid_grant"}', headers: { 'content-type': 'application/json' } },
    403,
  ],
  ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, 403],
  [
    'more than 256 KiB',
    { status: 200, body: ' '.repeat(300_000), headers: { 'content-type': 'application/json' } },
    503,
  ],
])('a token response with %s is rejected', async (_, tokenResponse, expected) => {
  provider.faults = { tokenResponse };
  const { browser, status } = await signIn();
  expect([status, await isSignedIn(browser)]).toEqual([expected, false]);
});

test('a sign-in and a logout token are not rejected while the keys of the provider are unavailable', async () => {
  const keysResponse = { status: 503, body: '' };
  provider.keyId = 'new';
  provider.faults = { keysResponse };
  second.faults = { keysResponse };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const body = new URLSearchParams({ logout_token: await second.sign({ sub: 'ada', jti: 'early', events }) });
  const logOut = async () => (await fetch(`${url}/session/oidc/second/logout`, { method: 'POST', body })).status;
  expect([(await signIn()).status, await logOut()]).toEqual([503, 503]);
  provider.faults = {};
  second.faults = {};
  expect([(await signIn()).status, await logOut()]).toEqual([200, 200]);
});

test('an email address that the provider has not verified grants no role', async () => {
  for (const unverified of [false, 'false']) {
    provider.faults = { claims: { groups: [], email: 'boss@corp.example', email_verified: unverified } };
    expect((await signIn()).status).toBe(403);
  }
  provider.faults = { claims: { groups: [], email: 'boss@corp.example', email_verified: true } };
  expect((await signIn()).status).toBe(200);
});

test('a person with a reserved name is distinguished from the configured administrator', async () => {
  provider.faults = { claims: { preferred_username: 'admin' } };
  const { browser } = await signIn();
  const response = await browser.send(`${url}/session`, { headers: ownPageHeaders });
  expect(JSON.parse(await response.text()).name).toBe('ada@liar');
});

test('a response is rejected at the redirect URI of another provider', async () => {
  const browser = new CookieBrowser();
  const { searchParams } = await beginSignIn(browser, 'second');
  const state = searchParams.get('state') ?? '';
  const { status } = await browser.send(`${url}/session/oidc/liar/callback?code=c&state=${state}`);
  expect([status, await isSignedIn(browser)]).toEqual([403, false]);
});

test('a response that a page on another site causes does not end a sign-in under way', async () => {
  const browser = new CookieBrowser();
  const { searchParams } = await beginSignIn(browser);
  provider.nonce = searchParams.get('nonce') ?? '';
  const callback = `${url}/session/oidc/liar/callback`;
  for (const query of ['', '?error=access_denied', '?code=c&state=x', `?code=c&state=${'A'.repeat(43)}`]) {
    expect((await browser.send(`${callback}${query}`)).status).toBe(403);
  }
  const { status } = await browser.send(`${callback}?code=c&state=${searchParams.get('state')}`);
  expect([status, await isSignedIn(browser)]).toEqual([200, true]);
});

test('a page on another site cannot start a sign-in', async () => {
  const browser = new CookieBrowser();
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const response = await browser.send(`${url}/session/oidc/liar`, { headers });
  expect([response.headers.get('location'), browser.cookies.size]).toEqual(['/', 0]);
});

describe('a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let count = 0;
  const valid = () => ({ sub: 'ada', jti: `logout-${++count}`, events });

  async function logOut(token: string, headers = {}): Promise<number> {
    const body = new URLSearchParams({ logout_token: token });
    return (await fetch(`${url}/session/oidc/liar/logout`, { method: 'POST', body, headers })).status;
  }

  test('ends the sessions of the person, and is accepted only once', async () => {
    const { browser } = await signIn();
    const token = await provider.sign(valid());
    expect([await logOut(token), await isSignedIn(browser)]).toEqual([200, false]);
    const newSession = await signIn();
    expect([await logOut(token), await isSignedIn(newSession.browser)]).toEqual([400, true]);
  });

  test('ends each of 70 sessions in a row, even after others of the same address were rejected', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    const statuses: unknown[] = [];
    for (let index = 0; index <= 60; index++) {
      const callback = await new CookieBrowser().send(`${url}/session/oidc/liar/callback?code=c&state=x`, { headers });
      statuses.push(callback.status);
    }
    expect([statuses[0], statuses[60]]).toEqual([403, 429]);
    expect(await logOut('x', headers)).toBe(429);
    for (let index = 0; index < 70; index++) {
      provider.faults = { claims: { sub: `person-${index}` } };
      expect((await signIn(undefined, headers)).status).toBe(200);
    }
    for (let index = 0; index < 70; index++) {
      expect(await logOut(await provider.sign({ ...valid(), sub: `person-${index}` }), headers)).toBe(200);
    }
    expect(await opened.database.sql`select from gateway.session where subject like 'person-%'`).toHaveLength(0);
  });

  test('with a session id ends only this session', async () => {
    provider.faults = { claims: { sid: 'first' } };
    const first = await signIn();
    provider.faults = { claims: { sid: 'other' } };
    const other = await signIn();
    expect(await logOut(await provider.sign({ ...valid(), sid: 'first' }))).toBe(200);
    expect([await isSignedIn(first.browser), await isSignedIn(other.browser)]).toEqual([false, true]);
  });

  test('with a subject and a session id also ends the sessions for which the provider reported no id', async () => {
    const withoutId = await signIn();
    provider.faults = { claims: { sid: 'other' } };
    const other = await signIn();
    expect(await logOut(await provider.sign({ ...valid(), sid: 'first' }))).toBe(200);
    expect([await isSignedIn(withoutId.browser), await isSignedIn(other.browser)]).toEqual([false, true]);
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another audience', { aud: 'another' }],
    ['with a nonce, as an ID token has', { nonce: 'n' }],
    ['without its event', { events: undefined }],
    ['without an id', { jti: undefined }],
    ['without a subject or a session id', { sub: undefined }],
    ['of an hour ago', { iat: hourAgo, exp: hourAgo + 7200 }],
    ['that has expired', { iat: hourAgo, exp: hourAgo + 60 }],
  ])('%s ends no session', async (_, faults) => {
    const { browser } = await signIn();
    expect(await logOut(await provider.sign({ ...valid(), ...faults }))).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test.each([
    ['that someone else signed', async () => await provider.sign(valid(), { isForged: true })],
    ['of another provider', async () => await second.sign({ ...valid(), iss: provider.issuer })],
    ['that is not signed', async () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.'],
    ['that is not a JSON Web Token', async () => 'x'],
  ])('%s is rejected', async (_, tokenOf) => {
    const { browser } = await signIn();
    expect([await logOut(await tokenOf()), await isSignedIn(browser)]).toEqual([400, true]);
  });
});
