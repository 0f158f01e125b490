import { describe, expect, test } from 'vitest';
import { localAdministrator } from '../../platform/caller.js';
import { maxCharacters } from '../../platform/input-limits.js';
import {
  admin,
  authenticateKey,
  codeOf,
  dayMs,
  describeAccountWorld,
  keyOf,
  minuteMs,
  newAccount,
  newApprovedAccount,
  newName,
  password,
  requestOf,
  start,
} from './support/account-world.js';

const world = describeAccountWorld();

async function accountOf(username: string) {
  const account = await world.service.readAccount(admin(), { username });
  if (account === null) throw new Error(`no account ${username}`);
  return account;
}

async function keysOf(username: string) {
  const [keys = []] = await world.service.keysOfAccounts(admin(), [(await accountOf(username)).id]);
  return keys;
}

describe('registering', () => {
  test('creates a pending account without keys or a subscription', async () => {
    const username = newName();
    const input = { username, email: `${username}@mail.example`, password };
    const created = await world.service.registerAccount(requestOf(), input);
    expect(created).toEqual({ uuid: created.uuid, username, email: input.email, status: 'pending' });
    expect(await accountOf(username)).toMatchObject({
      id: created.uuid,
      status: 'pending',
      subscription: null,
      quota: null,
    });
    expect(await keysOf(username)).toEqual([]);
  });

  test('rejects an existing username or email address, regardless of case, with the same error', async () => {
    const username = await newAccount(world);
    const messages = new Set<string>();
    for (const [name, email] of [
      [username, 'other@mail.example'],
      [username.toUpperCase(), 'another@mail.example'],
      [newName(), `${username}@mail.example`],
      [newName(), `${username}@MAIL.example`.toUpperCase()],
    ] as const) {
      const rejected = world.service.registerAccount(requestOf(), { username: name, email, password });
      await rejected.catch((error: Error) => messages.add(error.message));
      expect(await codeOf(rejected)).toBe('CONFLICT');
    }
    expect(messages).toEqual(new Set(['An account with this username or email address already exists']));
  });

  test.each([
    ['username', { username: 'ab' }],
    ['email', { email: 'nobody' }],
    ['password', { password: 'too short' }],
  ])('rejects an invalid %s with an error that names the field without its value', async (argument, invalid) => {
    const input = { username: newName(), email: `${newName()}@mail.example`, password, ...invalid };
    await expect(world.service.registerAccount(requestOf(), input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { argument },
      message: expect.not.stringContaining(Object.values(invalid)[0] ?? ''),
    });
  });

  test('creates one account for concurrent requests with the same username', async () => {
    const username = newName();
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        codeOf(
          world.service.registerAccount(requestOf(), {
            username,
            email: `${username}-${number}@mail.example`,
            password,
          }),
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'done']);
  });
});

