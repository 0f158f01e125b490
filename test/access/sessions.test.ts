import { describe, expect, test } from 'vitest';
import { Sessions } from '../../gateway/index.js';
import { localRequest } from '../../platform/caller.js';
import { auditEntries } from '../audit/support/entries.js';
import { testConfiguration } from '../support/index.js';
import { describeAccess } from './support/access-world.js';

const dayMs = 86_400_000;
const world = describeAccess();
const { sendRequest, clock, create, namesOf, signIn, signInAtProvider, statusWithSession } = world;

describe('sessions', () => {
  test('are ended by id, individually or together with all sessions of the caller, on all replicas', async () => {
    const first = await signIn('dora');
    const second = await signIn('dora');
    const third = await signIn('dora');
    const stranger = await signIn('nora');
    const revoke = async (id: string, otherFields = '') =>
      (await sendRequest(`mutation { revokeSession(input: { id: "${id}" ${otherFields} }) { sessions { id name } } }`))
        .data.revokeSession.sessions;
    const signIns = [first, second, third, stranger];
    const readStatuses = async (server = world.one) =>
      await Promise.all(signIns.map(({ secret }) => statusWithSession(secret, server)));
    expect([await readStatuses(), await readStatuses(world.other)]).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
    ]);
    expect(await revoke(first.session.id)).toEqual([{ id: first.session.id, name: 'dora' }]);
    expect(await readStatuses()).toEqual([401, 200, 200, 200]);
    expect(await revoke(second.session.id, ', ofCaller: true')).toHaveLength(2);
    expect(await readStatuses()).toEqual([401, 401, 401, 200]);
    clock.milliseconds += 5000;
    expect(await readStatuses(world.other)).toEqual([401, 401, 401, 200]);
  });

  test('are listed while they are open, most recently used first, and filtered by name and role', async () => {
    await world.database.sql`delete from gateway.session`;
    await signIn('open ada');
    clock.milliseconds += 60_000;
    await signInAtProvider('open ben');
    clock.milliseconds += 60_000;
    const { id } = await create('open cleo');
    await signIn('open cleo', { tokenId: id });
    expect(await namesOf('sessions', {})).toEqual(['open cleo', 'open ben', 'open ada']);
    expect(await namesOf('sessions', { search: 'CORP' })).toEqual(['open ben']);
    expect(await namesOf('sessions', { role: 'ADMIN' })).toEqual([]);
    await sendRequest(`mutation { revokeOperatorToken(input: { id: "${id}" }) { token { id } } }`);
    expect(await namesOf('sessions', {})).toEqual(['open ben', 'open ada']);
    clock.milliseconds += 13 * 3_600_000;
    expect(await namesOf('sessions', {})).toEqual([]);
  });

  test('end with their token, even if they were created while it expired', async () => {
    const { id } = await create('racer');
    const { secret } = await signIn('racer', { tokenId: id });
    expect(await statusWithSession(secret)).toBe(200);
    // A concurrent sign-in reads the previous expiration of the token.
    await world.database.sql`update gateway.operator_tokens
      set expires_at = ${new Date(clock.now()).toISOString()} where id = ${id}`;
    clock.milliseconds += 5000;
    expect([await statusWithSession(secret), await namesOf('sessions', { search: 'racer' })]).toEqual([401, []]);
  });

  test('are extended by each use, even if idle_minutes is less than a minute', async () => {
    const configuration = testConfiguration({ RAMPART_SESSION_IDLE_MINUTES: '0.5' });
    const sessions = new Sessions({ database: world.database, clock, configuration });
    const caller = { kind: 'operator', name: 'short', role: 'viewer', tenantId: null } as const;
    const { session, secret } = await sessions.create({ caller, sourceAddress: '' }, localRequest);
    const use = async () => (await sessions.find(secret, { isUse: true }))?.id;
    for (let count = 0; count < 5; count++) {
      clock.milliseconds += 26_000;
      expect(await use()).toBe(session.id);
    }
    clock.milliseconds += 30_000;
    expect(await use()).toBeUndefined();
  });

  test('have the id that their browser receives; requests with a token have no session id', async () => {
    const sessionOf = async (headers: Record<string, string>) => {
      const response = await fetch(`${world.one.listening[0]}/session`, {
        headers: { 'x-rampart-session': '1', ...headers },
      });
      return { status: response.status, body: await response.json() };
    };
    const ownSession = await signIn('own');
    const secondSession = await signIn('own');
    const { secret } = await create('own');
    const { data } = await sendRequest('{ sessions(filter: { search: "own" }) { nodes { id } } }');
    const listed = data.sessions.nodes.map(({ id }: { id: string }) => id);
    expect(new Set(listed)).toEqual(new Set([ownSession.session.id, secondSession.session.id]));
    for (const { secret: cookie, session } of [ownSession, secondSession]) {
      expect(await sessionOf({ cookie: `rampart-session=${cookie}` })).toMatchObject({
        ...{ status: 200, body: { id: session.id } },
      });
    }
    expect(await sessionOf({ authorization: `Bearer ${secret}` })).toMatchObject({ status: 401 });
  });

  test('reveal neither a secret nor a value derived from a token', async () => {
    const { secret } = await signIn('shown');
    const document =
      '{ sessions { nodes { id name role tenants provider sourceAddress createdAt lastUsedAt expiresAt } } }';
    const serialized = JSON.stringify(await sendRequest(document));
    expect(serialized).toContain('shown');
    expect(serialized).not.toMatch(/person:corp|rps_/);
    expect(serialized).not.toContain(secret);
  });
});

