import { createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { mail } from '../../command-line/doctor/checks/mail.js';
import { listenForTest, resultOf, resultWith } from './support/examine.js';

describe('the mail server', () => {
  /** Starts a mail server that authenticates `ada`, and counts messages; the check must send none. */
  async function startMailServer(options: SMTPServerOptions = {}): Promise<{ address: string; mails: () => number }> {
    let mails = 0;
    const server = new SMTPServer({
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'ada' && password === 's3cret' ? done(null, { user: 'ada' }) : done(new Error('wrong')),
      onMailFrom: (_address, _session, done) => {
        mails++;
        done();
      },
      ...options,
    });
    server.on('error', () => {}); // Clients that reject its certificate disconnect.
    const port = await listenForTest(server.server as Server);
    return { address: `127.0.0.1:${port}`, mails: () => mails };
  }

  const check = (url: string, options = {}) => resultOf(mail, { RAMPART_MAIL_SMTP_URL: url }, options);
  const anyCertificate = '?tls.rejectUnauthorized=false';

  test('is checked up to authentication, over STARTTLS or TLS, and receives no email', async () => {
    for (const [scheme, secure] of [
      ['smtp', false],
      ['smtps', true],
    ] as const) {
      const { address, mails } = await startMailServer({ secure });
      expect(await check(`${scheme}://ada:s3cret@${address}/${anyCertificate}`)).toEqual(
        resultWith(
          'ok',
          new RegExp(`^${scheme}://${address} accepts connections \\(encrypted, authentication succeeded\\)$`),
        ),
      );
      expect(mails()).toBe(0);
    }
  });

  test('fails the check with a wrong password, which is redacted', async () => {
    const { address } = await startMailServer();
    const rejected = await check(`smtp://ada:wr0ng-s3cret@${address}/${anyCertificate}`);
    expect(rejected).toMatchObject({ status: 'failed', action: expect.stringContaining('user and password') });
    expect(JSON.stringify(rejected)).not.toContain('wr0ng-s3cret');
  });

  test('fails the check with an untrusted certificate', async () => {
    const { address } = await startMailServer();
    expect(await check(`smtp://${address}`)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/certificate/),
      action: expect.stringContaining('certificate'),
    });
  });

  test('causes a warning if it does not support authentication', async () => {
    const { address } = await startMailServer({ disabledCommands: ['AUTH', 'STARTTLS'] });
    expect(await check(`smtp://${address}`)).toEqual(resultWith('ok', /\(not encrypted\)/));
    expect(await check(`smtp://ada:s3cret@${address}`)).toEqual(
      resultWith('warning', /does not support authentication/),
    );
  });

  test('fails the check if it is unreachable or does not respond in time', async () => {
    expect(await check('smtp://127.0.0.1:1')).toEqual(
      resultWith('failed', /^smtp:\/\/127\.0\.0\.1:1: the connection was refused/),
    );
    const silent = createServer((socket) => socket.on('error', () => {}));
    const port = await listenForTest(silent);
    expect(await check(`smtp://127.0.0.1:${port}`, { timeoutMs: 200 })).toMatchObject({ status: 'failed' });
  });

  test('is optional', async () => {
    expect(await resultOf(mail, {})).toEqual(resultWith('ok', /emails are written to files in .*\/mail$/));
  });
});