describe('approving', () => {
  test('creates a trial of seven days, a default key and two emails in one transaction', async () => {
    world.clock.milliseconds = start;
    const username = await newAccount(world);
    const { account, isFirst } = await world.service.approveAccount(admin(), { username: username.toUpperCase() });
    const expiresAt = new Date(start + 7 * dayMs);
    expect(isFirst).toBe(true);
    expect(account).toMatchObject({
      status: 'approved',
      subscription: { tier: 'trial', status: 'active', startedAt: new Date(start), expiresAt },
      quota: { limit: 100, used: 0, remaining: 100, resetsAt: expiresAt },
    });
    expect(await keysOf(username)).toMatchObject([
      { name: 'default', prefix: 'zf_live_', expiresAt, lastUsedAt: null },
    ]);
    const { nodes } = await world.service.listMails(admin(), {});
    const mails = nodes.filter((mail) => mail.accountId === account.id);
    expect(mails.map((mail) => [mail.kind, mail.recipient, mail.status]).sort()).toEqual([
      ['confirmation', `${username}@mail.example`, 'waiting'],
      ['default_key', `${username}@mail.example`, 'waiting'],
    ]);
  });

  test.each([
    ['does not exist', 'select 1'],
    ['is incomplete', 'create schema graphile_worker'],
    [
      'has another version',
      'create schema if not exists graphile_worker; create function graphile_worker.add_job() returns int return 1',
    ],
  ])('succeeds while the job queue %s', async (_, statement) => {
    const username = await newAccount(world);
    await world.test.database.sql.unsafe(statement);
    expect(await world.service.approveAccount(admin(), { username })).toMatchObject({ isFirst: true });
    await world.test.database.sql`drop schema if exists graphile_worker cascade`;
  });

  test('takes effect once if several administrators approve concurrently', async () => {
    const username = await newAccount(world);
    const approvals = [1, 2, 3].map(() => codeOf(world.service.approveAccount(admin(), { username })));
    expect((await Promise.all(approvals)).sort()).toEqual(['CONFLICT', 'CONFLICT', 'done']);
    expect(await keysOf(username)).toHaveLength(1);
  });

  test('restores a suspended account without a new subscription or key', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username);
    await world.service.suspendAccount(admin(), { username });
    expect(await codeOf(authenticateKey(world, key))).toBe('UNAUTHENTICATED');
    world.clock.milliseconds += dayMs;
    const { account, isFirst } = await world.service.approveAccount(admin(), { username });
    expect({ isFirst, end: account.subscription?.expiresAt.getTime() }).toEqual({
      isFirst: false,
      end: world.clock.milliseconds + 6 * dayMs,
    });
    expect(await authenticateKey(world, key)).toMatchObject({ kind: 'account', username });
    expect((await keysOf(username)).map(({ name }) => name)).toContain('default');
    expect(await keysOf(username)).toHaveLength(2);
  });

  test('counts as the first approval for a rejected account', async () => {
    const username = await newAccount(world);
    expect(await world.service.rejectAccount(admin(), { username })).toMatchObject({ status: 'rejected' });
    expect(await world.service.approveAccount(admin(), { username })).toMatchObject({ isFirst: true });
  });

  test.each(['approveAccount', 'rejectAccount', 'suspendAccount'] as const)(
    'fails with NOT_FOUND for an unknown account: %s',
    async (method) => {
      for (const username of ['nobody-at-all', '', "'; drop table", 'a\0b', 'x'.repeat(1000)]) {
        expect(await codeOf(world.service[method](admin(), { username }))).toBe('NOT_FOUND');
      }
    },
  );

  test('is rolled back if a step fails', async () => {
    const username = await newAccount(world);
    const { sql } = world.test.database;
    // The emails are the last rows that an approval inserts.
    const isOurs = `recipient = '${username}@mail.example'`;
    await sql.unsafe(`alter table zones.mail add constraint no_mails check (not (${isOurs})) not valid`);
    await expect(world.service.approveAccount(admin(), { username })).rejects.toThrow();
    expect(await accountOf(username)).toMatchObject({ status: 'pending', subscription: null });
    expect(await keysOf(username)).toEqual([]);
    await sql`alter table zones.mail drop constraint no_mails`;
    expect(await world.service.approveAccount(admin(), { username })).toMatchObject({ isFirst: true });
  });
});

describe('a subscription', () => {
  test('retains the used quota when it is renewed, and has a full quota in a new tier', async () => {
    const username = await newApprovedAccount(world);
    const { id } = await accountOf(username);
    await world.test.database.sql`update zones.subscription set used = 40 where account_id = ${id}`;
    const end = new Date(world.clock.milliseconds + 20 * dayMs);
    const renewed = await world.service.setSubscription(admin(), { username, tier: 'trial', expiresAt: end });
    expect(renewed).toMatchObject({
      subscription: { tier: 'trial', expiresAt: end },
      quota: { used: 40, resetsAt: end },
    });
    const basic = await world.service.setSubscription(admin(), { username, tier: 'basic', expiresAt: null });
    expect(basic.subscription?.expiresAt.getTime()).toBe(world.clock.milliseconds + 365 * dayMs);
    expect(basic.quota).toMatchObject({ limit: 1000, used: 0 });
  });

  test('does not extend keys when it changes', async () => {
    const username = await newApprovedAccount(world);
    const before = await keysOf(username);
    await world.service.setSubscription(admin(), { username, tier: 'enterprise', expiresAt: null });
    expect(await keysOf(username)).toEqual(before);
  });

  test('can be ended immediately, and cannot be set before the first approval', async () => {
    const username = await newApprovedAccount(world);
    const expiresAt = new Date('2020-01-01T00:00:00Z');
    const endedAccount = await world.service.setSubscription(admin(), { username, tier: 'basic', expiresAt });
    expect(endedAccount).toMatchObject({ subscription: { status: 'expired', expiresAt }, quota: null });
    const pending = await newAccount(world);
    const earlySubscription = world.service.setSubscription(admin(), {
      username: pending,
      tier: 'basic',
      expiresAt: null,
    });
    expect(await codeOf(earlySubscription)).toBe('CONFLICT');
  });
});

