import { describe, expect, test } from 'vitest';
import { type SecurityEvent, SecurityEvents } from '../../platform/security-events.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import {
  admin,
  codeOf,
  describeAccountWorld,
  minuteMs,
  newName,
  password,
  requestOf,
} from './support/account-world.js';
import { credentialWorldOf } from './support/credential-world.js';
import { startMailServer } from './support/smtp-world.js';

const world = describeAccountWorld();
const { deliverEmails, token } = credentialWorldOf(world);
const rateLimited = 'RATE_LIMITED';
const wrongPassword = 'UNAUTHENTICATED';

const requestFrom = (sourceAddress: string) => requestOf(undefined, { sourceAddress });

async function guess(username: string, from = requestOf(), attempted = 'not the password'): Promise<unknown> {
  return await codeOf(world.service.generateKey(from, { username, password: attempted, name: newName('key') }));
}

/** Creates an approved account, registered from this address. */
async function createAccountFrom(sourceAddress: string): Promise<string> {
  const username = newName();
  const email = `${username}@mail.example`;
  await world.service.registerAccount(requestFrom(sourceAddress), { username, email, password });
  await world.service.approveAccount(admin(), { username });
  return username;
}

async function repeat(times: number, run: (index: number) => Promise<unknown>): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let index = 0; index < times; index++) outcomes.push(await run(index));
  return outcomes;
}

describe('password guessing', () => {
  test('does not lock the owner out at the address of the registration', async () => {
    const username = await createAccountFrom('192.0.2.1');
    expect((await repeat(25, () => guess(username))).slice(19, 21)).toEqual([wrongPassword, rateLimited]);
    expect(await guess(username, requestOf(), password)).toBe(rateLimited);
    expect(await guess(username, requestFrom('192.0.2.1'), password)).toBe('done');
  });

  test('is reported with its account, even beyond the limit', async () => {
    const username = await createAccountFrom('192.0.2.9');
    const events: SecurityEvent[] = [];
    const securityEvents = new SecurityEvents({
      ...world.platform,
      audit: { add: (event) => void events.push(event as SecurityEvent) },
    });
    const service = createZoneService({ ...world.platform, securityEvents });
    for (let count = 0; count <= 20; count++) {
      await codeOf(service.generateKey(requestOf(), { username, password: 'not the password', name: 'key' }));
    }
    const [account] = await world.test.database.sql`select id from zones.account where username = ${username}`;
    const objects = [`account:${account?.id}`];
    expect(events.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 20 }, () => 'password_rejected'),
      'authentication_throttled',
    ]);
    expect(events.at(0)).toMatchObject({ objects });
    expect(events.at(-1)).toMatchObject({ objects, facts: { scheme: 'password' } });
  });

  test('does not lock the owner out at an address with an earlier successful login', async () => {
    const username = await createAccountFrom('192.0.2.2');
    expect(await guess(username, requestFrom('198.51.100.7'), password)).toBe('done');
    await repeat(25, () => guess(username));
    expect(await guess(username, requestFrom('::ffff:198.51.100.7'), password)).toBe('done');
    expect(await guess(username, requestFrom('198.51.100.8'), password)).toBe(rateLimited);
  });

  test('does not lock the owner out permanently: a token from an email unlocks the address from which it is used', async () => {
    const username = await createAccountFrom('192.0.2.3');
    const server = await startMailServer();
    await deliverEmails(server, username);
    await repeat(25, () => guess(username));
    await world.service.requestPasswordReset(requestFrom('203.0.113.9'), { email: `${username}@mail.example` });
    const newPassword = 'a dozen quiet mountains';
    await world.service.resetPassword(requestFrom('203.0.113.9'), {
      token: await token(server, username),
      newPassword,
    });
    expect(await guess(username, requestFrom('203.0.113.9'), newPassword)).toBe('done');
    expect(await guess(username, requestFrom('192.0.2.3'), newPassword)).toBe(rateLimited);
  });

  test('is limited to 20 attempts in 15 minutes, even from 60 addresses', async () => {
    const username = await createAccountFrom('192.0.2.4');
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(username, requestFrom(`203.0.113.${100 + index}`))),
    );
    expect(outcomes.filter((outcome) => outcome === wrongPassword)).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === rateLimited)).toHaveLength(40);
    world.clock.milliseconds += 15 * minuteMs;
    expect(await guess(username)).toBe(wrongPassword);
  });

  test('has a separate limit of 20 attempts at an address of the owner, which then applies to the owner too', async () => {
    const username = await createAccountFrom('192.0.2.5');
    const outcomes = await repeat(21, () => guess(username, requestFrom('192.0.2.5')));
    expect(outcomes).toEqual([...Array(20).fill(wrongPassword), rateLimited]);
    expect(await guess(username, requestFrom('192.0.2.5'), password)).toBe(rateLimited);
    expect(await guess(username, requestOf(), password)).toBe('done');
    world.clock.milliseconds += 15 * minuteMs;
    expect(await guess(username, requestFrom('192.0.2.5'), password)).toBe('done');
  });

  test('is also limited at the address of another account’s owner', async () => {
    const username = await createAccountFrom('192.0.2.6');
    await createAccountFrom('192.0.2.7');
    await repeat(20, () => guess(username));
    expect(await guess(username, requestFrom('192.0.2.7'), password)).toBe(rateLimited);
  });
});

describe('known addresses of an account', () => {
  async function sourcesOf(username: string): Promise<string[]> {
    const rows = await world.test.database.sql`
      select source from zones.known_source join zones.account on account.id = account_id
      where username = ${username} order by last_succeeded_at, source`;
    return rows.map(({ source }) => source);
  }

  test('are limited to the 20 latest ones', async () => {
    const username = await createAccountFrom('192.0.2.8');
    for (let index = 1; index <= 20; index++) {
      world.clock.milliseconds += 15 * minuteMs;
      expect(await guess(username, requestFrom(`198.51.100.${index}`), password)).toBe('done');
    }
    const sources = await sourcesOf(username);
    expect(sources).toHaveLength(20);
    expect(sources).not.toContain('192.0.2.8');
    expect(sources.at(-1)).toBe('198.51.100.20');
  });

  test('are not recorded for wrong passwords', async () => {
    const username = await createAccountFrom('192.0.2.9');
    await repeat(3, () => guess(username, requestFrom('198.51.100.99')));
    expect(await sourcesOf(username)).toEqual(['192.0.2.9']);
  });

  test('are deleted on a password change, except the address of the change', async () => {
    const username = await createAccountFrom('192.0.2.10');
    const change = { username, password, newPassword: 'a dozen quiet mountains' };
    await world.service.changePassword(requestFrom('192.0.2.11'), change);
    expect(await sourcesOf(username)).toEqual(['192.0.2.11']);
  });

  test('are /64 networks for IPv6', async () => {
    const username = await createAccountFrom('2001:db8:0:5::1');
    await repeat(20, () => guess(username));
    expect(await guess(username, requestFrom('2001:db8:0:5:ffff::2'), password)).toBe('done');
    expect(await guess(username, requestFrom('2001:db8:0:6::1'), password)).toBe(rateLimited);
  });

  test('are deleted half a year after their last use', async () => {
    const username = await createAccountFrom('192.0.2.12');
    const sweep = world.service.jobs.find(({ name }) => name === 'zones.sweep-accounts');
    world.clock.milliseconds += 180 * 24 * 60 * minuteMs;
    await sweep?.run({});
    expect(await sourcesOf(username)).toEqual(['192.0.2.12']);
    world.clock.milliseconds += 1;
    await sweep?.run({});
    expect(await sourcesOf(username)).toEqual([]);
  });
});
