import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An email as received by a server. */
export interface ReceivedMail {
  readonly text: string;
  readonly to: readonly string[];
  readonly messageId: string;
  /** The API key in the email. */
  readonly key: string | undefined;
  readonly isEncrypted: boolean;
}

export interface TestMailServer {
  readonly port: number;
  /** URL of the form smtp://127.0.0.1:port. */
  readonly url: string;
  readonly received: ReceivedMail[];
}

export interface MailServerBehavior {
  options?: SMTPServerOptions;
  /** Null accepts the recipient; otherwise the code and text of the rejection. */
  onRecipient?(address: string): { code: number; message: string } | null;
  /** The same for a complete message. `hang` never responds, `drop` closes the connection without a response. */
  onMessage?(mail: ReceivedMail): { code: number; message: string } | 'hang' | 'drop' | null;
}

/** A real mail server on loopback, for one test. */
export async function startMailServer(behavior: MailServerBehavior = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    ...behavior.options,
    onRcptTo(address, _session, done) {
      const rejection = behavior.onRecipient?.(address.address) ?? null;
      done(rejection && smtpError(rejection));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = readMail(Buffer.concat(chunks).toString(), session);
        received.push(mail);
        const outcome = behavior.onMessage?.(mail) ?? null;
        if (outcome === 'hang') return;
        // The library provides no other way to drop the connection.
        if (outcome === 'drop') for (const { _socket } of connectionsOf(server)) _socket.destroy();
        else done(outcome && smtpError(outcome));
      });
    },
  });
  server.on('error', () => {}); // In some tests, clients disconnect.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const { _socket } of connectionsOf(server)) _socket.destroy();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  const { port } = server.server.address() as AddressInfo; // A TCP server has an AddressInfo.
  return { port, url: `smtp://127.0.0.1:${port}`, received };
}

function connectionsOf(server: SMTPServer): Iterable<{ _socket: { destroy(): void } }> {
  return (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections;
}

function smtpError({ code, message }: { code: number; message: string }): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

function readMail(
  text: string,
  session: { secure: boolean; envelope: { rcptTo: { address: string }[] } },
): ReceivedMail {
  return {
    text,
    to: session.envelope.rcptTo.map(({ address }) => address),
    messageId: /^message-id: *(\S+)/im.exec(text)?.[1] ?? '',
    key: /zf_live_[0-9A-Za-z]{36}/.exec(text)?.[0],
    isEncrypted: session.secure,
  };
}