describe('the audit log', () => {
  test('records actor, action and interface', async () => {
    const username = await newApprovedAccount(world);
    await keyOf(world, username, 'mine');
    const ada = requestOf({ kind: 'operator', role: 'admin', name: 'ada', tenantId: null }, { via: 'command-line' });
    await world.service.revokeKeyOfAccount(ada, { username, name: 'mine' });
    await world.service.setSubscription(admin(), { username, tier: 'basic', expiresAt: null });
    await world.service.suspendAccount(ada, { username });
    const { id } = await accountOf(username);
    const [events = []] = await world.service.eventsOfAccounts(admin(), { accountIds: [id], first: 100 });
    expect(
      events.reverse().map(({ action, caller, via, keyName, tier }) => [action, caller, via, keyName ?? tier]),
    ).toEqual([
      ['registered', 'anonymous', 'graphql', null],
      ['approved', localAdministrator.name, 'graphql', null],
      ['subscription_set', localAdministrator.name, 'graphql', 'trial'],
      ['key_generated', localAdministrator.name, 'graphql', 'default'],
      ['key_generated', username, 'graphql', 'mine'],
      ['key_revoked', 'ada', 'command-line', 'mine'],
      ['subscription_set', localAdministrator.name, 'graphql', 'basic'],
      ['suspended', 'ada', 'command-line', null],
    ]);
  });
});

describe('administration', () => {
  const callers = {
    anonymous: [requestOf(), 'UNAUTHENTICATED'],
    analyst: [requestOf({ kind: 'operator', role: 'analyst', name: 'ann', tenantId: null }), 'FORBIDDEN'],
    account: [requestOf({ kind: 'account', accountId: 'x', username: 'x' }), 'FORBIDDEN'],
    mirror: [requestOf({ kind: 'mirror-client', clientId: 'x' }), 'FORBIDDEN'],
  } as const;

  test.each(Object.entries(callers))('is denied to callers of the kind %s', async (_, [request, code]) => {
    const username = await newAccount(world);
    const { id } = await accountOf(username);
    const rejected = [
      world.service.approveAccount(request, { username }),
      world.service.rejectAccount(request, { username }),
      world.service.suspendAccount(request, { username }),
      world.service.setSubscription(request, { username, tier: 'basic', expiresAt: null }),
      world.service.revokeKeyOfAccount(request, { username, name: 'default' }),
      world.service.listAccounts(request, {}),
      world.service.countListedAccounts(request, {}),
      world.service.readAccount(request, { username }),
      world.service.keysOfAccounts(request, [id]),
      world.service.eventsOfAccounts(request, { accountIds: [], first: 1 }),
      world.service.listMails(request, {}),
      world.service.retryMail(request, { id: 'x' }),
    ];
    expect(await Promise.all(rejected.map(codeOf))).toEqual(rejected.map(() => code));
    expect(await accountOf(username)).toMatchObject({ status: 'pending' });
  });
});

describe('listing accounts', () => {
  test('pages through accounts, newest first, and filters them by status, tier and text', async () => {
    const marker = newName('listed');
    const usernames: string[] = [];
    for (let index = 0; index < 5; index++) {
      world.clock.milliseconds += minuteMs;
      usernames.unshift(await newAccount(world, `${marker}-${index}`));
    }
    await world.service.approveAccount(admin(), { username: `${marker}-2` });
    const filter = { search: marker.toUpperCase() };
    const collected: string[] = [];
    let after: string | null = null;
    do {
      const page = await world.service.listAccounts(admin(), { filter, first: 2, after });
      collected.push(...page.nodes.map(({ username }) => username));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(collected).toEqual(usernames);
    const approvedOnly = await world.service.listAccounts(admin(), { filter: { ...filter, status: 'approved' } });
    expect(approvedOnly.nodes.map(({ username }) => username)).toEqual([`${marker}-2`]);
    const trials = await world.service.listAccounts(admin(), { filter: { ...filter, tier: 'trial' } });
    expect(trials.nodes).toHaveLength(1);
    expect(await world.service.countListedAccounts(admin(), trials.criteria)).toBe(1);
    for (const search of ['a\0b', 'x'.repeat(maxCharacters.search)]) {
      expect((await world.service.listAccounts(admin(), { filter: { search } })).nodes).toEqual([]);
    }
    const tooLong = { search: 'x'.repeat(maxCharacters.search + 1) };
    expect(await codeOf(world.service.listAccounts(admin(), { filter: tooLong }))).toBe('BAD_USER_INPUT');
  });

  test.each([{ first: 0 }, { first: 1001 }, { after: 'nonsense' }, { after: 'WyJhY2NvdW50X2NyZWF0ZWQiLDEsIngiXQ' }])(
    'rejects %j',
    async (page) => expect(await codeOf(world.service.listAccounts(admin(), page))).toBe('BAD_USER_INPUT'),
  );
});
