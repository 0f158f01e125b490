import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { createLog } from '../../platform/log.js';
import { auditEntries } from '../audit/support/entries.js';
import { freePort } from '../support/free-port.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { CookieBrowser } from './support/cookie-browser.js';
import { clientSecret, type RealProvider, startProvider } from './support/real-provider.js';

const folder = temporaryFolder();
const logged: unknown[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => logged.push(JSON.parse(line)) } });
const ownPageHeaders = { 'x-rampart-session': '1' };
/** Time by which the clock of the servers is ahead of that of the provider. */
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
let opened: TestDatabase;
let provider: RealProvider;
/** Two replicas on one database. People use the first one. */
let firstReplica: Rampart;
let secondReplica: Rampart;
let url: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  url = `http://127.0.0.1:${await freePort()}`;
  const accounts = {
    ada: { groups: ['rampart-admins'], email: 'ada@corp.example' },
    ana: { groups: ['soc-acme', 'soc-globex', 'viewers'] },
    vic: { groups: ['viewers'] },
    eve: { groups: ['cleaning'] },
    'entra-role': { roles: ['analyst-acme'] },
    'entra-many': {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'http://127.0.0.1:1/users/entra-many/getMemberObjects' } },
    },
    'google-own': { hd: 'corp.example' },
    'google-other': { hd: 'evil.example' },
    'google-private': { email: 'google-private@corp.example', email_verified: true },
    keycloak: { realm_access: { roles: ['offline_access', 'soc-globex'] } },
  };
  provider = await startProvider({ accounts, name: 'corp', publicUrl: url });
  const settings = {
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ALERTS: 'token' },
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_LICENSES_PORT: '0', RAMPART_SERVER_PUBLIC_URL: url },
    RAMPART_OIDC_CORP_ISSUER: provider.issuer,
    RAMPART_OIDC_CORP_TITLE: 'Corp & Co',
    RAMPART_OIDC_CORP_CLIENT_ID: 'rampart',
    RAMPART_OIDC_CORP_CLIENT_SECRET: clientSecret,
    RAMPART_OIDC_CORP_CONTACT: 'the service desk <desk@corp.example>',
    RAMPART_OIDC_CORP_ROLES:
      'groups=rampart-admins -> admin, groups=soc-acme -> analyst@acme, groups=soc-globex -> analyst@globex, groups=viewers -> viewer, roles=analyst-acme -> analyst@acme, hd=corp.example -> viewer, realm_access.roles=soc-globex -> analyst@globex',
  };
  const start = (port: string) =>
    startRampart({ configuration: testConfiguration({ ...settings, RAMPART_SERVER_PORT: port }), clock, log });
  firstReplica = await start(new URL(url).port);
  secondReplica = await start('0');
});
afterAll(async () => {
  await firstReplica?.close();
  await secondReplica?.close();
  await provider?.stop();
  await opened.close();
  folder.remove();
});

/** Starts another server on the same database, with other providers. */
async function startWith(publicUrl: string, providers: Record<string, string>): Promise<Rampart> {
  const settings = {
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ALERTS: 'token' },
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_LICENSES_PORT: '0', RAMPART_SERVER_PUBLIC_URL: publicUrl },
    RAMPART_SERVER_PORT: new URL(publicUrl).port,
  };
  return await startRampart({ configuration: testConfiguration({ ...settings, ...providers }), clock, log });
}

async function signIn(
  login: string,
  browser = new CookieBrowser(),
  returnTo = '/',
): Promise<{ browser: CookieBrowser; response: Response }> {
  const beginUrl = `${url}/session/oidc/corp?returnTo=${encodeURIComponent(returnTo)}`;
  return { browser, response: await browser.open(beginUrl, { login }) };
}

