import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { createZoneService, type ZoneService } from '../../subgraphs/zones/index.js';
import { runHere } from '../command-line/support/run-here.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { admin, password, requestOf } from './support/account-world.js';

let opened: TestDatabase;
let service: ZoneService;

beforeAll(async () => {
  opened = await openTestDatabase();
  const { configuration, database } = opened;
  service = createZoneService({ configuration, database, clock: systemClock, log: silentLog });
  await register('member');
  await service.approveAccount(admin(), { username: 'member' });
  await register('rejected');
  await service.rejectAccount(admin(), { username: 'rejected' });
});

afterAll(() => opened.close());

async function register(username: string): Promise<void> {
  await service.registerAccount(requestOf(), { username, email: `${username}@mail.example`, password });
}

async function runAccounts(...args: string[]) {
  return await runHere(['accounts', ...args], { environment: { DATABASE_URL: opened.url } });
}

/** Runs a command with the setting that requires the confirmation of email addresses. */
async function runAccountsWithConfirmation(...args: string[]) {
  const environment = { DATABASE_URL: opened.url, RAMPART_ZONES_EMAIL_CONFIRMATION: 'required' };
  return await runHere(['accounts', ...args], { environment });
}

describe('rampart accounts', () => {
  test('approves and lists accounts and sets subscriptions, and prints text', async () => {
    await register('Story');
    const approved = await runAccounts('approve', 'story');
    expect(approved).toMatchObject({ code: 0, errors: '' });
    expect(approved.output).toMatch(
      /^approved Story: trial, until \d{4}-\S+Z; the default key is sent to Story@mail\.example\n$/,
    );
    const upgraded = await runAccounts('subscription', 'story', '--tier', 'enterprise', '--expires', '2099-01-31');
    expect(upgraded).toMatchObject({ code: 0, output: 'Story: enterprise, until 2099-01-31T00:00:00.000Z\n' });
    await service.generateKey(requestOf(), { username: 'story', password, name: 'two words' });
    const listed = await runAccounts('list');
    expect(listed.output).toMatch(/^USERNAME +EMAIL +STATUS +TIER +EXPIRES +QUERIES +CREATED +KEYS\n/);
    expect(listed.output).toMatch(
      /^Story +Story@mail\.example +approved +enterprise .* 0 of 10000 .* default, two words$/m,
    );
  });

  test('revokes keys, suspends accounts, approves them again and ends subscriptions, and prints text', async () => {
    await register('Turn');
    await service.approveAccount(admin(), { username: 'turn' });
    expect(await runAccounts('revoke-key', 'turn', 'default')).toMatchObject({
      code: 0,
      output: 'revoked the key default of Turn\n',
    });
    expect(await runAccounts('suspend', 'turn')).toMatchObject({
      code: 0,
      output: 'suspended Turn: its keys are rejected\n',
    });
    const reapproved = await runAccounts('approve', 'turn');
    expect(reapproved.output).toMatch(/^approved Turn again: trial, until \S+Z; its keys are valid again\n$/);
    const expired = await runAccounts('subscription', 'turn', '--tier', 'basic', '--expires', '2020-01-01T00:00:00Z');
    expect(expired.output).toBe('Turn: basic, expired 2020-01-01T00:00:00.000Z\n');
  });

  test('approves an account with an unconfirmed email address only with --unconfirmed', async () => {
    await register('unsure');
    const rejected = await runAccountsWithConfirmation('approve', 'unsure');
    expect(rejected).toMatchObject({ code: 1, output: '' });
    expect(rejected.errors).toMatch(
      /^rampart: The account unsure has not confirmed its email address unsure@mail\.example: wait .* --unconfirmed .*\n$/,
    );
    const approved = await runAccountsWithConfirmation('approve', 'unsure', '--unconfirmed');
    expect(approved).toMatchObject({ code: 0, errors: '' });
    expect(approved.output).toMatch(/^approved unsure: trial/);
  });

  test('prints JSON without keys', async () => {
    await register('json');
    await register('json-too');
    const approved = await runAccounts('approve', 'json', '--json');
    expect(JSON.parse(approved.output)).toMatchObject({
      isFirst: true,
      account: { username: 'json', status: 'approved', subscription: { tier: 'trial' }, quota: { limit: 100 } },
    });
    expect(approved.output).not.toContain('zf_live_');
    expect(JSON.parse((await runAccounts('reject', 'json-too', '--json')).output)).toMatchObject({
      status: 'rejected',
    });
    const rejected = JSON.parse((await runAccounts('list', '--status', 'rejected', '--json')).output);
    expect(rejected).toContainEqual(expect.objectContaining({ username: 'json-too', keys: [] }));
    const { key } = await service.generateKey(requestOf(), { username: 'json', password, name: 'mine' });
    const listed = await runAccounts('list', '--json');
    expect(JSON.parse(listed.output)).toContainEqual(
      expect.objectContaining({
        username: 'json',
        keys: expect.arrayContaining([expect.objectContaining({ name: 'mine' })]),
      }),
    );
    expect(listed.output).not.toContain(key.slice(12));
    expect(listed.output).not.toMatch(/argon2|password/i);
  });

  test.each([
    [['approve', 'nobody'], 'Account nobody not found'],
    [['revoke-key', 'member', 'nothing'], 'API key nothing not found'],
    [['suspend', 'rejected'], 'The account rejected is rejected: only accounts that are approved can be suspended'],
    [['subscription', 'rejected', '--tier', 'basic'], 'The account rejected was never approved: approve it first'],
  ])('prints one line and exits with 1 for a rejection: %j', async (args, line) => {
    expect(await runAccounts(...args)).toMatchObject({ code: 1, output: '', errors: `rampart: ${line}\n` });
  });

  test.each([
    [['approve']],
    [['subscription', 'member']],
    [['subscription', 'member', '--tier', 'gold']],
    [['subscription', 'member', '--tier', 'basic', '--expires', 'tomorrow']],
    [['list', '--status', 'lost']],
  ])('exits with 2 for invalid usage: %j', async (args) => {
    const { code, errors } = await runAccounts(...args);
    expect({ code, lines: errors.trim().split('\n').length }).toEqual({ code: 2, lines: 1 });
  });
});
