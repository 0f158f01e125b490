import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  admin,
  authenticateKey,
  dayMs,
  describeAccountWorld,
  newApprovedAccount,
  newName,
} from './support/account-world.js';
import { mailWorldOf } from './support/mail-world.js';
import { startMailServer } from './support/smtp-world.js';

const world = describeAccountWorld();

const { sendDue, approvedAlone, mailsOf, secretsOf } = mailWorldOf(world);

describe('the emails of an approval', () => {
  test('are delivered, and the key in one of them is valid', async () => {
    const username = await approvedAlone();
    const { url, received } = await startMailServer();
    await sendDue({ url });
    expect(received.map(({ to }) => to)).toEqual([[`${username}@mail.example`], [`${username}@mail.example`]]);
    const confirmation = received.find(({ key }) => key === undefined)?.text ?? '';
    const withKey = received.find(({ key }) => key !== undefined);
    expect(confirmation).toMatch(/^Subject: Your account is approved\r$/m);
    expect(confirmation).toMatch(/^From: Feed <feed@sender\.example>\r$/m);
    expect(withKey?.text).toMatch(/^Subject: Your API key\r$/m);
    for (const { text } of received) {
      expect(text).toContain(`Hello ${username},`);
      expect(text).toMatch(/Subscription: +Trial\r\n/);
      expect(text).toMatch(/Address: +https:\/\/feed\.example\r\n/);
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    }
    expect(await authenticateKey(world, withKey?.key ?? '')).toMatchObject({ username });
    const account = await world.service.readAccount(admin(), { username });
    const [keys = []] = await world.service.keysOfAccounts(admin(), [account?.id ?? '']);
    expect(keys).toMatchObject([{ name: 'default', prefix: withKey?.key?.slice(0, 12) }]);
    expect((await mailsOf(username)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ]);
    await sendDue({ url });
    expect(received).toHaveLength(2);
  });

  test('leave no key in the database, neither before nor after they are sent', async () => {
    const username = await approvedAlone();
    const { url, received } = await startMailServer();
    const before = await dumpTables();
    await sendDue({ url });
    const key = received.find((mail) => mail.key !== undefined)?.key ?? 'missing';
    expect(before).not.toMatch(/zf_live_[0-9A-Za-z]{5}/);
    expect(await dumpTables()).not.toContain(key.slice(12));
    expect(await dumpTables()).toContain(username);
  });

  async function dumpTables(): Promise<string> {
    const { sql } = world.test.database;
    const tables = await sql`select table_name from information_schema.tables where table_schema = 'zones'`;
    const texts: string[] = [];
    for (const { table_name } of tables) {
      texts.push(JSON.stringify(await sql`select t::text from zones.${sql(table_name)} t`));
    }
    return texts.join('\n');
  }

  test('are written to private files if no mail server is configured', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rampart-mail-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const username = await approvedAlone();
    await sendDue({ dataDir, from: '' });
    const folder = join(dataDir, 'mail');
    const files = readdirSync(folder);
    const ids = (await mailsOf(username)).map(({ id, status }) => [`${id}.eml`, status]);
    expect(files.sort()).toEqual(ids.map(([name]) => name).sort());
    expect(ids.map(([, status]) => status)).toEqual(['sent', 'sent']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
    const key = /zf_live_[0-9A-Za-z]{36}/.exec(texts.join())?.[0] ?? '';
    expect(await authenticateKey(world, key)).toMatchObject({ username });
    for (const text of texts) expect(text).toContain(`To: ${username}@mail.example`);
  });

  test('are each sent once by three concurrent processes', async () => {
    await world.test.database.sql`delete from zones.mail`;
    for (let index = 0; index < 6; index++) await newApprovedAccount(world, newName('many'));
    const { url, received } = await startMailServer();
    await Promise.all([sendDue({ url }), sendDue({ url }), sendDue({ url })]);
    expect(received).toHaveLength(12);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(12);
    for (const { key, to } of received) {
      if (key !== undefined)
        expect(await authenticateKey(world, key)).toMatchObject({ username: to[0]?.split('@')[0] });
    }
  });

  test('are not sent if the account has been suspended or the key revoked', async () => {
    const suspended = await approvedAlone();
    const revoked = await newApprovedAccount(world, newName('mail'));
    await world.service.suspendAccount(admin(), { username: suspended });
    await world.service.revokeKeyOfAccount(admin(), { username: revoked, name: 'default' });
    const { url, received } = await startMailServer();
    await sendDue({ url });
    expect(received.map(({ to, key }) => [to[0], key])).toEqual([[`${revoked}@mail.example`, undefined]]);
    expect((await mailsOf(suspended)).map(({ status }) => status)).toEqual(['dropped', 'dropped']);
    expect((await mailsOf(revoked)).map(({ status }) => status)).toEqual(['sent', 'dropped']);
    expect(await secretsOf(revoked)).toBe(0);
  });
});

test('sent emails are deleted after half a year', async () => {
  const username = await approvedAlone();
  const { url } = await startMailServer();
  await sendDue({ url });
  const sweep = world.service.jobs.find(({ name }) => name === 'zones.sweep-accounts');
  const readKeys = async () =>
    (await world.test.database.sql`select 1 from zones.api_key where name = 'default'`).length;
  world.clock.milliseconds += 180 * dayMs;
  await sweep?.run({});
  const before = await readKeys();
  expect((await mailsOf(username)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  world.clock.milliseconds += 7 * dayMs + 1;
  await sweep?.run({});
  expect(await mailsOf(username)).toEqual([]);
  expect(await readKeys()).toBeLessThan(before);
  expect(await secretsOf(username)).toBe(0);
});

test('no log entry contains a key', () => {
  expect(world.logged.length).toBeGreaterThan(10);
  expect(world.logged.join('\n')).not.toMatch(/zf_live_[0-9A-Za-z]/);
});
