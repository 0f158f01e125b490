import { describe, expect, test } from 'vitest';
import type { Rampart } from '../../command-line/rampart.js';
import { auditEntries } from '../audit/support/entries.js';
import { Listener } from '../events/support/listen.js';
import { describeAccess } from './support/access-world.js';

const dayMs = 86_400_000;
/** A JSON array of this many tenants. */
const numbered = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, index) => `t${index}`));
const world = describeAccess();
const { sendRequest, clock, create, namesOf, signIn, statusWith, statusWithSession } = world;

describe('operator tokens', () => {
  test('are accepted once created, and rejected once revoked, on all replicas', async () => {
    const { id, secret } = await create('rita', ', tenantId: "acme"');
    for (const server of [world.one, world.other]) expect(await statusWith(secret, server)).toBe(200);
    const { data } = await sendRequest(
      `mutation { revokeOperatorToken(input: { id: "${id}" }) { token { name status tenantId } } }`,
    );
    expect(data.revokeOperatorToken.token).toEqual({ name: 'rita', status: 'REVOKED', tenantId: 'acme' });
    expect(await statusWith(secret)).toBe(401);
    clock.milliseconds += 5000;
    expect(await statusWith(secret, world.other)).toBe(401);
    const repeated = await sendRequest(`mutation { revokeOperatorToken(input: { id: "${id}" }) { token { id } } }`);
    expect(repeated).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  test('expire in 90 days by default, at a specified time, or never', async () => {
    const expiryOf = async (id: string) => {
      const { data } = await sendRequest('{ operatorTokens(first: 1000) { nodes { id expiresAt } } }');
      return data.operatorTokens.nodes.find((token: { id: string }) => token.id === id).expiresAt;
    };
    const byDefault = await expiryOf((await create('by default')).id);
    expect(Date.parse(byDefault) - clock.now()).toBe(90 * dayMs);
    const at = new Date(clock.now() + dayMs).toISOString();
    expect(await expiryOf((await create('at a time', `, expiresAt: "${at}"`)).id)).toBe(at);
    expect(await expiryOf((await create('never', ', neverExpires: true')).id)).toBeNull();
  });

  test('are rejected after a new expiration, as are their sessions, and accepted after an extension', async () => {
    const { id, secret } = await create('theo');
    const { secret: cookie } = await signIn('theo', { tokenId: id });
    const set = async (value: string) =>
      await sendRequest(
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
    const entries = await auditEntries(world.database, { object: `token:${id}`, action: 'change.token-expiration' });
    expect(entries.map(({ before, after }) => [JSON.parse(before ?? ''), JSON.parse(after ?? '')])).toMatchObject([
      [{ name: 'theo' }, { expiresAt: soon }],
      [{ expiresAt: soon }, { expiresAt: null }],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('are rejected, and their streams end, when the expiration is set to the past, until it is extended', async () => {
    const { id, secret } = await create('uma');
    const url = (server: Rampart) => `${server.listening[0]}/events`;
    const streams = await Promise.all(
      [world.one, world.other].map((replica) => Listener.open(url(replica), { token: secret })),
    );
    for (const stream of streams) await stream.waitFor((messages) => messages.length > 0);
    const set = async (value: string) =>
      (
        await sendRequest(
          `mutation { setOperatorTokenExpiration(input: { id: "${id}", ${value} }) { token { status } } }`,
        )
      ).data.setOperatorTokenExpiration.token.status;
    expect(await set('expiresAt: "0000-01-01T00:00:00Z"')).toBe('EXPIRED');
    expect(await set(`expiresAt: "${new Date(clock.now() - 1).toISOString()}"`)).toBe('EXPIRED');
    expect(await statusWith(secret)).toBe(401);
    clock.milliseconds += 5000;
    expect(await statusWith(secret, world.other)).toBe(401);
    await Promise.all(streams.map((stream) => stream.waitForEnd()));
    expect(await set('neverExpires: true')).toBe('ACTIVE');
    expect(await statusWith(secret)).toBe(200);
  });

  test.each([
    ['revoked', (id: string) => `revokeOperatorToken(input: { id: "${id}" })`],
    [
      'set to expire in the past',
      (id: string) => `setOperatorTokenExpiration(input: { id: "${id}", expiresAt: "2020-01-01T00:00:00Z" })`,
    ],
  ])('end their sessions immediately on the replica on which they are %s', async (action, mutation) => {
    const { id } = await create(`sven, ${action}`);
    const { secret: cookie } = await signIn('sven', { tokenId: id });
    expect(await statusWithSession(cookie)).toBe(200);
    expect((await sendRequest(`mutation { ${mutation(id)} { token { id } } }`)).errors).toBeUndefined();
    expect(await statusWithSession(cookie)).toBe(401);
  });

  test.each([
    ['', 'The expiration is missing'],
    ['neverExpires: true, expiresAt: "2100-01-01T00:00:00Z"', 'are mutually exclusive'],
  ])('reject the new expiration %j', async (value, message) => {
    const { id } = await create(`rejected ${value.length}`);
    const { errors } = await sendRequest(
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
    ['name: "boss", role: ADMIN, tenants: ["acme"]', 'BAD_USER_INPUT'],
    ['name: "both", role: VIEWER, tenantId: "acme", tenants: ["acme"]', 'BAD_USER_INPUT'],
    ['name: "nowhere", role: VIEWER, tenants: []', 'BAD_USER_INPUT'],
    ['name: "blank", role: VIEWER, tenants: ["acme", " "]', 'BAD_USER_INPUT'],
    ['name: "zero", role: VIEWER, tenants: ["a\\u0000b"]', 'BAD_USER_INPUT'],
    [`name: "many", role: VIEWER, tenants: ${numbered(101)}`, 'BAD_USER_INPUT'],
    ['name: "taken", role: VIEWER', 'CONFLICT'],
  ])('are not created with { $0 }', async (input, code) => {
    if (code === 'CONFLICT') await create('taken');
    expect(await sendRequest(`mutation { createOperatorToken(input: { ${input} }) { secret } }`)).toMatchObject({
      errors: [{ extensions: { code } }],
    });
  });

  test('are listed newest first, in pages, filtered by name, role and status, without their secrets', async () => {
    const createdNames = ['list one', 'list two', 'list three'];
    const created: { id: string; secret: string }[] = [];
    for (const name of createdNames) {
      clock.milliseconds += 1000;
      created.push(
        await create(name, name === 'list two' ? `, expiresAt: "${new Date(clock.now() + 1500).toISOString()}"` : ''),
      );
    }
    clock.milliseconds += 2000;
    await sendRequest(`mutation { revokeOperatorToken(input: { id: "${created[0]?.id}" }) { token { id } } }`);
    expect(await namesOf('operatorTokens', { search: 'LIST ' })).toEqual(['list three', 'list two', 'list one']);
    expect(await namesOf('operatorTokens', { search: 'list ', status: 'ACTIVE' })).toEqual(['list three']);
    expect(await namesOf('operatorTokens', { search: 'list ', status: 'EXPIRED' })).toEqual(['list two']);
    expect(await namesOf('operatorTokens', { search: 'list ', status: 'REVOKED' })).toEqual(['list one']);
    expect(await namesOf('operatorTokens', { search: 'list ', role: 'ADMIN' })).toEqual([]);
    const { data } = await sendRequest('{ operatorTokens(first: 1000) { nodes { prefix name } } }');
    for (const { secret } of created) expect(JSON.stringify(data)).not.toContain(secret);
  });

  test('with the same creation time are each on exactly one page', async () => {
    const names = ['same a', 'same b', 'same c', 'same d', 'same e'];
    for (const name of names) await create(name);
    expect((await namesOf('operatorTokens', { search: 'same ' })).sort()).toEqual(names);
  });

  test.each([
    ['first: 0', 'first'],
    ['after: "x"', 'cursor'],
    [`filter: { search: "${'x'.repeat(1001)}" }`, 'search'],
  ])('are not listed with $0', async (input, message) => {
    const { errors } = await sendRequest(`{ operatorTokens(${input}) { nodes { id } } }`);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
});

describe('a token for several tenants', () => {
  const tenants = ['acme', 'globex', 'theirs', 'acme,globex'];

  async function importFor(tenantIds: readonly string[], options?: { token: string }) {
    const inferences = tenantIds.map((tenantId, index) => ({
      ...{
        inferenceId: `${tenantId} ${index} ${Math.random()}`,
        tenantId,
        endpointId: `host-${index}`,
        platform: 'LINUX',
      },
      ...{ attackProb: 0.9, confidence: 0.9, prediction: 'ATTACK', ttpTechniques: [], ttpExplanation: null },
      ...{ timestamp: Math.floor(clock.now() / 1000), modelName: 'm', numNodes: 1, numEdges: 1 },
    }));
    const mutation =
      'mutation ($inferences: [InferenceInput!]!) { importInferences(input: { inferences: $inferences }) { results { alertId } } }';
    const { data } = await sendRequest(mutation, { inferences }, options);
    return data.importInferences.results.map(({ alertId }: { alertId: string | null }) => alertId);
  }

  test('reads the data of these tenants only, on all replicas, in sessions and in lists', async () => {
    const ids = await importFor(tenants);
    const { id, secret } = await create('several', ', tenants: ["globex", "acme", "globex"]');
    const query = `{ viewer { tenants permissions } alerts { totalCount nodes { tenantId } } endpoints { totalCount }
      ${ids.map((alert: string, index: number) => `a${index}: alert(id: "${alert}") { id }`).join(' ')} }`;
    for (const server of [world.one, world.other]) {
      const { data } = await sendRequest(query, {}, { token: secret, server });
      expect(data.viewer.tenants).toEqual(['globex', 'acme']);
      expect(data.viewer.permissions).not.toContain('drive.read');
      expect([data.alerts.totalCount, data.endpoints.totalCount]).toEqual([2, 2]);
      expect(data.alerts.nodes.map(({ tenantId }: { tenantId: string }) => tenantId).sort()).toEqual([
        'acme',
        'globex',
      ]);
      expect([data.a0, data.a1, data.a2, data.a3]).toEqual([{ id: ids[0] }, { id: ids[1] }, null, null]);
    }
    const signedIn = await fetch(`${world.one.listening[0]}/session`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ token: secret }),
    });
    const session = (await signedIn.json()) as { id: string }; // The documented response.
    expect(session).toMatchObject({ tenants: ['globex', 'acme'] });
    for (const object of [`token:${id}`, `session:${session.id}`]) {
      expect(await auditEntries(world.database, { object })).toMatchObject([{ tenantId: null }]);
    }
    expect(await namesOf('operatorTokens', { search: 'ACME' })).toContain('several');
    const listed = await sendRequest(
      '{ operatorTokens(filter: { search: "several" }) { nodes { id tenantId tenants } } }',
    );
    expect(listed.data.operatorTokens.nodes).toEqual([{ id, tenantId: 'globex', tenants: ['globex', 'acme'] }]);
    const [entry] = await auditEntries(world.database, { object: `token:${id}`, action: 'create.token' });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ tenants: ['globex', 'acme'] });
  });

  test('imports for its tenants, and is rejected for all others', async () => {
    const { data } = await sendRequest(
      'mutation { createOperatorToken(input: { name: "feed", role: INGEST, tenants: ["acme", "globex"] }) { secret } }',
    );
    expect(await importFor(tenants, { token: data.createOperatorToken.secret })).toEqual([
      ...[expect.any(String), expect.any(String), null, null],
    ]);
  });

  test('can have 100 tenants; tokens of earlier releases have one', async () => {
    const { id: withHundredTenants } = await create('a hundred', `, tenants: ${numbered(100)}`);
    const { id: withOneTenant } = await create('one', ', tenants: ["acme"]');
    const { id: old } = await create('old', ', tenantId: "acme"');
    const { data } = await sendRequest('{ operatorTokens(first: 1000) { nodes { id tenants } } }');
    const tenantsOf = (id: string) =>
      data.operatorTokens.nodes.find((token: { id: string }) => token.id === id).tenants;
    expect([tenantsOf(withHundredTenants).length, tenantsOf(withOneTenant), tenantsOf(old)]).toEqual([
      100,
      ['acme'],
      ['acme'],
    ]);
    const rows = await world.database
      .sql`select tenants from gateway.operator_tokens where id in (${withOneTenant}, ${old})`;
    expect(rows.map(({ tenants: stored }) => stored)).toEqual([null, null]);
  });
});
