import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createCallerAuthenticator,
  defaultLifetimeDays,
  OperatorTokens,
  revocationSeconds,
} from '../../gateway/index.js';
import type { Authenticator, OperatorCaller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { createLog } from '../../platform/log.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { schemaGraph } from './support/schema-graph.js';
import { lines, serve } from './support/serve.js';

let opened: TestDatabase;
let now = Date.parse('2026-01-02T03:04:05Z');
const clock = { now: () => now };

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.database.sql`truncate gateway.operator_tokens`;
});

function tokens(): OperatorTokens {
  return new OperatorTokens({ database: opened.database, clock });
}

/** Finds the caller of a token, always with a promise; the service returns a cached caller without one. */
async function find(service: OperatorTokens, token: string) {
  return await service.find(token);
}

describe('operator tokens', () => {
  test('are shown once, and stored as a hash with a readable prefix', async () => {
    const created = await tokens().create({ name: 'dashboard', role: 'analyst', tenantId: 'acme' });
    expect(created.token).toMatch(/^rpt_[0-9A-Za-z]{36}$/);
    const [row] = await opened.database.sql`select * from gateway.operator_tokens`;
    expect(JSON.stringify(row)).not.toContain(created.token);
    const { token, ...listed } = created;
    expect(await tokens().list()).toEqual([listed]);
    expect(listed).toMatchObject({
      name: 'dashboard',
      role: 'analyst',
      tenantId: 'acme',
      prefix: token.slice(0, 8),
      revokedAt: null,
    });
  });

  test('authenticate their owner', async () => {
    const service = tokens();
    const { token } = await service.create({ name: 'ana', role: 'analyst', tenantId: 'acme' });
    const [{ id, expiresAt } = { id: '', expiresAt: null }] = await service.list();
    const caller = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme', credentialId: id };
    const ana = { ...caller, expiresAt: expiresAt?.getTime() };
    expect(await service.find(token)).toEqual(ana);
    expect(await tokens().find(token)).toEqual(ana);
  });

  test('are rejected without a database query if they are mistyped', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'analyst', tenantId: null });
    const mistyped = `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`;
    const unreachable = {
      reserved: { guard: () => Promise.reject(new Error('asked')) },
    } as unknown as TestDatabase['database'];
    expect(await new OperatorTokens({ database: unreachable, clock }).find(mistyped)).toBeUndefined();
  });

  test('are rejected after their revocation, immediately in this process and within seconds in others', async () => {
    const [revokingProcess, otherProcess] = [tokens(), tokens()];
    const { token } = await revokingProcess.create({ name: 'ana', role: 'admin', tenantId: null });
    await Promise.all([revokingProcess.find(token), otherProcess.find(token)]);
    await revokingProcess.revoke('ana');
    expect(await revokingProcess.find(token)).toBeUndefined();
    expect(await otherProcess.find(token)).toMatchObject({ kind: 'operator', name: 'ana', role: 'admin' });
    now += revocationSeconds * 1000;
    expect(await otherProcess.find(token)).toBeUndefined();
  });

  test('are not cached if they are revoked during a lookup', async () => {
    const [read, revoked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { database } = opened;
    const guard: TestDatabase['database']['guard'] = async (work) => {
      const rows = await database.guard(work);
      read.resolve();
      await revoked.promise;
      return rows;
    };
    const transaction = database.transaction.bind(database);
    const slow = { transaction, reserved: { guard } } as unknown as TestDatabase['database'];
    const service = new OperatorTokens({ database: slow, clock });
    const { token } = await service.create({ name: 'ana', role: 'admin', tenantId: null });
    const pending = service.find(token);
    await read.promise;
    await service.revoke('ana');
    revoked.resolve();
    await pending;
    expect(await service.find(token)).toBeUndefined();
  });

  test('are authenticated from the cache without the database', async () => {
    const service = tokens();
    const { token } = await service.create({ name: 'ana', role: 'admin', tenantId: null });
    await service.find(token);
    expect(service.find(token)).not.toBeInstanceOf(Promise);
  });

  test('expire even if they are cached, with an error that contains the expiration time', async () => {
    const [cachingProcess, newProcess] = [tokens(), tokens()];
    const expiresAt = new Date(now + 1000);
    const { token, id } = await cachingProcess.create({ name: 'ana', role: 'admin', tenantId: null, expiresAt });
    await cachingProcess.find(token);
    now = expiresAt.getTime() - 1;
    expect(await cachingProcess.find(token)).toMatchObject({ name: 'ana' });
    expect(await cachingProcess.isActive(id)).toBe(true);
    now += 1;
    const expired = {
      code: 'UNAUTHENTICATED',
      details: { reason: 'token_expired', expiredAt: expiresAt.toISOString() },
    };
    await expect(find(cachingProcess, token)).rejects.toMatchObject(expired);
    await expect(find(newProcess, token)).rejects.toMatchObject(expired);
    expect(await cachingProcess.isActive(id)).toBe(false);
  });

  test('expire after 90 days by default', async () => {
    const service = tokens();
    const { token, expiresAt } = await service.create({ name: 'ana', role: 'viewer', tenantId: null });
    expect(expiresAt).toEqual(new Date(now + defaultLifetimeDays * 86_400_000));
    const never = await service.create({ name: 'ben', role: 'viewer', tenantId: null, expiresAt: null });
    expect(never.expiresAt).toBeNull();
    const start = now;
    now = start + 90 * 86_400_000 - 1;
    expect(await service.find(token)).toMatchObject({ name: 'ana' });
    now += 1;
    await expect(find(service, token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await service.find(never.token)).toMatchObject({ name: 'ben' });
    now = start;
  });

  test('without an expiration date, from earlier releases, remain valid', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'analyst', tenantId: null });
    // Simulates a token of a release before 0.2.0.
    await opened.database.sql`update gateway.operator_tokens set expires_at = null, created_at = '2020-01-01'`;
    expect(await tokens().find(token)).toMatchObject({ name: 'ana' });
  });

  test('are logged by name once a minute after they have expired, regardless of how often they are sent', async () => {
    const logged: Record<string, unknown>[] = [];
    const service = new OperatorTokens({
      ...{ database: opened.database, clock },
      log: createLog({ level: 'warn', destination: lines(logged) }),
    });
    const { token } = await service.create({
      ...{ name: 'ana', role: 'analyst', tenantId: null },
      expiresAt: new Date(now + 1),
    });
    now += 1;
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(find(service, token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(logged).toMatchObject([{ operator: 'ana', msg: 'an expired operator token was rejected' }]);
    now += 60_000;
    await expect(find(service, token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain(token);
  });

  test.each(['viewer', 'ingest'] as const)(
    'with the role %s have a prefix that releases before 0.2.0 reject',
    async (role) => {
      const { token } = await tokens().create({ name: 'ana', role, tenantId: 'acme' });
      expect(token).toMatch(/^rpl_[0-9A-Za-z]{36}$/);
      expect(await tokens().find(token)).toMatchObject({ role, tenantId: 'acme' });
    },
  );

  test('never have the name of an administrator in the settings', async () => {
    const configuration = testConfiguration({ RAMPART_AUTH_ADMIN_TOKENS: `ada:${'a'.repeat(32)}` });
    const service = new OperatorTokens({ database: opened.database, clock, configuration });
    const request = { role: 'analyst', tenantId: null } as const;
    await expect(service.create({ ...request, name: 'ada' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await service.create({ ...request, name: 'adam' });
  });

  test('have unique names until they are revoked', async () => {
    const service = tokens();
    const request = { name: 'ana', role: 'admin', tenantId: null } as const;
    const first = await service.create(request);
    await expect(service.create(request)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await service.revoke(first.id)).toMatchObject({ name: 'ana', revokedAt: new Date(now) });
    await expect(service.revoke('ana')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await service.create(request);
  });

  test('are revoked by id, never by a name that equals the id of another token', async () => {
    const service = tokens();
    const first = await service.create({ name: 'ana', role: 'analyst', tenantId: null });
    const second = await service.create({ name: 'ben', role: 'analyst', tenantId: null });
    // Releases before 0.2.0 accepted this as a name.
    await opened.database.sql`update gateway.operator_tokens set name = ${first.id} where id = ${second.id}`;
    expect(await service.revoke(first.id)).toMatchObject({ id: first.id });
    await expect(service.revoke(first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([await service.isActive(first.id), await service.isActive(second.id)]).toEqual([false, true]);
    expect(await service.revoke(second.id)).toMatchObject({ id: second.id });
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a name with a control character', { name: 'a\nb' }],
    ['the name of the administrator in the settings', { name: 'admin' }],
    ['the name of the command line, in any case', { name: 'Command-Line' }],
    ['a reserved name in other characters', { name: ' \uff41dmin' }],
    ['a reserved name with an invisible character', { name: 'ad\u200bmin' }],
    ['a name in the format of an id', { name: '0B8F5C1E-3d0e-4f0a-9c64-1f2a3b4c5d6e' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['the role admin and a tenant', { role: 'admin', tenantId: 'acme' }],
    ['an empty tenant', { tenantId: '' }],
    ['a time in the past', { expiresAt: new Date(0) }],
    ['an invalid time', { expiresAt: new Date(Number.NaN) }],
  ] as const)('are not created with %s', async (_, fields) => {
    const request = { name: 'ana', role: 'analyst', tenantId: null, ...fields } as const;
    await expect(tokens().create(request)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await tokens().list()).toEqual([]);
  });
});

describe('the caller', () => {
  const graph = schemaGraph('type Query { me: String }', { me: (_, { caller }) => JSON.stringify(caller) });

  const adminTokens = [
    { name: 'admin', token: 'the-admin' },
    { name: 'ada', token: 'the-admin-ada' },
    { name: 'nobody', token: '' },
  ];

  async function sendWith(authorization: string | undefined, authenticators: Authenticator[] = []) {
    const authenticator = createCallerAuthenticator({ operatorTokens: tokens(), adminTokens, authenticators });
    const server = await serve({ graph, authenticator });
    return await server.sendRequest({ query: '{ me }' }, authorization === undefined ? {} : { authorization });
  }

  async function callerOf(response: Promise<Awaited<ReturnType<typeof sendWith>>>): Promise<unknown> {
    return JSON.parse((await (await response).json()).data.me);
  }

  test('without credentials is anonymous', async () => {
    expect(await callerOf(sendWith(undefined))).toEqual({ kind: 'anonymous' });
  });

  test('is authenticated by a Bearer token or a Basic password', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'analyst', tenantId: 'acme' });
    const ana = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' };
    const admin = { kind: 'operator', role: 'admin', tenantId: null };
    expect(await callerOf(sendWith(`Bearer ${token}`))).toMatchObject(ana);
    expect(await callerOf(sendWith(`basic ${Buffer.from(`whoever:${token}`).toString('base64')}`))).toMatchObject(ana);
    expect(await callerOf(sendWith('bearer the-admin'))).toMatchObject({ ...admin, name: 'admin' });
    expect(await callerOf(sendWith('bearer the-admin-ada'))).toMatchObject({ ...admin, name: 'ada' });
  });

  test('is rejected with the reason if the token has expired', async () => {
    const expiresAt = new Date(now + 1);
    const { token } = await tokens().create({ name: 'ana', role: 'analyst', tenantId: null, expiresAt });
    now += 1;
    const response = await sendWith(`Bearer ${token}`);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rampart"']);
    expect((await response.json()).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', reason: 'token_expired', expiredAt: expiresAt.toISOString() } },
    ]);
  });

  test('has an id that changes with the token, and does not contain it', async () => {
    const idsOf = async (token: string) => {
      const authenticator = createCallerAuthenticator({
        operatorTokens: tokens(),
        adminTokens: [{ name: 'ada', token }],
      });
      const caller = await authenticator.authenticate({ headers: { authorization: `Bearer ${token}` } });
      const id = (caller as OperatorCaller).credentialId ?? '';
      expect(await authenticator.isActive(id)).toBe(true);
      return { id, authenticator };
    };
    const [before, after] = [await idsOf('1'.repeat(32)), await idsOf('2'.repeat(32))];
    expect(before.id).toMatch(/^settings:ada:[\w-]{16}$/);
    expect(await after.authenticator.isActive(before.id)).toBe(false);
  });

  test.each([
    ['an unknown token', 'Bearer rpt_000000000000000000000000000000000000'],
    ['the beginning of the administrator token', 'Bearer the-admi'],
    ['no token', 'Bearer'],
    ['another scheme', 'Digest username=x'],
    ['a huge token', `Bearer ${'x'.repeat(10_000)}`],
  ])('is rejected with 401 for %s', async (_, authorization) => {
    const response = await sendWith(authorization);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rampart"']);
    expect((await response.json()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('can be authenticated by other authenticators', async () => {
    const account = { kind: 'account', accountId: '1', username: 'zoe' } as const;
    const byKey: Authenticator = ({ headers }) => {
      if (!headers.authorization?.startsWith('Key ')) return undefined;
      if (headers.authorization !== 'Key good') throw new DomainError('UNAUTHENTICATED', 'Bad key');
      return account;
    };
    expect(await callerOf(sendWith('Key good', [byKey]))).toEqual(account);
    expect((await sendWith('Key bad', [byKey])).status).toBe(401);
    expect(await callerOf(sendWith(undefined, [byKey]))).toEqual({ kind: 'anonymous' });
    expect(await callerOf(sendWith('Bearer the-admin', [byKey]))).toMatchObject({ name: 'admin' });
  });

  test('is compared with no other kind of credential if its prefix identifies it', async () => {
    const account = { kind: 'account', accountId: '1', username: 'zoe' } as const;
    const requested: string[] = [];
    const byKey: Authenticator = (_request, bearer) => {
      requested.push(`key ${bearer}`);
      return bearer === 'key_good' ? account : undefined;
    };
    const authenticateOtherToken: Authenticator = (_request, bearer) => {
      requested.push(`other ${bearer}`);
      return undefined;
    };
    const authenticators = [authenticateOtherToken, Object.assign(byKey, { tokenPrefix: 'key_' })];
    expect(await callerOf(sendWith('Bearer key_good', authenticators))).toEqual(account);
    expect((await sendWith('Bearer key_bad', authenticators)).status).toBe(401);
    expect(requested).toEqual(['key key_good', 'key key_bad']);
  });

  test('may have an administrator token that begins with the prefix of another kind', async () => {
    const byKey: Authenticator = () => undefined;
    const authenticators = [Object.assign(byKey, { tokenPrefix: 'the-' })];
    expect(await callerOf(sendWith('Bearer the-admin', authenticators))).toMatchObject({ name: 'admin' });
  });

  test('is rejected while the database is unavailable', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'admin', tenantId: null });
    const find = () => Promise.reject(new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached'));
    const server = await serve({
      graph,
      authenticator: createCallerAuthenticator({ operatorTokens: { find, isActive: () => false }, adminTokens }),
    });
    const headers = { authorization: `Bearer ${token}`, accept: 'application/graphql-response+json' };
    const response = await server.sendRequest({ query: '{ me }' }, headers);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
