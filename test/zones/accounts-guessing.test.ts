import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../subgraphs/zones/accounts/service/passwords.js';
import {
  admin,
  codeOf,
  describeAccountWorld,
  minuteMs,
  newAccount,
  newApprovedAccount,
  newName,
  password,
  requestOf,
} from './support/account-world.js';

const world = describeAccountWorld();

async function generate(username: string, differences: Record<string, unknown> = {}, from = requestOf()) {
  return await world.service.generateKey(from, { username, password, name: newName('key'), ...differences });
}

describe('generating keys', () => {
  test('does not reveal whether a username exists: a wrong password and an unknown username have the same response', async () => {
    const usernames = {
      approved: await newApprovedAccount(world),
      pending: await newAccount(world),
      rejected: await newAccount(world),
      suspended: await newApprovedAccount(world),
      unknown: newName('unknown'),
      impossible: 'a\0b',
      long: 'x'.repeat(10_000),
    };
    await world.service.rejectAccount(admin(), { username: usernames.rejected });
    await world.service.suspendAccount(admin(), { username: usernames.suspended });
    const errors = new Set<string>();
    for (const username of Object.values(usernames)) {
      for (const wrong of ['not the password', '', 'x'.repeat(100_000), 'half \ud800']) {
        await generate(username, { password: wrong }).catch((error) => errors.add(JSON.stringify([error.code, error])));
      }
    }
    expect(errors.size).toBe(1);
    expect([...errors][0]).toContain('UNAUTHENTICATED');
  });

  test('does not reveal why an account is not approved, even with the right password', async () => {
    const [pending, rejected, suspended] = [
      await newAccount(world),
      await newAccount(world),
      await newApprovedAccount(world),
    ];
    await world.service.rejectAccount(admin(), { username: rejected });
    await world.service.suspendAccount(admin(), { username: suspended });
    const errors = new Set<string>();
    for (const username of [pending, rejected, suspended]) {
      await generate(username).catch((error) =>
        errors.add(`${error.code} ${error.message} ${JSON.stringify(error.details)}`),
      );
    }
    expect(errors).toEqual(new Set(['FORBIDDEN The account is not approved {"reason":"account_not_approved"}']));
  });

  test('does not reveal by timing whether a username exists, because the password is always hashed', async () => {
    const username = await newApprovedAccount(world);
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const minimum = (kind: string) => Math.min(...(times[kind] ?? []));
    // A hash takes at least ten milliseconds, everything else about one.
    const areAlike = () => minimum('unknown') > minimum('known') / 2 && minimum('known') > minimum('unknown') / 2;
    // A busy machine needs more rounds until both were measured without interference.
    for (let round = 0; round < 12 || (round < 60 && !areAlike()); round++) {
      for (const [kind, name] of [
        ['known', username],
        ['unknown', newName('unknown')],
      ] as const) {
        const startedAt = performance.now();
        await codeOf(generate(name, { password: 'not the password' }));
        times[kind]?.push(performance.now() - startedAt);
      }
    }
    expect(minimum('unknown')).toBeGreaterThan(minimum('known') / 2);
    expect(minimum('known')).toBeGreaterThan(minimum('unknown') / 2);
  });
});

describe('passwords', () => {
  test('are verified two at a time; 64 more wait, and further ones are rejected', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 70 }, () => codeOf(verifyPassword(password, { hashed: undefined }))),
    );
    expect(outcomes).toEqual([...Array(66).fill('done'), ...Array(4).fill('RATE_LIMITED')]);
    expect(await verifyPassword(password, { hashed: await hashPassword(password) })).toBe(true);
  });

  test('are rejected with the limit and Retry-After if too many wait', async () => {
    const checks = await Promise.allSettled(
      Array.from({ length: 67 }, () => verifyPassword(password, { hashed: undefined })),
    );
    expect(checks.at(-1)).toMatchObject({
      reason: {
        code: 'RATE_LIMITED',
        details: { limit: 66, used: 66, retryAfterSeconds: 1, resetsAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      },
    });
  });

  test('are hashed again after a successful login if they were hashed with other parameters', async () => {
    const username = await newApprovedAccount(world);
    const weakHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const stored = async (): Promise<string> => {
      const [row] = await world.test.database.sql`select password_hash from zones.account where username = ${username}`;
      return row?.password_hash;
    };
    await world.test.database.sql`update zones.account set password_hash = ${weakHash} where username = ${username}`;
    expect(await codeOf(generate(username, { password: 'not the password' }))).toBe('UNAUTHENTICATED');
    expect(await stored()).toBe(weakHash);
    expect(await codeOf(generate(username))).toBe('done');
    const renewed = await stored();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await codeOf(generate(username))).toBe('done');
    expect(await stored()).toBe(renewed);
  });

  test('are normalized, so equal characters match regardless of the keyboard', async () => {
    const hashed = await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('cafe\u0301 cafe\u0301 cafe\u0301', { hashed })).toBe(true);
    expect(await verifyPassword('cafe cafe cafe', { hashed })).toBe(false);
  });
});

