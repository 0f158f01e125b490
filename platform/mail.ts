import { mkdir, open, rename } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type nodemailer from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer';
import type { Configuration } from './configuration/index.js';
import { flushFolder } from './flush-folder.js';
import { traced } from './telemetry/index.js';

/** A mail in plain text. */
export interface OutgoingMail {
  /** Unique and the same at every attempt: it becomes the Message-ID, by which servers and readers know a repetition. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** When it came to be, in milliseconds since the Unix epoch. */
  readonly date: number;
}

export interface MailSender {
  /**
   * Hands a mail to the server, or writes it as a file.
   * @throws {MailError} when that failed or nobody knows whether it did
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** A mail that was not handed over. The message is for operators: it has the server's words. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** The code of the server's reply (RFC 5321, section 4.2.1); null when there was none. */
  readonly replyCode: number | null;
  /** The command that was answered so. */
  readonly command: string | null;
  /** Whether there was a connection over which the message could have gone. */
  readonly hadConnection: boolean;

  constructor(message: string, facts: Pick<MailError, 'replyCode' | 'command' | 'hadConnection'>) {
    super(message);
    this.replyCode = facts.replyCode;
    this.command = facts.command;
    this.hadConnection = facts.hadConnection;
  }
}

/** Longer than any step of a patient server, shorter than somebody else waits before trying the same mail. */
const sendMilliseconds = 120_000;
const stepMilliseconds = 30_000;

/** Sends over `[mail] smtp_url`; without one each mail becomes a file in `data_dir/mail`, for its owner only. */
export function createMailSender({ mail, server }: Pick<Configuration, 'mail' | 'server'>): MailSender {
  const from = mail.from || `Rampart <rampart@${ownDomain()}>`;
  return mail.smtpUrl === '' ? fileSender(join(server.dataDir, 'mail'), from) : smtpSender(mail.smtpUrl, from);
}

/** How a server is spoken to, whether mails are sent or it is only tried. */
export function smtpOptions(url: string, stepTimeoutMs = stepMilliseconds): SMTPTransportOptions {
  return {
    url,
    ...encryption(url),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    // A message is text only: nothing in it may make the library read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpSender(url: string, from: string): MailSender {
  const options = smtpOptions(url);
  const { hostname: server, port } = new URL(url);
  const attributes = {
    'network.protocol.name': 'smtp',
    'server.address': server,
    'server.port': port === '' ? undefined : Number(port),
  };
  return {
    async send(mail) {
      const transport = (await loadMailer()).createTransport(options);
      try {
        const message = { ...messageOf(mail, from), signal: AbortSignal.timeout(sendMilliseconds) };
        await traced('SMTP', { kind: 'client', attributes }, () => transport.sendMail(message));
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
  };
}

/** The library is loaded with the first mail: commands of every kind make a sender, and most never send. */
async function loadMailer(): Promise<typeof nodemailer> {
  return await import('nodemailer');
}

/**
 * A server that offers STARTTLS is always spoken to in TLS, with its certificate checked. One that does not offer it gets no
 * password beyond this machine, unless the URL says so (`?requireTLS=false`).
 */
function encryption(written: string): { requireTLS?: boolean } {
  const url = new URL(written);
  if (url.searchParams.has('requireTLS')) return {};
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return { requireTLS: !isLocal && (url.username !== '' || url.password !== '') };
}

/** Written under another name and renamed: nobody sees half of it. A repetition replaces the file. */
function fileSender(folder: string, from: string): MailSender {
  return {
    async send(mail) {
      const { createTransport } = await loadMailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.chmod(0o600);
        await file.writeFile(message);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      await flushFolder(folder);
    },
  };
}

function messageOf(mail: OutgoingMail, from: string) {
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? ownDomain();
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    date: new Date(mail.date),
    messageId: `<${mail.id}@${domain}>`,
    // RFC 3834: nobody's absence is to answer this.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function ownDomain(): string {
  const name = hostname();
  return /^[a-z0-9.-]+$/i.test(name) && isIP(name) === 0 ? name : 'localhost';
}

/** Failures that come before a message can go; node's own codes of certificates that are refused. */
const beforeMessage = /^(EDNS|ETLS|EAUTH|ENOAUTH|EREQUIRETLS|ECONFIG|EPROXY|.*CERT.*|UNABLE_TO_.*)$/;

function mailErrorOf(error: unknown): MailError {
  // What the library and node attach to their errors; each may be missing.
  const facts = error as Partial<Record<'code' | 'originalCode' | 'responseCode' | 'command' | 'syscall', unknown>>;
  const { code, originalCode, responseCode, command, syscall } = facts;
  const isEarly = syscall === 'connect' || [code, originalCode].some((one) => beforeMessage.test(String(one)));
  return new MailError(error instanceof Error ? error.message : String(error), {
    replyCode: typeof responseCode === 'number' ? responseCode : null,
    command: typeof command === 'string' ? command : null,
    hadConnection: !isEarly,
  });
}
