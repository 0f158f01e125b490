import { describe, expect, test } from 'vitest';
import {
  admin,
  anonymousRequest,
  authenticateKey,
  codeOf,
  describeAccountWorld,
  keyOf,
  newName,
  password,
  requestOf,
} from './support/account-world.js';
import { credentialWorldOf } from './support/credential-world.js';
import { startMailServer } from './support/smtp-world.js';

const world = describeAccountWorld();
const { deliverEmails, token } = credentialWorldOf(world);
const networkCount = 150;

/**
 * Runs work while callers of many IPv6 networks repeatedly try a password; returns how often they were rejected because
 * of the load.
 */
async function runDuringFlood(run: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let rejections = 0;
  let onRejection = (): void => undefined;
  const crowded = new Promise<void>((resolve) => {
    onRejection = resolve;
  });
  async function sendGuesses(index: number): Promise<void> {
    for (let attempt = 0; !isOver; attempt++) {
      const from = anonymousRequest(`2001:db8:${index.toString(16)}:${attempt.toString(16)}::1`);
      const credentials = { username: newName('unknown'), password: 'not the password', name: 'key' };
      if ((await codeOf(world.service.generateKey(from, credentials))) !== 'RATE_LIMITED') continue;
      rejections++;
      onRejection();
    }
  }
  const guessers = Array.from({ length: networkCount }, (_, index) => sendGuesses(index));
  await crowded;
  await run().finally(() => {
    isOver = true;
  });
  await Promise.all(guessers);
  return rejections;
}

async function createAccountFrom(sourceAddress: string): Promise<string> {
  const username = newName();
  const email = `${username}@mail.example`;
  await world.service.registerAccount(anonymousRequest(sourceAddress), { username, email, password });
  await world.service.approveAccount(admin(), { username });
  return username;
}

async function generate(username: string, from = requestOf()): Promise<unknown> {
  return await codeOf(world.service.generateKey(from, { username, password, name: newName('key') }));
}

describe('clients from many networks that fill the password queue', () => {
  test('do not block the owner at an address with an earlier successful login', async () => {
    const username = await createAccountFrom('192.0.2.1');
    const outcomes: unknown[] = [];
    const rejections = await runDuringFlood(async () => {
      for (let count = 0; count < 5; count++) outcomes.push(await generate(username, anonymousRequest('192.0.2.1')));
    });
    expect(outcomes).toEqual(Array(5).fill('done'));
    expect(rejections).toBeGreaterThan(networkCount);
  });

  test('do not block the owner with a valid key at new addresses', async () => {
    const username = await createAccountFrom('192.0.2.2');
    const caller = await authenticateKey(world, await keyOf(world, username));
    const outcomes: unknown[] = [];
    await runDuringFlood(async () => {
      for (let count = 0; count < 4; count++) outcomes.push(await generate(username, requestOf(caller)));
    });
    expect(outcomes).toEqual(Array(4).fill('done'));
  });

  test('do not block the owner with a token from an email at new addresses', async () => {
    const server = await startMailServer();
    const resets: { token: string; newPassword: string }[] = [];
    for (let count = 0; count < 2; count++) {
      const username = await createAccountFrom('192.0.2.4');
      await deliverEmails(server, username);
      await world.service.requestPasswordReset(requestOf(), { email: `${username}@mail.example` });
      resets.push({ token: await token(server, username), newPassword: 'a dozen quiet mountains' });
    }
    const outcomes: unknown[] = [];
    await runDuringFlood(async () => {
      for (const reset of resets) outcomes.push(await codeOf(world.service.resetPassword(requestOf(), reset)));
    });
    expect(outcomes).toEqual(Array(2).fill('done'));
  });

  test('cannot reserve a place in the queue by registering, because unapproved accounts have no reserved places', async () => {
    const pending = newName();
    const from = anonymousRequest('192.0.2.3');
    await world.service.registerAccount(from, { username: pending, email: `${pending}@mail.example`, password });
    const outcomes = new Set<unknown>();
    await runDuringFlood(async () => {
      for (let count = 0; count < 8; count++) outcomes.add(await generate(pending, from));
    });
    expect(outcomes).toContain('RATE_LIMITED');
  });
});
