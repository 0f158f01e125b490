import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MailRecord } from '../../subgraphs/zones/service/index.js';
import {
  admin,
  approved,
  bearer,
  codeOf,
  day,
  describeAccountWorld,
  minute,
  newName,
  partsOf,
} from './support/account-world.js';
import { type MailServerBehaviour, startMailServer, type TestMailServer } from './support/smtp-world.js';

const world = describeAccountWorld();

/** Sends what is due, as the job of one process does. */
async function sendDue(mail: { url?: string; from?: string; dataDir?: string }): Promise<void> {
  const { configuration } = world.test;
  const parts = partsOf({
    test: {
      ...world.test,
      configuration: {
        ...configuration,
        server: { ...configuration.server, dataDir: mail.dataDir ?? '/nonexistent', publicUrl: 'https://feed.example' },
        mail: { smtpUrl: mail.url ?? '', from: mail.from ?? 'Feed <feed@sender.example>' },
      },
    },
    ...{ clock: world.clock, log: world.platform.log },
  });
  await parts.service.jobs.find(({ name }) => name === 'zones.send-mails')?.run({});
}

/** An account that was just approved and the only one with mails to send. */
async function approvedAlone(): Promise<string> {
  await world.test.database.sql`delete from zones.mail`;
  return await approved(world, newName('mail'));
}

