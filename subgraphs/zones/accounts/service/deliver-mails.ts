import type { TransactionSql } from 'postgres';
import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { type EmailSender, isPermanent, MailError } from '../../../../platform/mail.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { removeToken } from '../repository/credentials.js';
import { removeSecret } from '../repository/keys.js';
import { claimDueMail, finishMail, type MailRow, outboxes, postponeMail } from '../repository/mails.js';
import { type MailFailure, mayHaveArrived, nextAttempt } from '../rules/mail-retry.js';
import { MailStatus } from '../vocabulary.js';
import { secretPattern } from './tokens.js';
import { type ComposedMail, writeMail } from './write-mail.js';

/** Lease of an email while it is sent, in milliseconds; longer than an attempt can take. */
const leaseMs = 300_000;
const maxErrorLength = 500;

/**
 * Sends the due emails one by one, until none is left, the server does not respond or `signal` is aborted. Several
 * processes may run this concurrently, because each email has one sender at a time. Delivery is at least once: if a
 * process dies after the server accepted an email, it is sent again with the same Message-ID.
 */
export async function sendDueEmails(
  dependencies: ZoneDependencies,
  mailSender: EmailSender,
  signal?: AbortSignal,
): Promise<void> {
  const sender: EmailSender = { send: (mail) => mailSender.send(mail, signal) };
  while (signal?.aborted !== true) {
    const attempt = await beginAttempt(dependencies);
    if (attempt === undefined) return;
    if (attempt !== 'dropped' && !(await send(dependencies, sender, attempt))) return;
  }
}

interface Attempt extends ComposedMail {
  readonly row: MailRow;
}

/** Claims an email and generates its text, in one transaction. An obsolete email is dropped. */
async function beginAttempt(dependencies: ZoneDependencies): Promise<Attempt | 'dropped' | undefined> {
  const now = dependencies.clock.now();
  return await dependencies.database.transaction(async (sql) => {
    let row: MailRow | undefined;
    for (const outbox of outboxes) row ??= await claimDueMail[outbox](sql, { now, leasedUntil: now + leaseMs });
    if (row === undefined) return undefined;
    const mail = await writeMail(dependencies, sql, { row, now });
    if ('text' in mail) return { row, ...mail };
    await finish(sql, row, { status: MailStatus.DROPPED, now, error: mail.dropped });
    return 'dropped';
  });
}

/** Sends an email and records the outcome; false if the server does not respond. */
async function send(dependencies: ZoneDependencies, mailSender: EmailSender, attempt: Attempt): Promise<boolean> {
  const { database, clock, log } = dependencies;
  const { row, subject, text } = attempt;
  try {
    await mailSender.send({ id: row.id, to: row.recipient, date: row.createdAt.getTime(), subject, text });
  } catch (error) {
    return await recordFailure(dependencies, attempt, error);
  }
  await database.transaction((sql) => finish(sql, row, { status: MailStatus.SENT, now: clock.now(), error: null }));
  log.info({ mail: row.id, kind: row.kind }, 'an email was sent');
  return true;
}

/** Ends the attempts to send an email and records the outcome. */
async function finish(
  sql: TransactionSql,
  { outbox, id, accountId, kind, recipient, status: before }: MailRow,
  outcome: { status: MailStatus; now: number; error: string | null },
): Promise<void> {
  await finishMail[outbox](sql, { id, ...outcome });
  await recordAudit(sql, systemRequest, {
    action: 'send.mail',
    object: [`mail:${id}`, `account:${accountId}`],
    at: outcome.now,
    before: { status: before },
    after: { status: outcome.status, kind, recipient, error: outcome.error },
  });
}

async function recordFailure(
  { database, clock, log }: ZoneDependencies,
  { row, secretHash }: Attempt,
  error: unknown,
): Promise<boolean> {
  const now = clock.now();
  // Other errors come from the disk or the library: there was no connection.
  const failure: MailFailure =
    error instanceof MailError ? error : { replyCode: null, command: null, hadConnection: false };
  const dueAt = isPermanent(failure)
    ? null
    : nextAttempt({ attempts: row.attempts, createdAt: row.createdAt.getTime(), now });
  const reason = reasonOf(error);
  await database.transaction(async (sql) => {
    if (secretHash !== null && !mayHaveArrived(failure)) {
      await (row.outbox === 'mail' ? removeSecret : removeToken)(sql, { hash: secretHash });
    }
    if (dueAt !== null) await postponeMail[row.outbox](sql, { id: row.id, dueAt, error: reason });
    else await finish(sql, row, { status: MailStatus.FAILED, now, error: reason });
  });
  const isLast = dueAt === null;
  log[isLast ? 'error' : 'warn'](
    { mail: row.id, kind: row.kind, attempts: row.attempts, reason, isLast },
    'an email could not be sent',
  );
  // A server that does not respond would delay all other jobs.
  return failure.replyCode !== null;
}

/** The error message on one line, without any secret that the mail server quotes. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message
    .replaceAll(secretPattern, '[secret]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, maxErrorLength)
    .toWellFormed();
}