async function sessionOf(browser: CookieBrowser, server = firstReplica) {
  const response = await browser.send(`${server.listening[0]}/session`, { headers: ownPageHeaders });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe('signing in at a provider', () => {
  test('creates a session with the name and the role of the person, on all replicas', async () => {
    const { browser, response } = await signIn('ada', undefined, '/#/alerts?severity=CRITICAL');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('content="0;url=/#/alerts?severity=CRITICAL"');
    for (const server of [firstReplica, secondReplica]) {
      const { body } = await sessionOf(browser, server);
      expect(body).toMatchObject({ name: 'ada', roles: ['admin'], tenants: null });
    }
    const alerts = await browser.send(`${url}/alerts`, { headers: ownPageHeaders });
    expect(alerts.status).toBe(200);
    const [entry] = (await auditEntries(opened.database)).slice(-1);
    expect(entry).toMatchObject({ action: 'create.session', actorName: 'ada', actorId: 'person:corp:ada' });
    const people = await opened.database.sql`select * from gateway.person where subject = 'ada'`;
    expect(people).toMatchObject([
      { provider: 'corp', issuer: provider.issuer, email: 'ada@corp.example', role: 'admin' },
    ]);
    const stored = JSON.stringify(await opened.database.sql`select * from gateway.session`);
    // A JSON Web Token contains full stops; an encrypted value consists of the same characters without them.
    expect(stored).not.toMatch(/eyJ[\w-]+\./);
  });

  test('grants the strongest role, for each tenant in which it is granted', async () => {
    const { browser } = await signIn('ana');
    expect((await sessionOf(browser)).body).toMatchObject({
      roles: ['analyst'],
      tenants: ['acme', 'globex'],
    });
    const viewer = await signIn('vic');
    expect((await sessionOf(viewer.browser)).body).toMatchObject({ roles: ['viewer'], tenants: null });
  });

  test('shows the contact to a person without a role, and creates no session', async () => {
    const { browser, response } = await signIn('eve');
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('For access, ask the service desk &lt;desk@corp.example&gt;.');
    expect((await sessionOf(browser)).status).toBe(401);
    expect(logged).toContainEqual(
      expect.objectContaining({
        securityEvent: 'authorisation_denied',
        source: '127.0.0.1',
        identity: 'person:corp:eve',
      }),
    );
  });

  test.each([
    ['an app role of Entra ID', 'entra-role', { roles: ['analyst'], tenants: ['acme'] }],
    ['the organization of Google', 'google-own', { roles: ['viewer'], tenants: null }],
    ['a realm role of Keycloak, in an object', 'keycloak', { roles: ['analyst'], tenants: ['globex'] }],
  ])('reads %s', async (_, login, expected) => {
    expect((await sessionOf((await signIn(login)).browser)).body).toMatchObject(expected);
  });

  test.each(['google-other', 'google-private'])('rejects %s, who is not in the organization', async (login) => {
    const { browser, response } = await signIn(login);
    expect([response.status, (await sessionOf(browser)).status]).toEqual([403, 401]);
  });

  test('reports to a person with too many groups for Entra ID that the groups were omitted', async () => {
    const { browser, response } = await signIn('entra-many');
    expect([response.status, (await sessionOf(browser)).status]).toEqual([403, 401]);
    expect(await response.text()).toContain('omitted claims that determine your access (groups)');
  });

  test('is offered to anonymous visitors', async () => {
    const { status, body } = await sessionOf(new CookieBrowser());
    expect([status, body.providers]).toEqual([401, [{ title: 'Corp & Co', path: '/session/oidc/corp' }]]);
  });

  test('accepts new keys of the provider', async () => {
    await signIn('ada');
    await provider.restart();
    const { response } = await signIn('ada');
    expect(response.status).toBe(200);
  });

  test('tolerates clocks that differ by 20 seconds, and not by 2 hours', async () => {
    try {
      aheadMs = 20_000;
      expect((await signIn('ada')).response.status).toBe(200);
      aheadMs = -20_000;
      expect((await signIn('ada')).response.status).toBe(200);
      aheadMs = 7_200_000;
      expect((await signIn('ada')).response.status).toBe(403);
    } finally {
      aheadMs = 0;
    }
  });
});

describe('the response of the provider', () => {
  /** The address with the code, which is not opened yet. */
  async function callback(browser: CookieBrowser): Promise<URL> {
    const response = await browser.open(`${url}/session/oidc/corp`, { login: 'ada', until: '/callback?' });
    return new URL(response.headers.get('location') ?? '');
  }

  test('is accepted only once', async () => {
    const browser = new CookieBrowser();
    const address = await callback(browser);
    const cookies = new Map(browser.cookies);
    expect((await browser.send(address.href)).status).toBe(200);
    expect((await browser.send(address.href)).status).toBe(403);
    // The same browser at the time before the first response. The provider accepts a code once.
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.send(address.href)).status).toBe(403);
  });

  test('is accepted only in the browser that started the sign-in', async () => {
    const address = await callback(new CookieBrowser());
    expect((await new CookieBrowser().send(address.href)).status).toBe(403);
    const otherBrowser = new CookieBrowser();
    await callback(otherBrowser);
    expect((await otherBrowser.send(address.href)).status).toBe(403);
    expect((await sessionOf(otherBrowser)).status).toBe(401);
  });

  test.each([
    ['another state', (parameters: URLSearchParams) => parameters.set('state', 'A'.repeat(43))],
    ['no state', (parameters: URLSearchParams) => parameters.delete('state')],
    ['two states', (parameters: URLSearchParams) => parameters.append('state', parameters.get('state') ?? '')],
    ['another issuer', (parameters: URLSearchParams) => parameters.set('iss', 'https://evil.example')],
    ['no issuer, which this provider always sends', (parameters: URLSearchParams) => parameters.delete('iss')],
    ['another code', (parameters: URLSearchParams) => parameters.set('code', 'x')],
    ['an error', (parameters: URLSearchParams) => parameters.set('error', 'access_denied')],
  ])('is rejected with %s', async (_, change) => {
    const browser = new CookieBrowser();
    const address = await callback(browser);
    change(address.searchParams);
    const response = await browser.send(address.href);
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('You are not signed in')]);
    expect((await sessionOf(browser)).status).toBe(401);
  });

  test('is rejected after 10 minutes', async () => {
    const browser = new CookieBrowser();
    const address = await callback(browser);
    try {
      aheadMs = 600_000;
      expect((await browser.send(address.href)).status).toBe(403);
    } finally {
      aheadMs = 0;
    }
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '/../..//evil.example',
  ])('redirects only to paths on this server, and not to %j', async (returnTo) => {
    const { response } = await signIn('ada', undefined, returnTo);
    const target = /url=([^"]*)"/.exec(await response.text())?.[1];
    expect(new URL(target ?? '', url).origin).toBe(url);
  });
});

