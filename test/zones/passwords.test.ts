import { describe, expect, test } from 'vitest';
import { createRecordingDatabase } from '../support/recorded-statements.js';
import {
  admin,
  authenticateKey,
  codeOf,
  describeAccountWorld,
  keyOf,
  minuteMs,
  newAccount,
  newApprovedAccount,
  newName,
  partsOf,
  password,
  requestOf,
} from './support/account-world.js';
import { credentialWorldOf, tokenOf } from './support/credential-world.js';
import { startMailServer } from './support/smtp-world.js';

const world = describeAccountWorld();
const { deliverEmails, token, outbox } = credentialWorldOf(world);
const newPassword = 'a dozen quiet mountains';

async function generate(username: string, attempt: string, from = requestOf()) {
  return await world.service.generateKey(from, { username, password: attempt, name: newName('key') });
}

async function requestReset(username: string, from = requestOf()) {
  return await world.service.requestPasswordReset(from, { email: `${username}@mail.example` });
}

/** Requests a password reset, and returns the token of its email. */
async function resetToken(username: string): Promise<string> {
  const server = await startMailServer();
  await deliverEmails(server, username);
  await requestReset(username);
  return await token(server, username);
}

describe('changing a password', () => {
  test('requires the current one, and activates the new one', async () => {
    const username = await newApprovedAccount(world);
    const change = { username: username.toUpperCase(), password, newPassword };
    const wrong = world.service.changePassword(requestOf(), { ...change, password: 'not the password' });
    expect(await codeOf(wrong)).toBe('UNAUTHENTICATED');
    expect(await world.service.changePassword(requestOf(), change)).toEqual({ username, revokedKeys: 0 });
    expect(await codeOf(generate(username, password))).toBe('UNAUTHENTICATED');
    expect(await codeOf(generate(username, newPassword))).toBe('done');
  });

  test('notifies the owner by email, without the passwords', async () => {
    const username = await newApprovedAccount(world);
    const server = await startMailServer();
    await deliverEmails(server, username);
    await world.service.changePassword(requestOf(), { username, password, newPassword });
    const [mail, ...others] = await deliverEmails(server, username);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/^Subject: Your password was changed\r$/m);
    expect(mail?.text).not.toMatch(/mountains|horse/);
    expect(world.logged.join('\n')).not.toMatch(/mountains|horse/);
  });

  test('does not revoke keys unless the request asks for it', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username);
    await world.service.changePassword(requestOf(), { username, password, newPassword });
    expect(await authenticateKey(world, key)).toMatchObject({ username });
    const nextChange = { username, password: newPassword, newPassword: password, revokeKeys: true };
    expect(await world.service.changePassword(requestOf(), nextChange)).toEqual({ username, revokedKeys: 2 });
    expect(await codeOf(authenticateKey(world, key))).toBe('UNAUTHENTICATED');
  });

  test('invalidates reset tokens that were sent before', async () => {
    const username = await newApprovedAccount(world);
    const mailed = await resetToken(username);
    await world.service.changePassword(requestOf(), { username, password, newPassword });
    const reset = world.service.resetPassword(requestOf(), { token: mailed, newPassword: password });
    expect(await codeOf(reset)).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['short', 'The new password must have 12 to 256 characters'],
    ['Password1234', 'The new password is one of the most common passwords: choose a less common one'],
    [password, 'The new password must differ from the current one'],
  ])('rejects %s', async (chosen, message) => {
    const username = await newApprovedAccount(world);
    const change = world.service.changePassword(requestOf(), { username, password, newPassword: chosen });
    await expect(change).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
  });

  test('requires an approved account', async () => {
    const [pending, suspended] = [await newAccount(world), await newApprovedAccount(world)];
    await world.service.suspendAccount(admin(), { username: suspended });
    for (const username of [pending, suspended]) {
      const change = world.service.changePassword(requestOf(), { username, password, newPassword });
      expect(await codeOf(change)).toBe('FORBIDDEN');
    }
  });

  test('concurrently with the same current password succeeds once', async () => {
    const username = await newApprovedAccount(world);
    const chosen = ['first new password', 'second new password', 'third new password', 'fourth new password'];
    const outcomes = await Promise.all(
      chosen.map((each) =>
        codeOf(world.service.changePassword(requestOf(), { username, password, newPassword: each })),
      ),
    );
    expect([...outcomes].sort()).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED', 'done']);
    expect(await codeOf(generate(username, chosen[outcomes.indexOf('done')] ?? ''))).toBe('done');
  });

  test('invalidates key requests that were verified with the previous password', async () => {
    const username = await newApprovedAccount(world);
    await Promise.all([
      world.service.changePassword(requestOf(), { username, password, newPassword, revokeKeys: true }),
      ...Array.from({ length: 6 }, () => codeOf(generate(username, password))),
    ]);
    const account = await world.service.readAccount(admin(), { username });
    const [keys] = await world.service.keysOfAccounts(admin(), [account?.id ?? '']);
    expect(keys).toEqual([]);
  });
});

