import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { OperatorTokens, Sessions } from '../../gateway/index.js';
import { silentLog as log } from '../../platform/log.js';
import { auditEntries } from '../audit/support/entries.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { testClock } from '../support/test-clock.js';
import { send } from './support/send.js';

const adminToken = 'the-administrator-of-these-very-tests';
const minuteMs = 60_000;
const folder = temporaryFolder();
const clock = testClock(Date.now());
const ownPageHeaders = { 'x-rampart-session': '1' };
let opened: TestDatabase;
/** Two replicas on one database. */
let firstReplica: Rampart;
let secondReplica: Rampart;

async function startReplica(settings: Record<string, string> = {}): Promise<Rampart> {
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
    ...{
      RAMPART_AUTH_ALERTS: 'token',
      RAMPART_LICENSES_TLS: 'off',
      RAMPART_SERVER_PUBLIC_URL: 'http://rampart.example',
    },
    ...settings,
  });
  return await startRampart({ configuration, clock, log });
}

beforeAll(async () => {
  opened = await openTestDatabase();
  firstReplica = await startReplica();
  secondReplica = await startReplica();
});
afterAll(async () => {
  await firstReplica.close();
  await secondReplica.close();
  await opened.close();
  folder.remove();
});
beforeEach(async () => {
  clock.milliseconds += minuteMs;
  await opened.database.sql`delete from gateway.session`;
});

const urlOf = (server: Rampart, path: string): string => `${server.listening[0]}${path}`;

async function signIn(
  token = adminToken,
  server = firstReplica,
): Promise<{ status: number; cookie: string; response: Response }> {
  const response = await fetch(urlOf(server, '/session'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', response };
}

async function requestStatus(cookie: string, server = firstReplica, path = '/alerts'): Promise<number> {
  return (await fetch(urlOf(server, path), { headers: { cookie, ...ownPageHeaders } })).status;
}

async function createAnalystToken(name: string): Promise<string> {
  const tokens = new OperatorTokens({ database: opened.database, clock });
  return (await tokens.create({ name, role: 'analyst', tenantId: 'acme' })).token;
}

test('signing out with a cookie that cannot be of a session does not use the database', async () => {
  const headers = { ...ownPageHeaders, cookie: 'rampart-session=rps_of-nobody' };
  await opened.database.sql.begin(async (sql) => {
    await sql`lock table gateway.session in access exclusive mode`;
    const response = await fetch(urlOf(firstReplica, '/session'), { method: 'DELETE', headers });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^rampart-session=;/),
    ]);
  });
});

