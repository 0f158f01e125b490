import { describe, expect, test } from 'vitest';
import { hashSecretToken, secretTokenKind } from '../../platform/secret-token.js';
import {
  admin,
  approvedCaller,
  authenticateKey,
  codeOf,
  dayMs,
  describeAccountWorld,
  keyOf,
  minuteMs,
  newApprovedAccount,
  newName,
  partsOf,
  password,
  requestOf,
  start,
} from './support/account-world.js';

const world = describeAccountWorld();

async function generate(username: string, differences: Record<string, unknown> = {}, from = requestOf()) {
  return await world.service.generateKey(from, { username, password, name: newName('key'), ...differences });
}

describe('generating a key', () => {
  test('returns it once, and stores only its hash and prefix', async () => {
    world.clock.milliseconds = start;
    const username = await newApprovedAccount(world);
    const created = await generate(username.toUpperCase(), { name: 'first / key?' });
    expect(created).toEqual({
      name: 'first / key?',
      key: expect.stringMatching(/^zf_live_[0-9A-Za-z]{36}$/),
      createdAt: new Date(start),
      expiresAt: new Date(start + 7 * dayMs),
    });
    const rows = await world.test.database.sql`
      select api_key.*, api_key_secret.hash from zones.api_key join zones.api_key_secret on key_id = id
      where name = 'first / key?'`;
    expect(rows).toMatchObject([{ prefix: created.key.slice(0, 12), hash: hashSecretToken(created.key) }]);
    expect(JSON.stringify(rows)).not.toContain(created.key.slice(12));
  });

  test.each([
    ['trial', null, 7],
    ['basic', null, 365],
    ['enterprise', undefined, 365],
    ['trial', 365, 365],
    ['basic', 1, 1],
  ] as const)(
    'in the tier %s with expiresInDays = %s returns a key whose lifetime in days is %i',
    async (tier, expiresInDays, days) => {
      const username = await newApprovedAccount(world);
      await world.service.setSubscription(admin(), { username, tier, expiresAt: null });
      const { expiresAt } = await generate(username, { expiresInDays });
      expect(expiresAt.getTime()).toBe(world.clock.milliseconds + days * dayMs);
    },
  );

  test.each([0, 366, 1.5])('rejects a lifetime of %s days', async (expiresInDays) => {
    const username = await newApprovedAccount(world);
    expect(await codeOf(generate(username, { expiresInDays }))).toBe('BAD_USER_INPUT');
  });

  test('is possible after the subscription has expired', async () => {
    const username = await newApprovedAccount(world);
    await world.service.setSubscription(admin(), { username, tier: 'basic', expiresAt: new Date(0) });
    expect(await codeOf(generate(username))).toBe('done');
  });

  test('requires a name that is unique among active keys', async () => {
    const username = await newApprovedAccount(world);
    const other = await newApprovedAccount(world);
    const first = await generate(username, { name: 'mine', expiresInDays: 1 });
    expect(await codeOf(generate(username, { name: 'mine' }))).toBe('CONFLICT');
    expect(await codeOf(generate(other, { name: 'mine' }))).toBe('done');
    expect(await codeOf(generate(username, { name: 'Mine' }))).toBe('done');
    world.clock.milliseconds = first.expiresAt.getTime();
    expect(await codeOf(generate(username, { name: 'mine' }))).toBe('done');
    await world.service.revokeKeyOfAccount(admin(), { username, name: 'mine' });
    expect(await codeOf(generate(username, { name: 'mine' }))).toBe('done');
  });

  test('creates one key for concurrent requests with the same name', async () => {
    const username = await newApprovedAccount(world);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => codeOf(generate(username, { name: 'contested' }))));
    expect(outcomes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'done']);
  });

  test('is limited to 100 active keys per account', async () => {
    const username = await newApprovedAccount(world);
    const { sql } = world.test.database;
    await sql`
      insert into zones.api_key (account_id, name, prefix, created_at, expires_at)
      select account.id, 'many ' || number, 'zf_live_', 0, 1e15 from zones.account, generate_series(1, 98) number
      where username = ${username}`;
    expect(await codeOf(generate(username))).toBe('done');
    expect(await codeOf(generate(username))).toBe('CONFLICT');
  });
});