describe('resetting a password', () => {
  test('sends a token that is valid once, for an hour, and stored only as a hash', async () => {
    const username = await newApprovedAccount(world);
    const mailed = await resetToken(username);
    const rows = await world.test.database.sql`select t::text from zones.credential_token t`;
    expect(JSON.stringify(rows)).not.toContain(mailed.slice(9));
    const reset = () => world.service.resetPassword(requestOf(), { token: mailed, newPassword });
    expect(await reset()).toEqual({ username, revokedKeys: 0 });
    expect(await codeOf(reset())).toBe('BAD_USER_INPUT');
    expect(await codeOf(generate(username, newPassword))).toBe('done');
    expect(await codeOf(generate(username, password))).toBe('UNAUTHENTICATED');
    expect(await outbox(username)).toContain('password_changed waiting');
  });

  test.each([
    ['valid just before an hour', 60 * minuteMs - 1, 'done'],
    ['expired after an hour', 60 * minuteMs, 'BAD_USER_INPUT'],
  ])('has a token that is %s', async (_, elapsedMs, outcome) => {
    const username = await newApprovedAccount(world);
    const mailed = await resetToken(username);
    world.clock.milliseconds += elapsedMs;
    const reset = world.service.resetPassword(requestOf(), { token: mailed, newPassword });
    expect(await codeOf(reset)).toBe(outcome);
  });

  test('sends a link below public_url, and the token on a separate line', async () => {
    const username = await newApprovedAccount(world);
    const server = await startMailServer();
    await deliverEmails(server, username);
    await requestReset(username);
    const [mail] = await deliverEmails(server, username);
    const text = (mail?.text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toContain(`https://feed.example/#/reset-password?token=${tokenOf(mail)}`);
    expect(text).toContain('POST https://feed.example/auth/password/reset');
    expect(mail?.text).toMatch(/^ {4}zf_reset_\w{36}\r$/m);
  });

  test('returns the same response and runs the same statements, whether or not the account exists', async () => {
    const username = await newApprovedAccount(world);
    const statements: string[] = [];
    const test = { ...world.test, database: createRecordingDatabase(world.test.database, statements) };
    const { service } = partsOf({ test, clock: world.clock, log: world.platform.log });
    const requested = async (email: string) => {
      statements.length = 0;
      expect(await service.requestPasswordReset(requestOf(), { email })).toEqual({ email });
      return [...statements];
    };
    const toExisting = await requested(`${username}@mail.example`);
    expect(toExisting.length).toBeGreaterThan(2);
    expect(await requested('nobody-at-all@mail.example')).toEqual(toExisting);
    expect(await outbox(username)).toContain('password_reset waiting');
  });

  test('does not use up the token if the new password is rejected', async () => {
    const username = await newApprovedAccount(world);
    const mailed = await resetToken(username);
    const common = world.service.resetPassword(requestOf(), { token: mailed, newPassword: `${username}${username}` });
    await expect(common).rejects.toMatchObject({ details: { argument: 'newPassword' } });
    expect(await codeOf(world.service.resetPassword(requestOf(), { token: mailed, newPassword }))).toBe('done');
  });

  test('with one token concurrently succeeds once', async () => {
    const username = await newApprovedAccount(world);
    const mailed = await resetToken(username);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        codeOf(world.service.resetPassword(requestOf(), { token: mailed, newPassword: `${newPassword} ${index}` })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'BAD_USER_INPUT')).toHaveLength(7);
  });

  test('and changing it concurrently do not both succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const username = await newApprovedAccount(world);
      const mailed = await resetToken(username);
      const outcomes = await Promise.all([
        codeOf(world.service.resetPassword(requestOf(), { token: mailed, newPassword })),
        codeOf(world.service.changePassword(requestOf(), { username, password, newPassword: `${newPassword} too` })),
      ]);
      expect([
        ['done', 'UNAUTHENTICATED'],
        ['BAD_USER_INPUT', 'done'],
      ]).toContainEqual(outcomes);
    }
  });

  test('confirms the email address, and revokes keys on request', async () => {
    const username = await newApprovedAccount(world);
    const key = await keyOf(world, username);
    const mailed = await resetToken(username);
    expect(await world.service.readAccount(admin(), { username })).toMatchObject({ emailConfirmed: false });
    const input = { token: mailed, newPassword, revokeKeys: true };
    expect(await world.service.resetPassword(requestOf(), input)).toEqual({ username, revokedKeys: 2 });
    expect(await codeOf(authenticateKey(world, key))).toBe('UNAUTHENTICATED');
    expect(await world.service.readAccount(admin(), { username })).toMatchObject({ emailConfirmed: true });
  });

  test('is denied to rejected and suspended accounts, even with an earlier token', async () => {
    const [rejected, suspended] = [await newAccount(world), await newApprovedAccount(world)];
    const mailed = await resetToken(suspended);
    await world.service.rejectAccount(admin(), { username: rejected });
    await world.service.suspendAccount(admin(), { username: suspended });
    await requestReset(rejected);
    expect(await outbox(rejected)).toEqual([]);
    const reset = world.service.resetPassword(requestOf(), { token: mailed, newPassword });
    expect(await codeOf(reset)).toBe('BAD_USER_INPUT');
  });

  test('discards an email that could not be sent within an hour', async () => {
    const username = await newApprovedAccount(world);
    await requestReset(username);
    world.clock.milliseconds += 60 * minuteMs + 1;
    const server = await startMailServer();
    expect((await deliverEmails(server, username)).filter(({ text }) => text.includes('zf_reset_'))).toEqual([]);
    expect(await outbox(username)).toContain('password_reset dropped');
  });

  test('invalidates the token of a failed email, and sends another token with the next attempt', async () => {
    const username = await newApprovedAccount(world);
    const first = await startMailServer({ onMessage: () => ({ code: 451, message: 'later' }) });
    await requestReset(username);
    const rejected = tokenOf((await deliverEmails(first, username)).find(({ text }) => text.includes('zf_reset_')));
    expect(await codeOf(world.service.resetPassword(requestOf(), { token: rejected, newPassword }))).toBe(
      'BAD_USER_INPUT',
    );
    world.clock.milliseconds += minuteMs;
    const mails = await deliverEmails(await startMailServer(), username);
    const second = tokenOf(mails.find(({ text }) => text.includes('zf_reset_')));
    expect(await codeOf(world.service.resetPassword(requestOf(), { token: second, newPassword }))).toBe('done');
  });
});