test('expired sessions and logout tokens are removed, regardless of their number; open sessions remain', async () => {
  const { sql } = world.database;
  await sql`delete from gateway.session`;
  const open = await signIn('keeper');
  await sql`insert into gateway.session
    (hash, name, role, credential_id, source_address, created_at, last_used_at, expires_at)
    select 'h' || n, 'old', 'viewer', 'c', '', 1, 1, ${clock.now() - 1} from generate_series(1, 2100) as n`;
  await sql`insert into gateway.used_logout_token values ('old', ${clock.now() - 1}), ('new', ${clock.now() + 1})`;
  await world.sweep();
  expect(await sql`select name from gateway.session`).toEqual([{ name: 'keeper' }]);
  expect(await sql`select hash from gateway.used_logout_token`).toEqual([{ hash: 'new' }]);
  expect(await statusWithSession(open.secret)).toBe(200);
});

describe('people', () => {
  const everything = 'id name email provider issuer subject role tenants firstSignInAt lastSignInAt openSessions';

  test('have the name, role and address of the last sign-in, and the time of the first', async () => {
    const firstAt = new Date(clock.now()).toISOString();
    await signInAtProvider('pia', { email: 'pia@old.example' });
    clock.milliseconds += dayMs;
    const lastAt = new Date(clock.now()).toISOString();
    await signInAtProvider('pia', { email: 'pia@corp.example' });
    const { data } = await sendRequest(`{ people(filter: { search: "pia@corp" }) { nodes { ${everything} } } }`);
    expect(data.people.nodes).toEqual([
      {
        ...{ id: expect.any(String), name: 'pia', email: 'pia@corp.example', provider: 'corp' },
        ...{ issuer: 'https://corp.example', subject: 'sub-pia', role: 'VIEWER', tenants: null },
        ...{ firstSignInAt: firstAt, lastSignInAt: lastAt, openSessions: 1 },
      },
    ]);
  });

  test('are identified by subject and issuer, and listed by their last sign-in, newest first', async () => {
    for (const [name, subject] of [
      ['twin', '1'],
      ['twin', '2'],
    ] as const) {
      clock.milliseconds += 1000;
      await signInAtProvider(name, { subject: `twin-${subject}` });
    }
    clock.milliseconds += 1000;
    await signInAtProvider('twin', { subject: 'twin-1', provider: 'partner', issuer: 'https://partner.example' });
    const { data } = await sendRequest('{ people(filter: { search: "TWIN-" }) { nodes { subject provider } } }');
    expect(data.people.nodes).toEqual([
      { subject: 'twin-1', provider: 'partner' },
      { subject: 'twin-2', provider: 'corp' },
      { subject: 'twin-1', provider: 'corp' },
    ]);
    expect(await namesOf('people', { search: 'twin-', role: 'ADMIN' })).toEqual([]);
  });

  test('keep their identity if the provider is renamed, and are distinguished by issuer', async () => {
    const sessions = [await signInAtProvider('rob'), await signInAtProvider('rob', { provider: 'renamed' })];
    const other = await signInAtProvider('rob', { provider: 'successor', issuer: 'https://successor.example' });
    const find = '{ people(filter: { search: "sub-rob" }) { nodes { id issuer provider openSessions } } }';
    const { nodes } = (await sendRequest(find)).data.people;
    const [old, successor] = nodes.sort((a: { issuer: string }, b: { issuer: string }) =>
      a.issuer < b.issuer ? -1 : 1,
    );
    expect(old).toMatchObject({ issuer: 'https://corp.example', provider: 'renamed', openSessions: 2 });
    expect(successor).toMatchObject({ issuer: 'https://successor.example', provider: 'successor', openSessions: 1 });
    await sendRequest(`mutation { revokeSessionsOfPerson(input: { id: "${old.id}" }) { sessions { name } } }`);
    const statuses = [...sessions, other].map(({ secret }) => statusWithSession(secret));
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });

  test('are removed 400 days after their last sign-in', async () => {
    await signInAtProvider('leaver');
    await signInAtProvider('stayer');
    clock.milliseconds += 399 * dayMs;
    await signInAtProvider('stayer');
    expect(await namesOf('people', { search: 'eaver' })).toEqual(['leaver']);
    clock.milliseconds += dayMs - 1;
    await world.sweep();
    expect(await namesOf('people', { search: 'leaver' })).toEqual(['leaver']);
    clock.milliseconds += 2;
    await world.sweep({ RAMPART_SESSION_PEOPLE_DAYS: '0' });
    expect(await namesOf('people', { search: 'leaver' })).toEqual(['leaver']);
    await world.sweep();
    expect(await namesOf('people', { search: 'leaver' })).toEqual([]);
    expect(await namesOf('people', { search: 'stayer' })).toEqual(['stayer']);
    const [entry] = (await auditEntries(world.database, { action: 'remove.people' })).slice(-1);
    expect([entry?.actorKind, entry?.objects]).toEqual(['system', expect.arrayContaining(['person:corp:sub-leaver'])]);
    const state = { id: 'person:corp:sub-leaver', lastSignInAt: expect.any(Number) };
    expect(JSON.parse(entry?.before ?? '').people).toContainEqual(state);
  });

  test('are signed out of all their sessions, without affecting other people', async () => {
    const sam = [await signInAtProvider('sam'), await signInAtProvider('sam')];
    const tom = await signInAtProvider('tom');
    const { data } = await sendRequest('{ people(filter: { search: "sub-sam" }) { nodes { id openSessions } } }');
    const [{ id, openSessions }] = data.people.nodes;
    expect(openSessions).toBe(2);
    const mutation = `mutation { revokeSessionsOfPerson(input: { id: "${id}" }) { sessions { name } } }`;
    expect((await sendRequest(mutation)).data.revokeSessionsOfPerson.sessions).toEqual([
      { name: 'sam' },
      { name: 'sam' },
    ]);
    expect(await Promise.all([...sam, tom].map(({ secret }) => statusWithSession(secret)))).toEqual([401, 401, 200]);
    expect(await sendRequest(mutation)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  test('do not include callers who sign in with a token', async () => {
    await signIn('tokenless');
    expect(await namesOf('people', { search: 'tokenless' })).toEqual([]);
  });
});
