import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  adminTokenPath,
  createCallers,
  OperatorTokens,
  readAdminToken,
  revocationSeconds,
} from '../../gateway/index.js';
import type { Authenticator } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { createLog } from '../../platform/log.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { schemaGraph } from './support/schema-graph.js';
import { serve } from './support/serve.js';

let opened: TestDatabase;
let now = Date.parse('2026-01-02T03:04:05Z');
const clock = { now: () => now };
const log = createLog({ level: 'silent' });

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

describe('operator tokens', () => {
  test('are shown once, and kept as a hash with a readable beginning', async () => {
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

  test('say who bears them', async () => {
    const service = tokens();
    const { token } = await service.create({ name: 'ana', role: 'analyst', tenantId: 'acme' });
    expect(await service.find(token)).toEqual({ kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' });
    expect(await tokens().find(token)).toEqual({ kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' });
  });

  test('that were mistyped are refused without asking the database', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'analyst', tenantId: null });
    const mistyped = `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`;
    const unreachable = {
      reserved: { guard: () => Promise.reject(new Error('asked')) },
    } as unknown as TestDatabase['database'];
    expect(await new OperatorTokens({ database: unreachable, clock }).find(mistyped)).toBeUndefined();
  });

  test('that are revoked are refused at once here and within seconds elsewhere', async () => {
    const [here, elsewhere] = [tokens(), tokens()];
    const { token } = await here.create({ name: 'ana', role: 'admin', tenantId: null });
    await Promise.all([here.find(token), elsewhere.find(token)]);
    await here.revoke('ana');
    expect(await here.find(token)).toBeUndefined();
    expect(await elsewhere.find(token)).toBeDefined();
    now += revocationSeconds * 1000;
    expect(await elsewhere.find(token)).toBeUndefined();
  });

  test('are found again without the database while they are remembered', async () => {
    const service = tokens();
    const { token } = await service.create({ name: 'ana', role: 'admin', tenantId: null });
    await service.find(token);
    expect(service.find(token)).not.toBeInstanceOf(Promise);
  });

  test('end when they expire, also while they are remembered', async () => {
    const service = tokens();
    const { token } = await service.create({
      name: 'ana',
      role: 'admin',
      tenantId: null,
      expiresAt: new Date(now + 1000),
    });
    expect(await service.find(token)).toBeDefined();
    now += 1000;
    expect(await service.find(token)).toBeUndefined();
  });

  test('have one name while in use; a revoked one’s name is free again', async () => {
    const service = tokens();
    const request = { name: 'ana', role: 'admin', tenantId: null } as const;
    const first = await service.create(request);
    await expect(service.create(request)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await service.revoke(first.id)).toMatchObject({ name: 'ana', revokedAt: new Date(now) });
    await expect(service.revoke('ana')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await service.create(request);
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a name with a control character', { name: 'a\nb' }],
    ['the name of the administrator of the settings', { name: 'admin' }],
    ['the name of the command line, in any case', { name: 'Command-Line' }],
    ['a reserved name in other letters', { name: ' \uff41dmin' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['an administrator of one tenant', { role: 'admin', tenantId: 'acme' }],
    ['an empty tenant', { tenantId: '' }],
    ['a time that has passed', { expiresAt: new Date(0) }],
    ['no time at all', { expiresAt: new Date(Number.NaN) }],
  ] as const)('are not made with %s', async (_, fields) => {
    const request = { name: 'ana', role: 'analyst', tenantId: null, ...fields } as const;
    await expect(tokens().create(request)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await tokens().list()).toEqual([]);
  });
});

describe('the administrator’s token', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'admin-token-'));

  test('is the configured one', () => {
    expect(readAdminToken({ configuration: testConfiguration({ RAMPART_AUTH_ADMIN_TOKEN: 'chosen' }), log })).toBe(
      'chosen',
    );
  });

  test('is made on first start, for its owner only, and stays', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_DATA_DIR: join(folder(), 'new') });
    const token = readAdminToken({ configuration, log });
    expect(token).toMatch(/^rpt_/);
    expect(readFileSync(adminTokenPath(configuration), 'utf8')).toBe(`${token}\n`);
    expect(statSync(adminTokenPath(configuration)).mode & 0o777).toBe(0o600);
    expect(readAdminToken({ configuration, log })).toBe(token);
  });

  test('is closed to others when its file was open, and never empty', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_DATA_DIR: folder() });
    writeFileSync(adminTokenPath(configuration), 'written by hand\n', { mode: 0o644 });
    expect(readAdminToken({ configuration, log })).toBe('written by hand');
    expect(statSync(adminTokenPath(configuration)).mode & 0o777).toBe(0o600);
    writeFileSync(adminTokenPath(configuration), '\n');
    expect(() => readAdminToken({ configuration, log })).toThrow(/is empty/);
  });
});