describe('authentication with a key', () => {
  test('identifies its account', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username);
    const account = await world.service.readAccount(admin(), { username });
    const expected = { kind: 'account', accountId: account?.id, username };
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}  `]) {
      expect(await world.authenticate({ headers: { authorization } })).toEqual(expected);
    }
  });

  test.each([undefined, '', 'Bearer', 'Bearer x', 'Basic dTpw', 'Bearer rpt_1', 'zf_live_x'])(
    'ignores other credentials: %j',
    async (authorization) => expect(await world.authenticate({ headers: { authorization } })).toBeUndefined(),
  );

  test('fails with the same error for mistyped, unknown, expired, deleted and revoked keys, and for keys of suspended accounts', async () => {
    const username = await newApprovedAccount(world);
    const validKey = await keyOf(world, username);
    const keys = {
      mistyped: validKey.slice(0, -1) + (validKey.endsWith('0') ? '1' : '0'),
      short: 'zf_live_',
      unknown: secretTokenKind('zf_live_').create(),
      expired: (await generate(username, { expiresInDays: 1 })).key,
      deleted: await keyOf(world, username, 'to delete'),
      revoked: await keyOf(world, username, 'to revoke'),
    };
    await world.service.deleteOwnKey(requestOf(await authenticateKey(world, validKey)), { name: 'to delete' });
    await world.service.revokeKeyOfAccount(admin(), { username, name: 'to revoke' });
    world.clock.milliseconds += dayMs;
    const messages: string[] = [];
    const recordOutcome = async (key: string) => {
      const error = await Promise.resolve()
        .then(() => authenticateKey(world, key))
        .then(() => ({ code: 'good', message: key.slice(0, 8) }))
        .catch((rejection: { code: string; message: string }) => rejection);
      messages.push(`${error.code} ${error.message}`);
    };
    for (const key of Object.values(keys)) await recordOutcome(key);
    expect(await authenticateKey(world, validKey)).toMatchObject({ username });
    await world.service.suspendAccount(admin(), { username });
    await recordOutcome(validKey);
    const rejection =
      'UNAUTHENTICATED The API key is invalid: it is unknown, expired or revoked, or its account is not approved';
    expect(messages).toEqual(messages.map(() => rejection));
  });

  test('succeeds until the last millisecond before the expiration', async () => {
    const username = await newApprovedAccount(world);
    const { key, expiresAt } = await generate(username, { expiresInDays: 1 });
    world.clock.milliseconds = expiresAt.getTime() - 1;
    expect(await authenticateKey(world, key)).toMatchObject({ username });
    world.clock.milliseconds = expiresAt.getTime();
    expect(await codeOf(authenticateKey(world, key))).toBe('UNAUTHENTICATED');
  });

  test('fails immediately in every process after the key is revoked', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username, 'shared');
    const other = partsOf({ test: world.test, clock: world.clock, log: world.platform.log });
    const headers = { authorization: `Bearer ${key}` };
    expect(await other.authenticate({ headers })).toMatchObject({ username });
    await world.service.revokeKeyOfAccount(admin(), { username, name: 'shared' });
    expect(await codeOf(Promise.resolve(other.authenticate({ headers })))).toBe('UNAUTHENTICATED');
  });

  test('rejects a mistyped key without a database query', async () => {
    const closed = partsOf({
      test: {
        ...world.test,
        database: {
          ...world.test.database,
          reserved: { ...world.test.database.reserved, guard: () => Promise.reject(new Error('asked')) },
        },
      },
      ...{ clock: world.clock, log: world.platform.log },
    });
    const authorization = `Bearer zf_live_${'0'.repeat(36)}`;
    expect(() => closed.authenticate({ headers: { authorization } })).toThrow('The API key is invalid');
  });

  test('records the last use at most once per minute', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username, 'used');
    const readLastUse = async () => {
      const [row] = await world.test.database.sql`
        select last_used_at, api_key.xmin::text as version from zones.api_key join zones.account on account.id = account_id
        where name = 'used' and username = ${username}`;
      return row;
    };
    await authenticateKey(world, key);
    const first = await readLastUse();
    expect(first?.last_used_at).toBe(world.clock.milliseconds);
    world.clock.milliseconds += minuteMs - 1;
    await authenticateKey(world, key);
    expect(await readLastUse()).toEqual(first);
    world.clock.milliseconds += 1;
    await Promise.all([1, 2, 3, 4].map(() => authenticateKey(world, key)));
    expect((await readLastUse())?.last_used_at).toBe(world.clock.milliseconds);
  });
});

describe('the keys of an account', () => {
  test('are listed by name while they are active, without the secrets', async () => {
    const username = await newApprovedAccount(world);
    const caller = await approvedCaller(world, newName());
    const { key } = await generate(username, { name: 'b' });
    await generate(username, { name: 'a', expiresInDays: 2 });
    await generate(username, { name: 'short', expiresInDays: 1 });
    await generate(username, { name: 'revoked' });
    await world.service.revokeKeyOfAccount(admin(), { username, name: 'revoked' });
    world.clock.milliseconds += dayMs;
    const owner = await authenticateKey(world, key);
    const id = owner.kind === 'account' ? owner.accountId : '';
    const [keys = []] = await world.service.keysOfAccounts(requestOf(owner), [id]);
    expect(keys.map(({ name }) => name)).toEqual(['a', 'b', 'default']);
    expect(keys[1]).toMatchObject({ prefix: key.slice(0, 12), lastUsedAt: new Date(world.clock.milliseconds) });
    expect(JSON.stringify(keys)).not.toContain(key.slice(12));
    expect(await codeOf(world.service.keysOfAccounts(requestOf(caller), [id]))).toBe('FORBIDDEN');
  });

  test('are deleted by name, including the one in use', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username, 'a/b c%20?');
    const owner = requestOf(await authenticateKey(world, key));
    for (const name of ['nothing', '', '..', 'a\0b', 'A/b c%20?', 'x'.repeat(1000)]) {
      await expect(world.service.deleteOwnKey(owner, { name })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await world.service.deleteOwnKey(owner, { name: 'a/b c%20?' })).toEqual({ name: 'a/b c%20?' });
    expect(await codeOf(authenticateKey(world, key))).toBe('UNAUTHENTICATED');
    expect(await codeOf(world.service.deleteOwnKey(owner, { name: 'a/b c%20?' }))).toBe('NOT_FOUND');
  });

  test('cannot be deleted by other accounts, by operators, or with an expired subscription', async () => {
    const [username, other] = [await newApprovedAccount(world), await newApprovedAccount(world)];
    const owner = requestOf(await authenticateKey(world, await keyOf(world, username, 'mine')));
    await keyOf(world, other, 'theirs');
    expect(await codeOf(world.service.deleteOwnKey(owner, { name: 'theirs' }))).toBe('NOT_FOUND');
    expect(await codeOf(world.service.deleteOwnKey(admin(), { name: 'mine' }))).toBe('FORBIDDEN');
    expect(await codeOf(world.service.deleteOwnKey(requestOf(), { name: 'mine' }))).toBe('UNAUTHENTICATED');
    await world.service.setSubscription(admin(), { username, tier: 'basic', expiresAt: new Date(0) });
    await expect(world.service.deleteOwnKey(owner, { name: 'mine' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'subscription_expired' },
    });
  });
});

describe('the viewer', () => {
  test('is the account of the key, null for operators, and forbidden for others', async () => {
    const username = newName();
    const caller = await approvedCaller(world, username);
    expect(await world.service.readViewer(requestOf(caller))).toMatchObject({ username, status: 'approved' });
    expect(await world.service.readViewer(admin())).toBeNull();
    expect(await codeOf(world.service.readViewer(requestOf()))).toBe('UNAUTHENTICATED');
    const mirror = requestOf({ kind: 'mirror-client', clientId: 'x' });
    expect(await codeOf(world.service.readViewer(mirror))).toBe('FORBIDDEN');
  });

  test('reports an expired subscription over GraphQL, while documented paths reject the request', async () => {
    const username = newName();
    const caller = await approvedCaller(world, username);
    await world.service.setSubscription(admin(), { username, tier: 'basic', expiresAt: new Date(0) });
    expect(await world.service.readViewer(requestOf(caller))).toMatchObject({
      subscription: { status: 'expired' },
      quota: null,
    });
    expect(await codeOf(world.service.readViewer(requestOf(caller, { via: 'rest' })))).toBe('FORBIDDEN');
    await world.service.suspendAccount(admin(), { username });
    expect(await codeOf(world.service.readViewer(requestOf(caller)))).toBe('UNAUTHENTICATED');
  });
});
