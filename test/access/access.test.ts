import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { Sessions } from '../../gateway/index.js';
import { localRequest } from '../../platform/caller.js';
import { silentLog as log } from '../../platform/log.js';
import { auditEntries } from '../audit/support/entries.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { testClock } from '../support/test-clock.js';

const adminToken = 'the-administrator-of-these-very-tests';
const day = 86_400_000;
const folder = temporaryFolder();
const clock = testClock(Date.now());
let opened: TestDatabase;
/** Two replicas on one database; administrators use the first. */
let one: Rampart;
let other: Rampart;
let sessions: Sessions;

beforeAll(async () => {
  opened = await openTestDatabase();
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
    ...{ RAMPART_AUTH_ALERTS: 'token', RAMPART_LICENSES_TLS: 'off' },
    RAMPART_SERVER_PUBLIC_URL: 'http://rampart.example',
  });
  one = await startRampart({ configuration, clock, log });
  other = await startRampart({ configuration, clock, log });
  sessions = new Sessions({ database: opened.database, clock, configuration });
});
afterAll(async () => {
  await one?.close();
  await other?.close();
  await opened.close();
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: the response has the shape of the document
type Data = any;

async function ask(document: string, variables: object = {}): Promise<{ data: Data; errors?: { message: string }[] }> {
  const response = await fetch(`${one.listening[0]}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ query: document, variables }),
  });
  return JSON.parse(await response.text());
}

async function statusWith(token: string, server = one): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.listening[0]}/alerts`, { headers })).status;
}

async function statusWithSession(secret: string, server = one): Promise<number> {
  const headers = { cookie: `${cookieName}=${secret}`, 'x-rampart-session': '1' };
  return (await fetch(`${server.listening[0]}/alerts`, { headers })).status;
}
const cookieName = 'rampart-session';

async function create(name: string, input = ''): Promise<{ id: string; secret: string }> {
  const { data, errors } = await ask(
    `mutation { createOperatorToken(input: { name: "${name}", role: VIEWER ${input} }) { token { id } secret } }`,
  );
  expect(errors).toBeUndefined();
  return { id: data.createOperatorToken.token.id, secret: data.createOperatorToken.secret };
}

async function signIn(name: string, more: object = {}) {
  const caller = {
    kind: 'operator',
    name,
    role: 'viewer',
    tenantId: null,
    credentialId: `person:corp:${name}`,
  } as const;
  return await sessions.create({ caller, sourceAddress: '192.0.2.7', ...more }, localRequest);
}

async function signInAtProvider(name: string, more: object = {}) {
  const signedInAt = {
    provider: 'corp',
    issuer: 'https://corp.example',
    subject: `sub-${name}`,
    providerSession: null,
  };
  return await signIn(name, { signedInAt: { ...signedInAt, idToken: 'x', ...more } });
}

/** The names on all pages of a list. */
async function namesOf(list: string, filter: object, first = 2): Promise<string[]> {
  const type = { operatorTokens: 'OperatorTokenFilter', sessions: 'SessionFilter', people: 'PersonFilter' }[list];
  const names: string[] = [];
  for (let after: string | null = null; ; ) {
    const { data, errors } = await ask(
      `query ($filter: ${type}, $first: Int, $after: String) {
        list: ${list}(filter: $filter, first: $first, after: $after) { totalCount nodes { name } pageInfo { hasNextPage endCursor } }
      }`,
      { filter, first, after },
    );
    expect(errors).toBeUndefined();
    names.push(...data.list.nodes.map((node: { name: string }) => node.name));
    if (!data.list.pageInfo.hasNextPage) {
      expect(data.list.totalCount).toBe(names.length);
      return names;
    }
    after = data.list.pageInfo.endCursor;
  }
}

describe('operator tokens', () => {
  test('are accepted once created, and refused once revoked, on all replicas', async () => {
    const { id, secret } = await create('rita', ', tenantId: "acme"');
    for (const server of [one, other]) expect(await statusWith(secret, server)).toBe(200);
    const { data } = await ask(
      `mutation { revokeOperatorToken(input: { id: "${id}" }) { token { name status tenantId } } }`,
    );
    expect(data.revokeOperatorToken.token).toEqual({ name: 'rita', status: 'REVOKED', tenantId: 'acme' });
    expect(await statusWith(secret)).toBe(401);
    clock.milliseconds += 5000;
    expect(await statusWith(secret, other)).toBe(401);
    const again = await ask(`mutation { revokeOperatorToken(input: { id: "${id}" }) { token { id } } }`);
    expect(again).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  test('expire in 90 days by default, at a time, or never', async () => {
    const expiryOf = async (id: string) => {
      const { data } = await ask('{ operatorTokens(first: 1000) { nodes { id expiresAt } } }');
      return data.operatorTokens.nodes.find((token: { id: string }) => token.id === id).expiresAt;
    };
    const byDefault = await expiryOf((await create('by default')).id);
    expect(Date.parse(byDefault) - clock.now()).toBe(90 * day);
    const at = new Date(clock.now() + day).toISOString();
    expect(await expiryOf((await create('at a time', `, expiresAt: "${at}"`)).id)).toBe(at);
    expect(await expiryOf((await create('never', ', neverExpires: true')).id)).toBeNull();
  });

  test('are refused after a new expiration, with their sessions, and accepted after a later one', async () => {
    const { id, secret } = await create('theo');
    const { secret: cookie } = await signIn('theo', { tokenId: id });
    const set = async (value: string) =>
      await ask(
        `mutation { setOperatorTokenExpiration(input: { id: "${id}", ${value} }) { token { status expiresAt } } }`,
      );
    expect(await statusWith(secret)).toBe(200);
    const soon = new Date(clock.now() + 60_000).toISOString();
    const { data } = await set(`expiresAt: "${soon}"`);
    expect(data.setOperatorTokenExpiration.token).toEqual({ status: 'ACTIVE', expiresAt: soon });
    expect([await statusWith(secret), await statusWithSession(cookie)]).toEqual([200, 200]);
    clock.milliseconds += 60_000;
    expect([await statusWith(secret), await statusWithSession(cookie)]).toEqual([401, 401]);
    expect((await set('neverExpires: true')).data.setOperatorTokenExpiration.token).toEqual({
      ...{ status: 'ACTIVE', expiresAt: null },
    });
    expect(await statusWith(secret)).toBe(200);
    const entries = await auditEntries(opened.database, { object: `token:${id}`, action: 'change.token-expiration' });
    expect(entries.map(({ before, after }) => [JSON.parse(before ?? ''), JSON.parse(after ?? '')])).toMatchObject([
      [{ name: 'theo' }, { expiresAt: soon }],
      [{ expiresAt: soon }, { expiresAt: null }],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test.each([
    ['expiresAt: "2020-01-01T00:00:00Z"', 'The expiration is in the past'],
    ['', 'The expiration is missing'],
    ['neverExpires: true, expiresAt: "2100-01-01T00:00:00Z"', 'exclude each other'],
  ])('reject the new expiration %j', async (value, message) => {
    const { id } = await create(`rejected ${value.length}`);
    const { errors } = await ask(
      `mutation { setOperatorTokenExpiration(input: { id: "${id}", ${value} }) { token { id } } }`,
    );
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test.each([
    ['name: "admin", role: VIEWER', 'BAD_USER_INPUT'],
    ['name: "a\\u0000b", role: VIEWER', 'BAD_USER_INPUT'],
    ['name: "boss", role: ADMIN, tenantId: "acme"', 'BAD_USER_INPUT'],
    ['name: "late", role: VIEWER, expiresAt: "2020-01-01T00:00:00Z"', 'BAD_USER_INPUT'],
    ['name: "taken", role: VIEWER', 'CONFLICT'],
  ])('reject { %s }', async (input, code) => {
    if (code === 'CONFLICT') await create('taken');
    expect(await ask(`mutation { createOperatorToken(input: { ${input} }) { secret } }`)).toMatchObject({
      errors: [{ extensions: { code } }],
    });
  });

  test('are listed newest first, in pages, by name, role and status, without their secrets', async () => {
    const made = ['list one', 'list two', 'list three'];
    const created: { id: string; secret: string }[] = [];
    for (const name of made) {
      clock.milliseconds += 1000;
      created.push(
        await create(name, name === 'list two' ? `, expiresAt: "${new Date(clock.now() + 1500).toISOString()}"` : ''),
      );
    }
    clock.milliseconds += 2000;
    await ask(`mutation { revokeOperatorToken(input: { id: "${created[0]?.id}" }) { token { id } } }`);
    expect(await namesOf('operatorTokens', { search: 'LIST ' })).toEqual(['list three', 'list two', 'list one']);
    expect(await namesOf('operatorTokens', { search: 'list ', status: 'ACTIVE' })).toEqual(['list three']);
    expect(await namesOf('operatorTokens', { search: 'list ', status: 'EXPIRED' })).toEqual(['list two']);
    expect(await namesOf('operatorTokens', { search: 'list ', status: 'REVOKED' })).toEqual(['list one']);
    expect(await namesOf('operatorTokens', { search: 'list ', role: 'ADMIN' })).toEqual([]);
    const { data } = await ask('{ operatorTokens(first: 1000) { nodes { prefix name } } }');
    for (const { secret } of created) expect(JSON.stringify(data)).not.toContain(secret);
  });

  test('of the same time are all on one page or another', async () => {
    const names = ['same a', 'same b', 'same c', 'same d', 'same e'];
    for (const name of names) await create(name);
    expect((await namesOf('operatorTokens', { search: 'same ' })).sort()).toEqual(names);
  });

  test.each([
    ['first: 0', 'first'],
    ['after: "x"', 'cursor'],
    [`filter: { search: "${'x'.repeat(1001)}" }`, 'search'],
  ])('reject %.20s', async (input, message) => {
    const { errors } = await ask(`{ operatorTokens(${input}) { nodes { id } } }`);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
});

describe('sessions', () => {
  test('end by id, alone or with all of the same caller, on all replicas', async () => {
    const first = await signIn('dora');
    const second = await signIn('dora');
    const third = await signIn('dora');
    const stranger = await signIn('nora');
    const end = async (id: string, more = '') =>
      (await ask(`mutation { revokeSession(input: { id: "${id}" ${more} }) { sessions { id name } } }`)).data
        .revokeSession.sessions;
    const all = [first, second, third, stranger];
    const statuses = async (server = one) =>
      await Promise.all(all.map(({ secret }) => statusWithSession(secret, server)));
    expect([await statuses(), await statuses(other)]).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
    ]);
    expect(await end(first.session.id)).toEqual([{ id: first.session.id, name: 'dora' }]);
    expect(await statuses()).toEqual([401, 200, 200, 200]);
    expect(await end(second.session.id, ', ofCaller: true')).toHaveLength(2);
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    clock.milliseconds += 5000;
    expect(await statuses(other)).toEqual([401, 401, 401, 200]);
  });

  test('are listed while they are open, last used first, by name and role', async () => {
    await opened.database.sql`delete from gateway.session`;
    await signIn('open ada');
    clock.milliseconds += 60_000;
    await signInAtProvider('open ben');
    clock.milliseconds += 60_000;
    const { id } = await create('open cleo');
    await signIn('open cleo', { tokenId: id });
    expect(await namesOf('sessions', {})).toEqual(['open cleo', 'open ben', 'open ada']);
    expect(await namesOf('sessions', { search: 'CORP' })).toEqual(['open ben']);
    expect(await namesOf('sessions', { role: 'ADMIN' })).toEqual([]);
    await ask(`mutation { revokeOperatorToken(input: { id: "${id}" }) { token { id } } }`);
    expect(await namesOf('sessions', {})).toEqual(['open ben', 'open ada']);
    clock.milliseconds += 13 * 3_600_000;
    expect(await namesOf('sessions', {})).toEqual([]);
  });

  test('reveal neither a secret nor what is derived from a token', async () => {
    const { secret } = await signIn('shown');
    const document =
      '{ sessions { nodes { id name role tenants provider sourceAddress createdAt lastUsedAt expiresAt } } }';
    const text = JSON.stringify(await ask(document));
    expect(text).toContain('shown');
    expect(text).not.toMatch(/person:corp|rps_/);
    expect(text).not.toContain(secret);
  });
});

describe('people', () => {
  const everything = 'id name email provider issuer subject role tenants firstSignInAt lastSignInAt openSessions';

  test('have the name, role and address of the last sign-in, and the time of the first', async () => {
    const firstAt = new Date(clock.now()).toISOString();
    await signInAtProvider('pia', { email: 'pia@old.example' });
    clock.milliseconds += day;
    const lastAt = new Date(clock.now()).toISOString();
    await signInAtProvider('pia', { email: 'pia@corp.example' });
    const { data } = await ask(`{ people(filter: { search: "pia@corp" }) { nodes { ${everything} } } }`);
    expect(data.people.nodes).toEqual([
      {
        ...{ id: expect.any(String), name: 'pia', email: 'pia@corp.example', provider: 'corp' },
        ...{ issuer: 'https://corp.example', subject: 'sub-pia', role: 'VIEWER', tenants: null },
        ...{ firstSignInAt: firstAt, lastSignInAt: lastAt, openSessions: 1 },
      },
    ]);
  });

  test('are told apart by subject and provider, and listed last signed in first', async () => {
    for (const [name, subject] of [
      ['twin', '1'],
      ['twin', '2'],
    ] as const) {
      clock.milliseconds += 1000;
      await signInAtProvider(name, { subject: `twin-${subject}` });
    }
    clock.milliseconds += 1000;
    await signInAtProvider('twin', { subject: 'twin-1', provider: 'partner' });
    const { data } = await ask('{ people(filter: { search: "TWIN-" }) { nodes { subject provider } } }');
    expect(data.people.nodes).toEqual([
      { subject: 'twin-1', provider: 'partner' },
      { subject: 'twin-2', provider: 'corp' },
      { subject: 'twin-1', provider: 'corp' },
    ]);
    expect(await namesOf('people', { search: 'twin-', role: 'ADMIN' })).toEqual([]);
  });

  test('are signed out of all their sessions, and nobody else', async () => {
    const sam = [await signInAtProvider('sam'), await signInAtProvider('sam')];
    const tom = await signInAtProvider('tom');
    const { data } = await ask('{ people(filter: { search: "sub-sam" }) { nodes { id openSessions } } }');
    const [{ id, openSessions }] = data.people.nodes;
    expect(openSessions).toBe(2);
    const end = `mutation { revokeSessionsOfPerson(input: { id: "${id}" }) { sessions { name } } }`;
    expect((await ask(end)).data.revokeSessionsOfPerson.sessions).toEqual([{ name: 'sam' }, { name: 'sam' }]);
    expect(await Promise.all([...sam, tom].map(({ secret }) => statusWithSession(secret)))).toEqual([401, 401, 200]);
    expect(await ask(end)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  test('are no people who sign in with a token', async () => {
    await signIn('tokenless');
    expect(await namesOf('people', { search: 'tokenless' })).toEqual([]);
  });
});