describe('emails on request', () => {
  test('are limited to three per hour and recipient, with an unchanged response', async () => {
    world.clock.milliseconds = Date.parse('2026-08-01T12:00:00Z');
    const username = await newApprovedAccount(world);
    const resets = async () => (await outbox(username)).filter((mail) => mail.startsWith('password_reset')).length;
    await Promise.all(Array.from({ length: 8 }, () => requestReset(username)));
    expect(await resets()).toBe(3);
    world.clock.milliseconds += 60 * minuteMs;
    await requestReset(username);
    expect(await resets()).toBe(4);
  });

  test('are rejected for a client address after 20 requests in an hour', async () => {
    world.clock.milliseconds = Date.parse('2026-08-02T12:00:00Z');
    const from = requestOf();
    const outcomes: unknown[] = [];
    for (let index = 0; index < 21; index++) outcomes.push(await codeOf(requestReset(newName('unknown'), from)));
    expect(outcomes).toEqual([...Array(20).fill('done'), 'RATE_LIMITED']);
    expect(await codeOf(requestReset(newName('unknown')))).toBe('done');
  });

  test('require a valid address', async () => {
    for (const email of ['', 'nobody', 'a@b', `${'x'.repeat(300)}@mail.example`, 'a\0b@mail.example']) {
      expect(await codeOf(world.service.requestPasswordReset(requestOf(), { email }))).toBe('BAD_USER_INPUT');
    }
  });
});