describe('signing in with a token', () => {
  test('creates a session in a cookie that scripts cannot read, and GET /session describes it', async () => {
    const { status, cookie, response } = await signIn(await createAnalystToken('ana'));
    expect(status).toBe(201);
    expect(response.headers.get('set-cookie')).toMatch(
      /^rampart-session=rps_\w{36}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const described = JSON.parse(await response.text());
    expect(described).toMatchObject({
      viewerId: expect.stringMatching(/^operator:[0-9a-f-]{36}$/),
      name: 'ana',
      kind: 'operator',
      roles: ['analyst'],
      tenants: ['acme'],
    });
    expect(Date.parse(described.expiresAt) - clock.now()).toBe(12 * 60 * minuteMs);
    const sessionResponse = await fetch(urlOf(firstReplica, '/session'), { headers: { cookie, ...ownPageHeaders } });
    expect(await sessionResponse.json()).toEqual(described);
    expect(await requestStatus(cookie)).toBe(200);
    const stored = JSON.stringify(await opened.database.sql`select * from gateway.session`);
    expect(stored).not.toContain(cookie.split('=')[1]);
  });

  test('rejects an unknown, an empty and a malformed token', async () => {
    const wrong = await signIn('a-token-that-nobody-ever-handed-out-');
    expect([wrong.status, await wrong.response.json()]).toEqual([
      401,
      { detail: 'The credentials are not valid: the token is unknown, expired or revoked', providers: [] },
    ]);
    expect(wrong.cookie).toBe('');
    expect((await signIn('')).status).toBe(401);
    const malformed = await fetch(urlOf(firstReplica, '/session'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: '{"token":7}',
    });
    expect(malformed.status).toBe(400);
  });

  test('replaces the session of the same browser', async () => {
    const { cookie } = await signIn();
    const response = await fetch(urlOf(firstReplica, '/session'), {
      method: 'POST',
      headers: { cookie, ...ownPageHeaders, authorization: `Bearer ${adminToken}` },
    });
    expect(response.status).toBe(201);
    expect(await requestStatus(cookie)).toBe(401);
  });

  test('is recorded in the audit log, like signing out', async () => {
    const { cookie } = await signIn();
    const signedOut = await fetch(urlOf(firstReplica, '/session'), {
      method: 'DELETE',
      headers: { cookie, ...ownPageHeaders },
    });
    expect([signedOut.status, signedOut.headers.get('clear-site-data')]).toEqual([204, '"storage"']);
    expect(signedOut.headers.get('set-cookie')).toMatch(/^rampart-session=; .*Max-Age=0$/);
    const entries = (await auditEntries(opened.database)).slice(-2);
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['create.session', 'admin'],
      ['end.session', 'admin'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(cookie.split('=')[1]);
    expect(await requestStatus(cookie)).toBe(401);
  });
});

describe('a session', () => {
  test('is shared by all replicas, and ends on all within 5 seconds of signing out on one', async () => {
    const { cookie } = await signIn();
    expect([await requestStatus(cookie, firstReplica), await requestStatus(cookie, secondReplica)]).toEqual([200, 200]);
    await fetch(urlOf(firstReplica, '/session'), { method: 'DELETE', headers: { cookie, ...ownPageHeaders } });
    expect(await requestStatus(cookie, firstReplica)).toBe(401);
    clock.milliseconds += 5000;
    expect(await requestStatus(cookie, secondReplica)).toBe(401);
  });

  test('is not described by a replica after another replica has ended it', async () => {
    const { cookie } = await signIn();
    expect(await requestStatus(cookie, secondReplica)).toBe(200);
    await fetch(urlOf(firstReplica, '/session'), { method: 'DELETE', headers: { cookie, ...ownPageHeaders } });
    expect(await requestStatus(cookie, secondReplica, '/session')).toBe(401);
    expect(await requestStatus(cookie, secondReplica)).toBe(401);
  });

  test('ends after idle_minutes without use, and each use extends it', async () => {
    const { cookie } = await signIn();
    for (let count = 0; count < 3; count++) {
      clock.milliseconds += 59 * minuteMs;
      expect(await requestStatus(cookie, count % 2 === 0 ? firstReplica : secondReplica)).toBe(200);
    }
    clock.milliseconds += 60 * minuteMs;
    expect(await requestStatus(cookie, firstReplica)).toBe(401);
  });

  test('is not extended by requests that a page sends on its own', async () => {
    const { cookie } = await signIn();
    const headers = { cookie, ...ownPageHeaders, 'x-rampart-background': '1' };
    const refresh = () => fetch(urlOf(firstReplica, '/alerts'), { headers });
    clock.milliseconds += 40 * minuteMs;
    expect((await refresh()).status).toBe(200);
    clock.milliseconds += 20 * minuteMs;
    expect((await refresh()).status).toBe(401);
  });

  test('ends after max_hours even if it is used', async () => {
    const { cookie } = await signIn();
    const statuses: number[] = [];
    for (let count = 0; count < 24; count++) {
      clock.milliseconds += 30 * minuteMs;
      statuses.push(await requestStatus(cookie));
    }
    expect([new Set(statuses.slice(0, 23)), statuses[23]]).toEqual([new Set([200]), 401]);
  });

  test('is not extended by GET /session', async () => {
    const { cookie } = await signIn();
    clock.milliseconds += 40 * minuteMs;
    expect(await requestStatus(cookie, firstReplica, '/session')).toBe(200);
    clock.milliseconds += 20 * minuteMs;
    const response = await fetch(urlOf(firstReplica, '/session'), { headers: { cookie, ...ownPageHeaders } });
    expect([response.status, await response.json()]).toEqual([
      401,
      { detail: 'The session has ended: sign in again', providers: [] },
    ]);
    expect(response.headers.get('set-cookie')).toMatch(/^rampart-session=; .*Max-Age=0$/);
  });

  test('ends with its token: when it is revoked, expires, or is removed from the settings', async () => {
    const tokens = new OperatorTokens({ database: opened.database, clock });
    const revoked = await signIn(await createAnalystToken('rita'));
    const expiresAt = new Date(clock.now() + 30 * minuteMs);
    const created = await tokens.create({ name: 'eva', role: 'viewer', tenantId: null, expiresAt });
    const expiring = await signIn(created.token);
    const ofSettings = await signIn();
    expect([await requestStatus(revoked.cookie), await requestStatus(expiring.cookie)]).toEqual([200, 200]);
    await tokens.revoke('rita');
    clock.milliseconds += 5000;
    expect([await requestStatus(revoked.cookie), await requestStatus(expiring.cookie)]).toEqual([401, 200]);
    clock.milliseconds = expiresAt.getTime();
    expect(await requestStatus(expiring.cookie)).toBe(401);
    const restarted = await startReplica({ RAMPART_AUTH_ADMIN_TOKEN: 'another-administrator-of-these-tests' });
    try {
      expect([
        await requestStatus(ofSettings.cookie, firstReplica),
        await requestStatus(ofSettings.cookie, restarted),
      ]).toEqual([200, 401]);
    } finally {
      await restarted.close();
    }
  });

  test('is listed, and revoked by the name of its caller', async () => {
    const { cookie } = await signIn(await createAnalystToken('lena'));
    await signIn();
    const sessions = new Sessions({ ...opened, clock });
    expect((await sessions.list()).map(({ name }) => name).sort()).toEqual(['admin', 'lena']);
    await sessions.revoke('lena');
    expect((await sessions.list()).map(({ name }) => name)).toEqual(['admin']);
    clock.milliseconds += 5000;
    expect(await requestStatus(cookie)).toBe(401);
    await expect(sessions.revoke('lena')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('ends if its caller opens 100 others: at most 100 are open, and the oldest ends first, with an audit entry', async () => {
    const sessions = new Sessions({ ...opened, clock });
    const caller = {
      kind: 'operator',
      name: 'max',
      role: 'viewer',
      tenantId: 'acme',
      credentialId: 'settings:max',
    } as const;
    const origin = { caller, via: 'rest', sourceAddress: '' } as const;
    const oldest = await sessions.create({ caller, sourceAddress: '' }, origin);
    for (let count = 0; count < 100; count++) {
      clock.milliseconds += 1;
      expect(await sessions.find(oldest.secret, { isUse: false })).toMatchObject({ id: oldest.session.id });
      await sessions.create({ caller, sourceAddress: '' }, origin);
    }
    expect(await sessions.list()).toHaveLength(100);
    expect(await sessions.find(oldest.secret, { isUse: false })).toBeUndefined();
    const entries = await auditEntries(opened.database, { object: `session:${oldest.session.id}`, tenantId: 'acme' });
    expect(entries.map(({ action }) => action)).toEqual(['create.session', 'revoke.session']);
  });
});

describe('the cookie of a session', () => {
  const json = { 'content-type': 'application/json' };
  const body = '{"query":"{ __typename }"}';

  test.each([
    ['POST', '/graphql', {}, 403],
    ['POST', '/graphql', { 'sec-fetch-site': 'same-origin' }, 200],
    ['POST', '/graphql', { 'sec-fetch-site': 'same-site' }, 403],
    ['POST', '/graphql', { origin: 'http://rampart.example' }, 200],
    ['POST', '/graphql', { origin: 'http://elsewhere.example' }, 403],
    ['GET', '/alerts', {}, 403],
    ['GET', '/alerts', { 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '/alerts', { 'sec-fetch-site': 'none' }, 200],
    ['GET', '/events?types=alerts', { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', '/session', {}, 403],
    ['DELETE', '/session', {}, 403],
    ['DELETE', '/session', { 'sec-fetch-site': 'same-site' }, 403],
  ])('sent with %s %s and the headers %j results in the status %d', async (method, path, headers, expected) => {
    const { cookie } = await signIn();
    const request =
      method === 'POST'
        ? { method, body, headers: { ...json, cookie, ...headers } }
        : { method, headers: { cookie, ...headers } };
    expect((await send(urlOf(firstReplica, path), request)).status).toBe(expected);
  });

  test.each([
    ['http://rampart.example', 'connection_ack'],
    ['http://elsewhere.example', 'Unexpected server response: 403'],
    [undefined, '4403 '],
  ])('opens a WebSocket only for pages of this server (origin: %s)', async (origin, expected) => {
    const { cookie } = await signIn();
    const socket = new WebSocket(urlOf(firstReplica, '/graphql').replace('http', 'ws'), 'graphql-transport-ws', {
      headers: { cookie, ...(origin && { origin }) },
    });
    const response = new Promise<string>((resolve) => {
      socket.on('open', () => socket.send('{"type":"connection_init"}'));
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', ({ message }) => resolve(message));
      socket.on('close', (code, reason) => resolve(`${code} ${reason}`));
    });
    expect(await response).toContain(expected);
    socket.close();
  });

  test('is ignored if the request has a token', async () => {
    const { cookie } = await signIn();
    const headers = { cookie, authorization: 'Bearer a-token-that-nobody-ever-handed-out-' };
    expect((await send(urlOf(firstReplica, '/alerts'), { headers })).status).toBe(401);
  });
});