describe('signing out', () => {
  test('ends the session, and redirects to the provider, which ends its own session', async () => {
    const { browser } = await signIn('ada');
    const response = await browser.send(`${url}/session`, { method: 'DELETE', headers: ownPageHeaders });
    const { signOutUrl } = JSON.parse(await response.text());
    expect(signOutUrl).toMatch(new RegExp(`^${provider.issuer}/session/end\\?client_id=rampart&.*id_token_hint=eyJ`));
    expect((await sessionOf(browser)).status).toBe(401);
    const signedOutPage = await browser.open(signOutUrl);
    expect([signedOutPage.status, browser.url]).toEqual([200, `${url}/`]);
    // The provider asks the person to sign in again.
    const loginPage = await browser.open(`${url}/session/oidc/corp`, { until: '/interaction/' });
    expect(loginPage.headers.get('location')).toContain('/interaction/');
  });

  test('at the provider ends the session on all replicas', async () => {
    const { browser } = await signIn('ada');
    expect((await sessionOf(browser, secondReplica)).status).toBe(200);
    // A logout at the provider, caused by another client of the provider.
    await browser.open(`${provider.issuer}/session/end?client_id=rampart`);
    expect((await sessionOf(browser, firstReplica)).status).toBe(401);
    aheadMs = 5000;
    expect((await sessionOf(browser, secondReplica)).status).toBe(401);
    aheadMs = 0;
    const [entry] = (await auditEntries(opened.database)).slice(-1);
    expect(entry).toMatchObject({ action: 'revoke.session', actorKind: 'system' });
  });
});

test('a provider that cannot be reached is reported, and existing sessions remain valid', async () => {
  const { browser } = await signIn('ada');
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const server = await startWith(publicUrl, {
    ...{ RAMPART_OIDC_ISSUER: issuer, RAMPART_OIDC_CLIENT_ID: 'rampart' },
    ...{ RAMPART_OIDC_CORP_ISSUER: provider.issuer, RAMPART_OIDC_CORP_CLIENT_ID: 'rampart' },
  });
  try {
    const response = await fetch(`${publicUrl}/session/oidc/oidc`, { redirect: 'manual' });
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('oidc cannot be reached')]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sessionOf(browser, server)).status).toBe(200);
  } finally {
    await server.close();
  }
});

test.each([
  ['the settings no longer contain its provider', { RAMPART_OIDC_OTHER_ISSUER: 'CORP' }],
  ['another issuer has replaced its provider', { RAMPART_OIDC_CORP_ISSUER: 'http://127.0.0.1:1' }],
])('a session ends when %s', async (_, issuers) => {
  const { browser } = await signIn('ada');
  const providers = Object.entries(issuers).flatMap(([name, issuer]) => [
    [name, issuer === 'CORP' ? provider.issuer : issuer],
    [name.replace('_ISSUER', '_CLIENT_ID'), 'rampart'],
  ]);
  const server = await startWith(`http://127.0.0.1:${await freePort()}`, Object.fromEntries(providers));
  try {
    expect((await sessionOf(browser)).status).toBe(200);
    expect((await sessionOf(browser, server)).status).toBe(401);
    expect((await browser.send(`${server.listening[0]}/alerts`, { headers: ownPageHeaders })).status).toBe(401);
  } finally {
    await server.close();
  }
});
