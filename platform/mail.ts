import { mkdir, open, rename } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type nodemailer from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer';
import type { Configuration } from './configuration/index.js';
import { flushPath } from './flush-path.js';
import { messageOf } from './message-of.js';
import { traced } from './telemetry/index.js';

/** A plain text message. */
interface OutgoingEmail {
  /**
   * Unique id of the message, the same for all attempts. It becomes the Message-ID, by which servers and clients detect
   * duplicates.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Creation time of the message, in milliseconds since the Unix epoch. */
  readonly date: number;
}

export interface EmailSender {
  /**
   * Sends a message to the server, or writes it to a file.
   * @param signal ends the attempt to send the message to the server
   * @throws {MailError} if sending failed, or its outcome is unknown
   */
  send(mail: OutgoingEmail, signal?: AbortSignal): Promise<void>;
}

/**
 * The error for a message that was not, or may not have been, sent. The error's text is for operators and includes the
 * server's reply.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Reply code of the server (RFC 5321, section 4.2.1); null if there was no reply. */
  readonly replyCode: number | null;
  /** The SMTP command that was rejected; null if there was none. */
  readonly command: string | null;
  /** Whether a connection was established, so the message may have been sent. */
  readonly hadConnection: boolean;

  constructor(message: string, facts: Pick<MailError, 'replyCode' | 'command' | 'hadConnection'>) {
    super(message);
    this.replyCode = facts.replyCode;
    this.command = facts.command;
    this.hadConnection = facts.hadConnection;
  }
}

/**
 * Whether a retry is useless because the server rejected this recipient or message permanently. A rejected login or
 * sender address is a configuration error, so the message is retried.
 */
export function isPermanent({ replyCode, command }: Pick<MailError, 'replyCode' | 'command'>): boolean {
  if (replyCode === null || replyCode < 500 || replyCode > 599) return false;
  return command !== null && /^(RCPT TO|DATA)\b/.test(command);
}

/**
 * Timeout in milliseconds for sending a message. It is longer than the timeout of each step, and shorter than the time
 * after which another worker retries the message.
 */
const sendMs = 120_000;
const stepMs = 30_000;

/**
 * Creates a sender for the SMTP server `[mail] smtp_url`. If that is empty, the sender writes each message to a file in
 * `data_dir/mail`, readable only by its owner.
 */
export function createEmailSender({ mail, server }: Pick<Configuration, 'mail' | 'server'>): EmailSender {
  const from = mail.from || `Rampart <rampart@${localDomain()}>`;
  return mail.smtpUrl === '' ? fileSender(join(server.dataDir, 'mail'), from) : smtpSender(mail.smtpUrl, from);
}

/** Options of the connection to a mail server, for sending and for testing. */
export function smtpOptions(url: string, stepTimeoutMs = stepMs): SMTPTransportOptions {
  return {
    url,
    ...encryption(url),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    // Messages are plain text. The library must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpSender(url: string, from: string): EmailSender {
  const options = smtpOptions(url);
  const { hostname: server, port } = new URL(url);
  const attributes = {
    'network.protocol.name': 'smtp',
    'server.address': server,
    'server.port': port === '' ? undefined : Number(port),
  };
  return {
    async send(mail, signal) {
      const transport = (await loadMailer()).createTransport(options);
      try {
        const timeout = AbortSignal.timeout(sendMs);
        const message = {
          ...createMessage(mail, from),
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        };
        await traced('SMTP', { kind: 'client', attributes }, () => transport.sendMail(message));
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
  };
}

/** Loads the mail library with the first message, because most commands create a sender without using it. */
async function loadMailer(): Promise<typeof nodemailer> {
  return await import('nodemailer');
}

/**
 * The options for TLS. If the server offers STARTTLS, TLS is used and the server's certificate is verified. Otherwise,
 * passwords are sent only to loopback addresses, unless the URL has `?requireTLS=false`.
 */
function encryption(input: string): { requireTLS?: boolean } {
  const url = new URL(input);
  if (url.searchParams.has('requireTLS')) return {};
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return { requireTLS: !isLocal && (url.username !== '' || url.password !== '') };
}

/** Writes each message to a file, which is renamed when it is complete. A retry replaces the file. */
function fileSender(folder: string, from: string): EmailSender {
  return {
    async send(mail) {
      const { createTransport } = await loadMailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(createMessage(mail, from));
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
      await flushPath(folder);
    },
  };
}

function createMessage(mail: OutgoingEmail, from: string) {
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? localDomain();
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    date: new Date(mail.date),
    messageId: `<${mail.id}@${domain}>`,
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function localDomain(): string {
  const name = hostname();
  return /^[a-z0-9.-]+$/i.test(name) && isIP(name) === 0 ? name : 'localhost';
}

/**
 * Matches the codes of failures before the message is sent, including the codes of Node.js for rejected certificates.
 */
const unsentErrorPattern = /^(EDNS|ETLS|EAUTH|ENOAUTH|EREQUIRETLS|ECONFIG|EPROXY|.*CERT.*|UNABLE_TO_.*)$/;

function mailErrorOf(error: unknown): MailError {
  // Properties that the library and node add to their errors; each may be absent.
  const facts = error as Partial<Record<'code' | 'originalCode' | 'responseCode' | 'command' | 'syscall', unknown>>;
  const { code, originalCode, responseCode, command, syscall } = facts;
  const isEarly =
    syscall === 'connect' || [code, originalCode].some((candidate) => unsentErrorPattern.test(String(candidate)));
  return new MailError(messageOf(error), {
    replyCode: typeof responseCode === 'number' ? responseCode : null,
    command: typeof command === 'string' ? command : null,
    hadConnection: !isEarly,
  });
}
