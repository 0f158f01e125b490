import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.js';
import { openDatabaseForTest } from '../support/index.js';
import { startServer } from '../support/running-server.js';
import { admin, minuteMs, partsOf, password, requestOf } from './support/account-world.js';
import { type ReceivedMail, startMailServer } from './support/smtp-world.js';

test('an email that a killed server was sending is sent again, and the keys of both copies are valid', async () => {
  const test = await openDatabaseForTest();
  const dataDir = mkdtempSync(join(tmpdir(), 'rampart-crash-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));

  // Receives the complete message with the key, and does not respond until the sender is killed.
  const arrived = Promise.withResolvers<ReceivedMail>();
  const silent = await startMailServer({
    onMessage(mail) {
      if (mail.key === undefined) return null;
      arrived.resolve(mail);
      return 'hang';
    },
  });
  const clock = { now: () => Date.now() + forward };
  let forward = 0;
  const { service, authenticate } = partsOf({ test, clock, log: silentLog });
  const running = await startServer({
    DATABASE_URL: test.url,
    RAMPART_SERVER_DATA_DIR: dataDir,
    RAMPART_LICENSES_TLS: 'off',
    RAMPART_LICENSES_PORT: '0',
    RAMPART_MAIL_SMTP_URL: silent.url,
    RAMPART_MAIL_FROM: 'feed@sender.example',
  });
  onTestFinished(() => void running.command.process.kill('SIGKILL'));

  await service.registerAccount(requestOf(), { username: 'crash', email: 'crash@mail.example', password });
  // The server is ready before its job queue; emails of earlier approvals wait for the next minute.
  await vi.waitFor(
    async () => expect(await test.database.sql`select 1 from graphile_worker._private_known_crontabs`).not.toEqual([]),
    { timeout: 60_000, interval: 100 },
  );
  await service.approveAccount(admin(), { username: 'crash' });
  const first = await arrived.promise;
  running.command.process.kill('SIGKILL');
  await running.command.result;

  const accepting = await startMailServer();
  const { configuration } = test;
  const second = partsOf({
    test: {
      ...test,
      configuration: { ...configuration, mail: { smtpUrl: accepting.url, from: 'feed@sender.example' } },
    },
    ...{ clock, log: silentLog },
  });
  const send = second.service.jobs.find(({ name }) => name === 'zones.send-mails');
  await send?.run({});
  expect(accepting.received.filter(({ key }) => key !== undefined)).toEqual([]);
  // The lease of the killed sender has expired.
  forward = 6 * minuteMs;
  await send?.run({});
  const resent = accepting.received.find(({ key }) => key !== undefined);
  expect(resent?.messageId).toBe(first.messageId);
  for (const mail of [first, resent]) {
    expect(await authenticate({ headers: { authorization: `Bearer ${mail?.key}` } })).toMatchObject({
      username: 'crash',
    });
  }
  const { nodes } = await service.listMails(admin(), {});
  expect(nodes.map(({ status }) => status)).toEqual(['sent', 'sent']);
  expect(first.messageId).toMatch(/@sender\.example>$/);
});
