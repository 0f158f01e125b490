import { describe, expect, test } from 'vitest';
import { admin, authenticateKey, codeOf, dayMs, describeAccountWorld, minuteMs } from './support/account-world.js';
import { mailWorldOf } from './support/mail-world.js';
import { type MailServerBehavior, startMailServer } from './support/smtp-world.js';

const world = describeAccountWorld();

const { sendDue, approvedAlone, mailsOf, secretsOf } = mailWorldOf(world);

describe('a rejected email', () => {
  test.each([
    ['recipient', { onRecipient: () => ({ code: 451, message: 'greylisted' }) }],
    ['message', { onMessage: () => ({ code: 452, message: 'greylisted' }) }],
  ] satisfies [string, MailServerBehavior][])(
    'is retried with the same Message-ID a minute after a temporary rejection of the %s, and its first key is invalid',
    async (_, behavior) => {
      const username = await approvedAlone();
      const rejecting = await startMailServer(behavior);
      await sendDue({ url: rejecting.url });
      for (const mail of await mailsOf(username)) {
        expect(mail).toMatchObject({
          status: 'waiting',
          attempts: 1,
          lastError: expect.stringContaining('greylisted'),
        });
        expect(mail.nextAttemptAt?.getTime()).toBe(world.clock.milliseconds + minuteMs);
      }
      expect(await secretsOf(username)).toBe(0);
      const accepting = await startMailServer();
      world.clock.milliseconds += minuteMs - 1;
      await sendDue({ url: accepting.url });
      expect(accepting.received).toEqual([]);
      world.clock.milliseconds += 1;
      await sendDue({ url: accepting.url });
      const ids = (await mailsOf(username)).map(({ id }) => `<${id}@sender.example>`);
      expect(accepting.received.map(({ messageId }) => messageId).sort()).toEqual(ids.sort());
      for (const { messageId } of rejecting.received) expect(ids).toContain(messageId);
      const key = accepting.received.find((mail) => mail.key !== undefined)?.key ?? '';
      expect(await authenticateKey(world, key)).toMatchObject({ username });
      for (const { key } of rejecting.received) {
        if (key !== undefined) expect(await codeOf(authenticateKey(world, key))).toBe('UNAUTHENTICATED');
      }
    },
  );

  test.each([
    ['recipient', { onRecipient: () => ({ code: 550, message: 'no such mailbox' }) }],
    ['message', { onMessage: () => ({ code: 554, message: 'no such mailbox' }) }],
  ] satisfies [string, MailServerBehavior][])(
    'is not retried automatically after a permanent rejection of the %s, and administrators can see the reason and retry it',
    async (_, behavior) => {
      const username = await approvedAlone();
      const rejecting = await startMailServer(behavior);
      await sendDue({ url: rejecting.url });
      world.clock.milliseconds += dayMs;
      const accepting = await startMailServer();
      await sendDue({ url: accepting.url });
      expect(accepting.received).toEqual([]);
      const { nodes } = await world.service.listMails(admin(), { status: 'failed' });
      expect(nodes).toMatchObject([
        { attempts: 1, nextAttemptAt: null, lastError: expect.stringContaining('no such mailbox') },
        { attempts: 1, nextAttemptAt: null, lastError: expect.stringContaining('no such mailbox') },
      ]);
      for (const { id } of nodes) {
        expect(await world.service.retryMail(admin(), { id })).toMatchObject({ status: 'waiting', lastError: null });
        expect(await codeOf(world.service.retryMail(admin(), { id }))).toBe('NOT_FOUND');
      }
      await sendDue({ url: accepting.url });
      expect(
        await authenticateKey(world, accepting.received.find(({ key }) => key !== undefined)?.key ?? ''),
      ).toMatchObject({
        username,
      });
    },
  );

  test('fails permanently after five days', async () => {
    const username = await approvedAlone();
    const { url } = await startMailServer({ onRecipient: () => ({ code: 451, message: 'not today' }) });
    const end = world.clock.milliseconds + 5 * dayMs;
    while (world.clock.milliseconds < end) {
      await sendDue({ url });
      expect((await mailsOf(username)).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
      world.clock.milliseconds += 4 * 60 * minuteMs;
    }
    await sendDue({ url });
    expect((await mailsOf(username)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(await secretsOf(username)).toBe(0);
  });

  test('is sent after a clock that was ahead when it was queued is corrected', async () => {
    world.clock.milliseconds += 365 * dayMs;
    await approvedAlone();
    world.clock.milliseconds -= 365 * dayMs;
    const { url, received } = await startMailServer();
    await sendDue({ url });
    expect(received).toHaveLength(2);
  });

  test.each(['', 'x', '00000000-0000-4000-8000-000000000000'])('is not found by an unknown id: %j', async (id) => {
    expect(await codeOf(world.service.retryMail(admin(), { id }))).toBe('NOT_FOUND');
  });
});

describe('a mail server', () => {
  test('delays all emails after the first attempt if it is unavailable', async () => {
    const username = await approvedAlone();
    await sendDue({ url: 'smtp://127.0.0.1:1' });
    const attempts = (await mailsOf(username)).map((mail) => mail.attempts).sort();
    expect(attempts).toEqual([0, 1]);
    expect(await secretsOf(username)).toBe(0);
    const { url, received } = await startMailServer();
    world.clock.milliseconds += minuteMs;
    await sendDue({ url });
    expect(received).toHaveLength(2);
  });

  test('does not delay a process that stops, which leaves all emails to the next run, if it does not respond', async () => {
    const username = await approvedAlone();
    const stopping = new AbortController();
    const hanging = await startMailServer({
      onMessage() {
        stopping.abort();
        return 'hang';
      },
    });
    for (let run = 0; run < 2; run++) await sendDue({ url: hanging.url, signal: stopping.signal });
    expect(hanging.received).toHaveLength(1);
    const mails = await mailsOf(username);
    expect(mails.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
    expect(mails.map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
    const { url, received } = await startMailServer();
    world.clock.milliseconds += minuteMs;
    await sendDue({ url });
    expect(received).toHaveLength(2);
  });

  test('may have received the message if it closes the connection after DATA, so the keys of both emails are valid', async () => {
    const username = await approvedAlone();
    const losing = await startMailServer({ onMessage: () => 'drop' });
    // After each failure, the other emails wait for the next run.
    await sendDue({ url: losing.url });
    expect(losing.received).toHaveLength(1);
    await sendDue({ url: losing.url });
    expect((await mailsOf(username)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 1],
    ]);
    world.clock.milliseconds += minuteMs;
    const { url, received } = await startMailServer();
    await sendDue({ url });
    const first = losing.received.find(({ key }) => key !== undefined);
    const second = received.find(({ key }) => key !== undefined);
    expect(first?.messageId).toBe(second?.messageId);
    expect(first?.key).not.toBe(second?.key);
    expect(await authenticateKey(world, first?.key ?? '')).toMatchObject({ username });
    expect(await authenticateKey(world, second?.key ?? '')).toMatchObject({ username });
    await world.service.revokeKeyOfAccount(admin(), { username, name: 'default' });
    for (const mail of [first, second])
      expect(await codeOf(authenticateKey(world, mail?.key ?? ''))).toBe('UNAUTHENTICATED');
  });

  test('is used with encryption if it offers STARTTLS, and is not used if its certificate is untrusted', async () => {
    const username = await approvedAlone();
    const { port, url, received } = await startMailServer({ options: { hideSTARTTLS: false } });
    await sendDue({ url });
    expect(received).toEqual([]);
    expect((await mailsOf(username))[0]?.lastError ?? (await mailsOf(username))[1]?.lastError).toMatch(/certificate/i);
    expect(await secretsOf(username)).toBe(0);
    world.clock.milliseconds += minuteMs;
    await sendDue({ url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false` });
    expect(received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
  });

  test('receives nothing if it offers STARTTLS and then rejects it', async () => {
    await approvedAlone();
    const { url, received } = await startMailServer({
      options: { hideSTARTTLS: false, disabledCommands: ['STARTTLS'] },
    });
    await sendDue({ url: `${url}?requireTLS=true` });
    expect(received).toEqual([]);
  });

  test('receives no password without encryption if it is on another machine', async () => {
    await approvedAlone();
    const passwords: unknown[] = [];
    const { port, received } = await startMailServer({
      options: {
        allowInsecureAuth: true,
        onAuth(auth, _session, done) {
          passwords.push(auth.password);
          done(null, { user: 'u' });
        },
      },
    });
    // A loopback address in a notation other than 127.0.0.1.
    await sendDue({ url: `smtp://user:secret@[::ffff:127.0.0.1]:${port}` });
    expect({ passwords, received }).toEqual({ passwords: [], received: [] });
    world.clock.milliseconds += minuteMs;
    await sendDue({ url: `smtp://user:secret@127.0.0.1:${port}` });
    expect(passwords).toEqual(['secret', 'secret']);
    expect(received).toHaveLength(2);
  });
});

test('no log entry contains a key', () => {
  expect(world.logged.length).toBeGreaterThan(10);
  expect(world.logged.join('\n')).not.toMatch(/zf_live_[0-9A-Za-z]/);
});