describe('attempts', () => {
  async function outcomesOf(count: number, sendRequest: (index: number) => Promise<unknown>): Promise<unknown[]> {
    const outcomes: unknown[] = [];
    for (let index = 0; index < count; index++) outcomes.push(await codeOf(sendRequest(index)));
    return outcomes;
  }

  test('to register are limited to 30 per hour and address, and the error reports when the period ends', async () => {
    world.clock.milliseconds = Date.parse('2026-07-01T12:20:00Z');
    const from = { sourceAddress: '203.0.113.1' };
    const sendRequest = () => {
      const username = newName();
      return world.service.registerAccount(requestOf(undefined, from), {
        username,
        email: `${username}@mail.example`,
        password,
      });
    };
    expect(await outcomesOf(31, sendRequest)).toEqual([...Array(30).fill('done'), 'RATE_LIMITED']);
    await expect(sendRequest()).rejects.toMatchObject({
      details: { limit: 30, used: 30, retryAfterSeconds: 2400, resetsAt: '2026-07-01T13:00:00.000Z' },
    });
    from.sourceAddress = '203.0.113.2';
    expect(await codeOf(sendRequest())).toBe('done');
    from.sourceAddress = '203.0.113.1';
    world.clock.milliseconds = Date.parse('2026-07-01T13:00:00Z');
    expect(await codeOf(sendRequest())).toBe('done');
  });

  test('are counted by /64 network for IPv6 clients', async () => {
    const sendRequest = (index: number) => {
      const username = newName();
      const from = { sourceAddress: `2001:db8:0:1::${index.toString(16)}` };
      return world.service.registerAccount(requestOf(undefined, from), {
        username,
        email: `${username}@mail.example`,
        password,
      });
    };
    expect((await outcomesOf(31, sendRequest)).at(-1)).toBe('RATE_LIMITED');
    const registration = world.service.registerAccount(requestOf(undefined, { sourceAddress: '2001:db8:0:2::1' }), {
      ...{ username: newName(), email: `${newName()}@mail.example`, password },
    });
    expect(await codeOf(registration)).toBe('done');
  });

  test('by unknown clients are limited to 20 per username in 15 minutes, whether or not the username exists', async () => {
    for (const username of [await newApprovedAccount(world), newName('unknown')]) {
      const outcomes = await outcomesOf(21, () => generate(username, { password: 'not the password' }));
      expect(outcomes).toEqual([...Array(20).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
      expect(await codeOf(generate(username.toUpperCase()))).toBe('RATE_LIMITED');
      world.clock.milliseconds += 15 * minuteMs;
      expect(await codeOf(generate(username, { password: 'not the password' }))).toBe('UNAUTHENTICATED');
    }
  });

  test('are limited to 60 per address in 15 minutes', async () => {
    const from = requestOf();
    const sendRequest = () => generate(newName('unknown'), {}, from);
    expect((await outcomesOf(61, sendRequest)).slice(59)).toEqual(['UNAUTHENTICATED', 'RATE_LIMITED']);
  });

  test('are not counted if the input is malformed', async () => {
    const from = requestOf();
    const username = await newApprovedAccount(world);
    await outcomesOf(80, () => generate(username, { name: '..' }, from));
    expect(await codeOf(generate(username, {}, from))).toBe('done');
  });
});
