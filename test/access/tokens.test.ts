import { describe, expect, test } from 'vitest';
import { auditEntries } from '../audit/support/entries.js';
import { describeAccess } from './support/access-world.js';

const day = 86_400_000;
const world = describeAccess();
const { ask, clock, create, namesOf, signIn, statusWith, statusWithSession } = world;

describe('operator tokens', () => {
  test('are accepted once created, and refused once revoked, on all replicas', async () => {
    const { id, secret } = await create('rita', ', tenantId: "acme"');
    for (const server of [world.one, world.other]) expect(await statusWith(secret, server)).toBe(200);
    const { data } = await ask(
      `mutation { revokeOperatorToken(input: { id: "${id}" }) { token { name status tenantId } } }`,
    );
    expect(data.revokeOperatorToken.token).toEqual({ name: 'rita', status: 'REVOKED', tenantId: 'acme' });
    expect(await statusWith(secret)).toBe(401);
    clock.milliseconds += 5000;
    expect(await statusWith(secret, world.other)).toBe(401);
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
    const entries = await auditEntries(world.database, { object: `token:${id}`, action: 'change.token-expiration' });
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
