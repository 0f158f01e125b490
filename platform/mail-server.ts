import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { smtpOptions } from './mail.js';

/** The result of testing a mail server. */
export interface MailServerInspection {
  readonly isEncrypted: boolean;
  /** `not offered`: credentials are configured, but the server does not support authentication. */
  readonly login: 'none' | 'accepted' | 'not offered';
}

/**
 * Tests a mail server (EHLO, STARTTLS, AUTH) without sending a message.
 * @param options.url `smtp://` or `smtps://`, optionally with user and password
 * @throws {Error} of the library, if a step fails
 */
export async function testMailServer(options: {
  url: string;
  /** Timeout of each step in milliseconds. */
  timeoutMs: number;
  /** Aborts the test. */
  signal: AbortSignal;
}): Promise<MailServerInspection> {
  const { signal } = options;
  const [{ default: Transport }, { default: Connection }] = await Promise.all([
    import('nodemailer/lib/smtp-transport'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  const transport = new Transport(smtpOptions(options.url, options.timeoutMs));
  const connection = new Connection(transport.options);
  const abort = (): void => connection.close();
  signal.addEventListener('abort', abort);
  try {
    await step(connection, (done) => connection.connect(done));
    const auth = transport.getAuth({});
    const login = auth === false ? 'none' : connection.allowsAuth ? 'accepted' : 'not offered';
    if (auth !== false && login === 'accepted') await step(connection, (done) => connection.login(auth, done));
    connection.quit();
    return { isEncrypted: connection.secure, login };
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Runs one step. Rejects with the failure of the step, whether it is reported to the callback or as an event. */
async function step(connection: SMTPConnection, run: (done: (error?: Error | null) => void) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onEnd = (): void => reject(new Error('the server closed the connection'));
  connection.on('error', reject);
  connection.once('end', onEnd);
  run((error) => (error ? reject(error) : resolve()));
  await promise.finally(() => connection.off('end', onEnd));
}
