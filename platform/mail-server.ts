import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { smtpOptions } from './mail.js';

/** How a mail server answered. */
export interface MailServerFacts {
  readonly isEncrypted: boolean;
  /** `not offered`: there are credentials, and the server takes none. */
  readonly login: 'none' | 'accepted' | 'not offered';
}

/**
 * Connects as for a mail (EHLO, STARTTLS, AUTH), and sends none.
 * @param options.url `smtp://` or `smtps://`, perhaps with user and password
 * @throws {Error} of the library, when a step failed
 */
export async function tryMailServer(options: {
  url: string;
  /** Of each step. */
  timeoutMs: number;
  /** Ends the connection. */
  signal: AbortSignal;
}): Promise<MailServerFacts> {
  const { signal } = options;
  const [{ default: Transport }, { default: Connection }] = await Promise.all([
    import('nodemailer/lib/smtp-transport'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  const transport = new Transport(smtpOptions(options.url, options.timeoutMs));
  const connection = new Connection(transport.options);
  const giveUp = (): void => connection.close();
  signal.addEventListener('abort', giveUp);
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
    signal.removeEventListener('abort', giveUp);
  }
}

/** A failure comes by the callback or as an event, whichever is first. */
async function step(connection: SMTPConnection, run: (done: (error?: Error | null) => void) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onEnd = (): void => reject(new Error('the server closed the connection'));
  connection.on('error', reject);
  connection.once('end', onEnd);
  run((error) => (error ? reject(error) : resolve()));
  await promise.finally(() => connection.off('end', onEnd));
}
