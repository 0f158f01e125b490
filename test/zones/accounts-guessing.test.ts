import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../subgraphs/zones/accounts/service/passwords.js';
import {
  admin,
  approved,
  codeOf,
  describeAccountWorld,
  minute,
  newName,
  password,
  registered,
  requestOf,
} from './support/account-world.js';

const world = describeAccountWorld();

async function generate(username: string, differences: Record<string, unknown> = {}, from = requestOf()) {
  return await world.service.generateKey(from, { username, password, name: newName('key'), ...differences });
}

describe('nobody learns from generating keys', () => {
  test('whether a username exists: a wrong password and an unknown username get the same response', async () => {
    const usernames = {
      approved: await approved(world),
      pending: await registered(world),
      rejected: await registered(world),
      suspended: await approved(world),
      unknown: newName('unknown'),
      impossible: 'a\0b',
      long: 'x'.repeat(10_000),
    };
    await world.service.rejectAccount(admin(), { username: usernames.rejected });
    await world.service.suspendAccount(admin(), { username: usernames.suspended });
    const heard = new Set<string>();
    for (const username of Object.values(usernames)) {
      for (const wrong of ['not the password', '', 'x'.repeat(100_000), 'half \ud800']) {
        await generate(username, { password: wrong }).catch((error) => heard.add(JSON.stringify([error.code, error])));
      }
    }
    expect(heard.size).toBe(1);
    expect([...heard][0]).toContain('UNAUTHENTICATED');
  });

  test('in which way an account is not approved, also with the right password', async () => {
    const [pending, rejected, suspended] = [await registered(world), await registered(world), await approved(world)];
    await world.service.rejectAccount(admin(), { username: rejected });
    await world.service.suspendAccount(admin(), { username: suspended });
    const heard = new Set<string>();
    for (const username of [pending, rejected, suspended]) {
      await generate(username).catch((error) =>
        heard.add(`${error.code} ${error.message} ${JSON.stringify(error.details)}`),
      );
    }
    expect(heard).toEqual(new Set(['FORBIDDEN The account is not approved {"reason":"account_not_approved"}']));
  });

  test('by the time it takes: an unknown name costs a hash too', async () => {
    const username = await approved(world);
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const least = (kind: string) => Math.min(...(times[kind] ?? []));
    // A hash takes ten milliseconds and more, everything else about one.
    const areAlike = () => least('unknown') > least('known') / 2 && least('known') > least('unknown') / 2;
    // On a machine that is busy with other things, it takes more rounds until both have had a quiet moment.
    for (let round = 0; round < 12 || (round < 60 && !areAlike()); round++) {
      for (const [kind, name] of [
        ['known', username],
        ['unknown', newName('unknown')],
      ] as const) {
        const began = performance.now();
        await codeOf(generate(name, { password: 'not the password' }));
        times[kind]?.push(performance.now() - began);
      }
    }
    expect(least('unknown')).toBeGreaterThan(least('known') / 2);
    expect(least('known')).toBeGreaterThan(least('unknown') / 2);
  });
});

describe('passwords', () => {
  test('are checked two at once, sixty-four wait, and more are told to come again', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 70 }, () => codeOf(verifyPassword(password, { hashed: undefined }))),
    );
    expect(outcomes).toEqual([...Array(66).fill('done'), ...Array(4).fill('RATE_LIMITED')]);
    expect(await verifyPassword(password, { hashed: await hashPassword(password) })).toBe(true);
  });

  test('that too many wait for are refused with the limit, and the second after which to come again', async () => {
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

  test('that were hashed at another cost are hashed anew when they are right, and stay right', async () => {
    const username = await approved(world);
    const weak = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const stored = async (): Promise<string> => {
      const [row] = await world.test.database.sql`select password_hash from zones.account where username = ${username}`;
      return row?.password_hash;
    };
    await world.test.database.sql`update zones.account set password_hash = ${weak} where username = ${username}`;
    expect(await codeOf(generate(username, { password: 'not the password' }))).toBe('UNAUTHENTICATED');
    expect(await stored()).toBe(weak);
    expect(await codeOf(generate(username))).toBe('done');
    const renewed = await stored();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await codeOf(generate(username))).toBe('done');
    expect(await stored()).toBe(renewed);
  });

  test('are the same however a keyboard writes their letters', async () => {
    const hashed = await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('cafe\u0301 cafe\u0301 cafe\u0301', { hashed })).toBe(true);
    expect(await verifyPassword('cafe cafe cafe', { hashed })).toBe(false);
  });
});

describe('how often', () => {
  async function outcomesOf(count: number, ask: (index: number) => Promise<unknown>): Promise<unknown[]> {
    const outcomes: unknown[] = [];
    for (let index = 0; index < count; index++) outcomes.push(await codeOf(ask(index)));
    return outcomes;
  }

  test('an address may register is thirty times an hour, and the hour is told', async () => {
    world.clock.milliseconds = Date.parse('2026-07-01T12:20:00Z');
    const from = { sourceAddress: '203.0.113.1' };
    const ask = () => {
      const username = newName();
      return world.service.registerAccount(requestOf(undefined, from), {
        username,
        email: `${username}@mail.example`,
        password,
      });
    };
    expect(await outcomesOf(31, ask)).toEqual([...Array(30).fill('done'), 'RATE_LIMITED']);
    await expect(ask()).rejects.toMatchObject({
      details: { limit: 30, used: 30, retryAfterSeconds: 2400, resetsAt: '2026-07-01T13:00:00.000Z' },
    });
    from.sourceAddress = '203.0.113.2';
    expect(await codeOf(ask())).toBe('done');
    from.sourceAddress = '203.0.113.1';
    world.clock.milliseconds = Date.parse('2026-07-01T13:00:00Z');
    expect(await codeOf(ask())).toBe('done');
  });

  test('of IPv6 is counted by the network of 64 bits', async () => {
    const ask = (index: number) => {
      const username = newName();
      const from = { sourceAddress: `2001:db8:0:1::${index.toString(16)}` };
      return world.service.registerAccount(requestOf(undefined, from), {
        username,
        email: `${username}@mail.example`,
        password,
      });
    };
    expect((await outcomesOf(31, ask)).at(-1)).toBe('RATE_LIMITED');
    const elsewhere = world.service.registerAccount(requestOf(undefined, { sourceAddress: '2001:db8:0:2::1' }), {
      ...{ username: newName(), email: `${newName()}@mail.example`, password },
    });
    expect(await codeOf(elsewhere)).toBe('done');
  });

  test('strangers may try a password is twenty times for one name, known or not, from wherever', async () => {
    for (const username of [await approved(world), newName('unknown')]) {
      const outcomes = await outcomesOf(21, () => generate(username, { password: 'not the password' }));
      expect(outcomes).toEqual([...Array(20).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
      expect(await codeOf(generate(username.toUpperCase()))).toBe('RATE_LIMITED');
      world.clock.milliseconds += 15 * minute;
      expect(await codeOf(generate(username, { password: 'not the password' }))).toBe('UNAUTHENTICATED');
    }
  });

  test('an address may try passwords is sixty times', async () => {
    const from = requestOf();
    const ask = () => generate(newName('unknown'), {}, from);
    expect((await outcomesOf(61, ask)).slice(59)).toEqual(['UNAUTHENTICATED', 'RATE_LIMITED']);
  });

  test('what is malformed is not counted', async () => {
    const from = requestOf();
    const username = await approved(world);
    await outcomesOf(80, () => generate(username, { name: '..' }, from));
    expect(await codeOf(generate(username, {}, from))).toBe('done');
  });
});