describe('who sends a request', () => {
  const graph = schemaGraph('type Query { me: String }', { me: (_, { caller }) => JSON.stringify(caller) });

  async function asks(authorization: string | undefined, authenticators: Authenticator[] = []) {
    const callers = createCallers({ operatorTokens: tokens(), adminToken: 'the-admin', authenticators });
    const server = await serve({ graph, callers });
    return await server.ask({ query: '{ me }' }, authorization === undefined ? {} : { authorization });
  }

  async function callerOf(response: Promise<Awaited<ReturnType<typeof asks>>>): Promise<unknown> {
    return JSON.parse((await (await response).json()).data.me);
  }

  test('is anonymous without credentials', async () => {
    expect(await callerOf(asks(undefined))).toEqual({ kind: 'anonymous' });
  });

  test('is told by the token, as Bearer and as the password of Basic', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'analyst', tenantId: 'acme' });
    const ana = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' };
    const admin = { kind: 'operator', name: 'admin', role: 'admin', tenantId: null };
    expect(await callerOf(asks(`Bearer ${token}`))).toEqual(ana);
    expect(await callerOf(asks(`basic ${Buffer.from(`whoever:${token}`).toString('base64')}`))).toEqual(ana);
    expect(await callerOf(asks('bearer the-admin'))).toEqual(admin);
  });

  test.each([
    ['an unknown token', 'Bearer rpt_000000000000000000000000000000000000'],
    ['nearly the administrator’s', 'Bearer the-admi'],
    ['no token', 'Bearer'],
    ['another scheme', 'Digest username=x'],
    ['something huge', `Bearer ${'x'.repeat(10_000)}`],
  ])('must not be %s: 401', async (_, authorization) => {
    const response = await asks(authorization);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rampart"']);
    expect((await response.json()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('can be told by other credentials that an authenticator knows', async () => {
    const account = { kind: 'account', accountId: '1', username: 'zoe' } as const;
    const byKey: Authenticator = ({ headers }) => {
      if (!headers.authorization?.startsWith('Key ')) return undefined;
      if (headers.authorization !== 'Key good') throw new DomainError('UNAUTHENTICATED', 'Bad key');
      return account;
    };
    expect(await callerOf(asks('Key good', [byKey]))).toEqual(account);
    expect((await asks('Key bad', [byKey])).status).toBe(401);
    expect(await callerOf(asks(undefined, [byKey]))).toEqual({ kind: 'anonymous' });
    expect(await callerOf(asks('Bearer the-admin', [byKey]))).toMatchObject({ name: 'admin' });
  });

  test('cannot be told while the database is away, and then nobody is let through', async () => {
    const { token } = await tokens().create({ name: 'ana', role: 'admin', tenantId: null });
    const find = () => Promise.reject(new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached'));
    const server = await serve({
      graph,
      callers: createCallers({ operatorTokens: { find }, adminToken: 'the-admin' }),
    });
    const headers = { authorization: `Bearer ${token}`, accept: 'application/graphql-response+json' };
    expect((await server.ask({ query: '{ me }' }, headers)).status).toBe(503);
  });
});