async function mailsOf(username: string): Promise<MailRecord[]> {
  const { nodes } = await world.service.listMails(admin(), {});
  return nodes
    .filter(({ recipient }) => recipient.startsWith(`${username}@`))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

async function server(behaviour?: MailServerBehaviour): Promise<TestMailServer> {
  return await startMailServer(behaviour);
}

async function secretsOf(username: string): Promise<number> {
  const [row] = await world.test.database.sql`
    select count(*)::int as secrets from zones.api_key_secret join zones.api_key on api_key.id = key_id
    join zones.account on account.id = account_id where username = ${username}`;
  return row?.secrets;
}

describe('the mails of an approval', () => {
  test('arrive, and the key in one of them is good', async () => {
    const username = await approvedAlone();
    const { url, received } = await server();
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
    expect(await bearer(world, withKey?.key ?? '')).toMatchObject({ username });
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

  test('leave no key behind in the database, neither before nor after', async () => {
    const username = await approvedAlone();
    const { url, received } = await server();
    const before = await everything();
    await sendDue({ url });
    const key = received.find((mail) => mail.key !== undefined)?.key ?? 'missing';
    expect(before).not.toMatch(/zf_live_[0-9A-Za-z]{5}/);
    expect(await everything()).not.toContain(key.slice(12));
    expect(await everything()).toContain(username);
  });

  async function everything(): Promise<string> {
    const { sql } = world.test.database;
    const tables = await sql`select table_name from information_schema.tables where table_schema = 'zones'`;
    const texts: string[] = [];
    for (const { table_name } of tables) {
      texts.push(JSON.stringify(await sql`select t::text from zones.${sql(table_name)} t`));
    }
    return texts.join('\n');
  }

  test('become files for the owner only where no server is set', async () => {
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
    expect(await bearer(world, key)).toMatchObject({ username });
    for (const text of texts) expect(text).toContain(`To: ${username}@mail.example`);
  });

  test('of six accounts go once each, though three processes send at once', async () => {
    await world.test.database.sql`delete from zones.mail`;
    for (let index = 0; index < 6; index++) await approved(world, newName('many'));
    const { url, received } = await server();
    await Promise.all([sendDue({ url }), sendDue({ url }), sendDue({ url })]);
    expect(received).toHaveLength(12);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(12);
    for (const { key, to } of received) {
      if (key !== undefined) expect(await bearer(world, key)).toMatchObject({ username: to[0]?.split('@')[0] });
    }
  });

  test('do not go when the account was suspended meanwhile, nor that of a key that was revoked', async () => {
    const suspended = await approvedAlone();
    const revoked = await approved(world, newName('mail'));
    await world.service.suspendAccount(admin(), { username: suspended });
    await world.service.revokeKeyOfAccount(admin(), { username: revoked, name: 'default' });
    const { url, received } = await server();
    await sendDue({ url });
    expect(received.map(({ to, key }) => [to[0], key])).toEqual([[`${revoked}@mail.example`, undefined]]);
    expect((await mailsOf(suspended)).map(({ status }) => status)).toEqual(['dropped', 'dropped']);
    expect((await mailsOf(revoked)).map(({ status }) => status)).toEqual(['sent', 'dropped']);
    expect(await secretsOf(revoked)).toBe(0);
  });
});

describe('a mail that is refused', () => {
  test.each([
    ['recipient', { onRecipient: () => ({ code: 451, words: 'greylisted' }) }],
    ['message', { onMessage: () => ({ code: 452, words: 'greylisted' }) }],
  ] satisfies [string, MailServerBehaviour][])(
    'for now by its %s is sent again after a minute under the same Message-ID, and its first key was never good',
    async (_, behaviour) => {
      const username = await approvedAlone();
      const refusing = await server(behaviour);
      await sendDue({ url: refusing.url });
      for (const mail of await mailsOf(username)) {
        expect(mail).toMatchObject({
          status: 'waiting',
          attempts: 1,
          lastError: expect.stringContaining('greylisted'),
        });
        expect(mail.nextAttemptAt?.getTime()).toBe(world.clock.milliseconds + minute);
      }
      expect(await secretsOf(username)).toBe(0);
      const taking = await server();
      world.clock.milliseconds += minute - 1;
      await sendDue({ url: taking.url });
      expect(taking.received).toEqual([]);
      world.clock.milliseconds += 1;
      await sendDue({ url: taking.url });
      const ids = (await mailsOf(username)).map(({ id }) => `<${id}@sender.example>`);
      expect(taking.received.map(({ messageId }) => messageId).sort()).toEqual(ids.sort());
      for (const { messageId } of refusing.received) expect(ids).toContain(messageId);
      const key = taking.received.find((mail) => mail.key !== undefined)?.key ?? '';
      expect(await bearer(world, key)).toMatchObject({ username });
      for (const { key } of refusing.received) {
        if (key !== undefined) expect(await codeOf(bearer(world, key))).toBe('UNAUTHENTICATED');
      }
    },
  );

  test.each([
    ['recipient', { onRecipient: () => ({ code: 550, words: 'no such mailbox' }) }],
    ['message', { onMessage: () => ({ code: 554, words: 'no such mailbox' }) }],
  ] satisfies [string, MailServerBehaviour][])(
    'for good by its %s is not tried again by itself; administrators see why and can have it tried',
    async (_, behaviour) => {
      const username = await approvedAlone();
      const refusing = await server(behaviour);
      await sendDue({ url: refusing.url });
      world.clock.milliseconds += day;
      const taking = await server();
      await sendDue({ url: taking.url });
      expect(taking.received).toEqual([]);
      const { nodes } = await world.service.listMails(admin(), { status: 'failed' });
      expect(nodes).toMatchObject([
        { attempts: 1, nextAttemptAt: null, lastError: expect.stringContaining('no such mailbox') },
        { attempts: 1, nextAttemptAt: null, lastError: expect.stringContaining('no such mailbox') },
      ]);
      for (const { id } of nodes) {
        expect(await world.service.retryMail(admin(), { id })).toMatchObject({ status: 'waiting', lastError: null });
        expect(await codeOf(world.service.retryMail(admin(), { id }))).toBe('NOT_FOUND');
      }
      await sendDue({ url: taking.url });
      expect(await bearer(world, taking.received.find(({ key }) => key !== undefined)?.key ?? '')).toMatchObject({
        username,
      });
    },
  );

  test('for five days is given up', async () => {
    const username = await approvedAlone();
    const { url } = await server({ onRecipient: () => ({ code: 451, words: 'not today' }) });
    const end = world.clock.milliseconds + 5 * day;
    while (world.clock.milliseconds < end) {
      await sendDue({ url });
      expect((await mailsOf(username)).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
      world.clock.milliseconds += 4 * 60 * minute;
    }
    await sendDue({ url });
    expect((await mailsOf(username)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(await secretsOf(username)).toBe(0);
  });

  test.each(['', 'x', '00000000-0000-4000-8000-000000000000'])('that is not there is not found: %j', async (id) => {
    expect(await codeOf(world.service.retryMail(admin(), { id }))).toBe('NOT_FOUND');
  });
});

describe('a server', () => {
  test('that is away makes all mails wait, after the first was tried', async () => {
    const username = await approvedAlone();
    await sendDue({ url: 'smtp://127.0.0.1:1' });
    const attempts = (await mailsOf(username)).map((mail) => mail.attempts).sort();
    expect(attempts).toEqual([0, 1]);
    expect(await secretsOf(username)).toBe(0);
    const { url, received } = await server();
    world.clock.milliseconds += minute;
    await sendDue({ url });
    expect(received).toHaveLength(2);
  });

  test('that loses the connection after the message may have it: the keys of both mails are good', async () => {
    const username = await approvedAlone();
    const losing = await server({ onMessage: () => 'drop' });
    // After each loss it leaves the others for the next time.
    await sendDue({ url: losing.url });
    expect(losing.received).toHaveLength(1);
    await sendDue({ url: losing.url });
    expect((await mailsOf(username)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 1],
    ]);
    world.clock.milliseconds += minute;
    const { url, received } = await server();
    await sendDue({ url });
    const first = losing.received.find(({ key }) => key !== undefined);
    const second = received.find(({ key }) => key !== undefined);
    expect(first?.messageId).toBe(second?.messageId);
    expect(first?.key).not.toBe(second?.key);
    expect(await bearer(world, first?.key ?? '')).toMatchObject({ username });
    expect(await bearer(world, second?.key ?? '')).toMatchObject({ username });
    await world.service.revokeKeyOfAccount(admin(), { username, name: 'default' });
    for (const mail of [first, second]) expect(await codeOf(bearer(world, mail?.key ?? ''))).toBe('UNAUTHENTICATED');
  });

  test('that offers encryption gets it, and nothing without it when its certificate is not trusted', async () => {
    const username = await approvedAlone();
    const { port, url, received } = await server({ options: { hideSTARTTLS: false } });
    await sendDue({ url });
    expect(received).toEqual([]);
    expect((await mailsOf(username))[0]?.lastError ?? (await mailsOf(username))[1]?.lastError).toMatch(/certificate/i);
    expect(await secretsOf(username)).toBe(0);
    world.clock.milliseconds += minute;
    await sendDue({ url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false` });
    expect(received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
  });

  test('that takes encryption back gets nothing', async () => {
    await approvedAlone();
    const { url, received } = await server({ options: { hideSTARTTLS: false, disabledCommands: ['STARTTLS'] } });
    await sendDue({ url: `${url}?requireTLS=true` });
    expect(received).toEqual([]);
  });

  test('beyond this machine gets no password without encryption', async () => {
    await approvedAlone();
    const passwords: unknown[] = [];
    const { port, received } = await server({
      options: {
        allowInsecureAuth: true,
        onAuth(auth, _session, done) {
          passwords.push(auth.password);
          done(null, { user: 'u' });
        },
      },
    });
    // An address of this machine that is not written as one.
    await sendDue({ url: `smtp://user:secret@[::ffff:127.0.0.1]:${port}` });
    expect({ passwords, received }).toEqual({ passwords: [], received: [] });
    world.clock.milliseconds += minute;
    await sendDue({ url: `smtp://user:secret@127.0.0.1:${port}` });
    expect(passwords).toEqual(['secret', 'secret']);
    expect(received).toHaveLength(2);
  });
});

test('what is over is swept away after half a year', async () => {
  const username = await approvedAlone();
  const { url } = await server();
  await sendDue({ url });
  const sweep = world.service.jobs.find(({ name }) => name === 'zones.sweep-accounts');
  const keys = async () => (await world.test.database.sql`select 1 from zones.api_key where name = 'default'`).length;
  world.clock.milliseconds += 180 * day;
  await sweep?.run({});
  const before = await keys();
  expect((await mailsOf(username)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  world.clock.milliseconds += 7 * day + 1;
  await sweep?.run({});
  expect(await mailsOf(username)).toEqual([]);
  expect(await keys()).toBeLessThan(before);
  expect(await secretsOf(username)).toBe(0);
});

test('no log line has a key in it', () => {
  expect(world.logged.length).toBeGreaterThan(10);
  expect(world.logged.join('\n')).not.toMatch(/zf_live_[0-9A-Za-z]/);
});
