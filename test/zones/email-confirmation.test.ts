import { describe, expect, test } from 'vitest';
import { silentLog } from '../../platform/log.js';
import {
  admin,
  codeOf,
  dayMs,
  describeAccountWorld,
  newAccount,
  newName,
  partsOf,
  requestOf,
} from './support/account-world.js';
import { credentialWorldOf } from './support/credential-world.js';
import { startMailServer } from './support/smtp-world.js';

const world = describeAccountWorld({ RAMPART_ZONES_EMAIL_CONFIRMATION: 'required' });
const { deliverEmails, token, outbox } = credentialWorldOf(world);

async function isConfirmed(username: string): Promise<boolean | undefined> {
  return (await world.service.readAccount(admin(), { username }))?.emailConfirmed;
}

async function readMailedToken(username: string): Promise<string> {
  return await token(await startMailServer(), username);
}

describe('email confirmation', () => {
  test('sends an email with a token at registration, and permits the approval after the token is used', async () => {
    const username = await newAccount(world);
    const rejected = world.service.approveAccount(admin(), { username });
    await expect(rejected).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'email_not_confirmed' },
      message: `The account ${username} has not confirmed its email address ${username}@mail.example: wait for the confirmation, or approve it with --unconfirmed (in the GraphQL API: allowUnconfirmedEmail)`,
    });
    const mailed = await readMailedToken(username);
    const confirmation = { username, email: `${username}@mail.example` };
    expect(await world.service.confirmEmail(requestOf(), { token: mailed })).toEqual(confirmation);
    expect(await codeOf(world.service.confirmEmail(requestOf(), { token: mailed }))).toBe('BAD_USER_INPUT');
    expect(await isConfirmed(username)).toBe(true);
    expect(await world.service.approveAccount(admin(), { username })).toMatchObject({ isFirst: true });
  });

  test('can be skipped by an administrator', async () => {
    const username = await newAccount(world);
    const approval = await world.service.approveAccount(admin(), { username, allowUnconfirmedEmail: true });
    expect(approval).toMatchObject({ isFirst: true, account: { emailConfirmed: false } });
    const [entry] = await world.test.database.sql`
      select after from platform.audit_pending
      where action = 'approve.account' and ${`account:${approval.account.id}`} = any (objects)`;
    expect(entry?.after).toEqual({ status: 'approved', emailConfirmed: false });
    await world.service.suspendAccount(admin(), { username });
    expect(await world.service.approveAccount(admin(), { username })).toMatchObject({ isFirst: false });
  });

  test.each([
    ['valid just before seven days', 7 * dayMs - 1, 'done'],
    ['expired after seven days', 7 * dayMs, 'BAD_USER_INPUT'],
  ])('has a token that is %s', async (_, elapsedMs, outcome) => {
    const username = await newAccount(world);
    const mailed = await readMailedToken(username);
    world.clock.milliseconds += elapsedMs;
    expect(await codeOf(world.service.confirmEmail(requestOf(), { token: mailed }))).toBe(outcome);
  });

  test('sends another email on request until the address is confirmed', async () => {
    const username = await newAccount(world);
    const server = await startMailServer();
    const first = await token(server, username);
    const email = `${username}@MAIL.example`;
    expect(await world.service.requestEmailConfirmation(requestOf(), { email })).toEqual({ email });
    const second = await token(server, username);
    expect(second).not.toBe(first);
    await world.service.confirmEmail(requestOf(), { token: second });
    expect(await codeOf(world.service.confirmEmail(requestOf(), { token: first }))).toBe('BAD_USER_INPUT');
    await world.service.requestEmailConfirmation(requestOf(), { email });
    expect(await deliverEmails(server, username)).toEqual([]);
    expect(await outbox(username)).toEqual(['email_confirmation sent', 'email_confirmation sent']);
  });

  test('rejects a password reset token, and vice versa', async () => {
    const username = await newAccount(world);
    const confirmation = await readMailedToken(username);
    await world.service.requestPasswordReset(requestOf(), { email: `${username}@mail.example` });
    const reset = await readMailedToken(username);
    expect(await codeOf(world.service.confirmEmail(requestOf(), { token: reset }))).toBe('BAD_USER_INPUT');
    const swapped = { token: confirmation, newPassword: 'a dozen quiet mountains' };
    expect(await codeOf(world.service.resetPassword(requestOf(), swapped))).toBe('BAD_USER_INPUT');
  });

  test('takes effect once for concurrent uses of one token', async () => {
    const username = await newAccount(world);
    const mailed = await readMailedToken(username);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(world.service.confirmEmail(requestOf(), { token: mailed }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  });
});

test.each([
  ['auto', '', 'done', []],
  ['auto', 'smtp://mail.example', 'CONFLICT', ['email_confirmation waiting']],
  ['required', '', 'CONFLICT', ['email_confirmation waiting']],
  ['off', 'smtp://mail.example', 'done', []],
] as const)(
  'with email_confirmation = %s and the mail server %j, the result of an approval is %s',
  async (emailConfirmation, smtpUrl, outcome, mails) => {
    const { configuration } = world.test;
    const test = {
      ...world.test,
      configuration: {
        ...configuration,
        zones: { ...configuration.zones, emailConfirmation },
        mail: { ...configuration.mail, smtpUrl },
      },
    };
    const parts = partsOf({ test, clock: world.clock, log: silentLog });
    const username = newName('mode');
    await newAccount({ ...world, ...parts }, username);
    expect(await outbox(username)).toEqual(mails);
    expect(await codeOf(parts.service.approveAccount(admin(), { username }))).toBe(outcome);
  },
);

test('email confirmation does not apply to accounts from earlier releases', async () => {
  await world.test.database.sql`
    insert into zones.account (username, email, username_key, email_key, password_hash, status, created_at)
    values ('older', 'older@mail.example', 'older', 'older@mail.example', '', 'pending', 0)`;
  expect(await isConfirmed('older')).toBe(true);
  expect(await codeOf(world.service.approveAccount(admin(), { username: 'older' }))).toBe('done');
});
