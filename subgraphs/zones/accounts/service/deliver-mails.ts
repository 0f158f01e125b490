import type { TransactionSql } from 'postgres';
import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { MailError, type MailSender } from '../../../../platform/mail.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { removeToken } from '../repository/credentials.js';
import { removeSecret } from '../repository/keys.js';
import { claimDueMail, finishMail, type MailRow, outboxes, postponeMail } from '../repository/mails.js';
import { isPermanent, type MailFailure, mayHaveArrived, nextAttempt } from '../rules/mail-retry.js';
import { MailStatus } from '../vocabulary.js';
import { secretForm } from './tokens.js';
import { type WrittenMail, writeMail } from './write-mail.js';

/** Longer than the sender may take for one mail: until then nobody else tries it. */
const leaseMilliseconds = 300_000;
const maxErrorLength = 500;

/**
 * Sends the mails that are due, one after the other, until none is left or the server does not answer. Any number of
 * processes may do so: each mail has one sender at a time. It is at least once: when a sender dies after the server has taken
 * the mail, it is sent again, under the same Message-ID.
 */
export async function sendDueMails(dependencies: ZoneDependencies, mailSender: MailSender): Promise<void> {
  for (;;) {
    const attempt = await beginAttempt(dependencies);
    if (attempt === undefined) return;
    if (attempt !== 'dropped' && !(await send(dependencies, mailSender, attempt))) return;
  }
}

interface Attempt extends WrittenMail {
  readonly row: MailRow;
}

/** Takes a mail and writes it, in one transaction. It is dropped when there is nothing to be said any more. */
async function beginAttempt(dependencies: ZoneDependencies): Promise<Attempt | 'dropped' | undefined> {
  const now = dependencies.clock.now();
  return await dependencies.database.transaction(async (sql) => {
    let row: MailRow | undefined;
    for (const outbox of outboxes)
      row ??= await claimDueMail(sql, { outbox, now, leasedUntil: now + leaseMilliseconds });
    if (row === undefined) return undefined;
    const written = await writeMail(dependencies, sql, { row, now });
    if ('text' in written) return { row, ...written };
    await finish(sql, row, { status: MailStatus.DROPPED, now, error: written.dropped });
    return 'dropped';
  });
}

/** Hands one mail over and notes what became of it; false when the others need not be tried now. */
async function send(dependencies: ZoneDependencies, mailSender: MailSender, attempt: Attempt): Promise<boolean> {
  const { database, clock, log } = dependencies;
  const { row, subject, text } = attempt;
  try {
    await mailSender.send({ id: row.id, to: row.recipient, date: row.createdAt.getTime(), subject, text });
  } catch (error) {
    return await recordFailure(dependencies, attempt, error);
  }
  await database.transaction((sql) => finish(sql, row, { status: MailStatus.SENT, now: clock.now(), error: null }));
  log.info({ mail: row.id, kind: row.kind }, 'a mail was sent');
  return true;
}

/** Ends the attempts on a mail, and records what became of it. */
async function finish(
  sql: TransactionSql,
  { outbox, id, accountId, kind, recipient, status: before }: MailRow,
  end: { status: MailStatus; now: number; error: string | null },
): Promise<void> {
  await finishMail(sql, { outbox, id, ...end });
  await recordAudit(sql, systemRequest, {
    action: 'send.mail',
    object: [`mail:${id}`, `account:${accountId}`],
    at: end.now,
    before: { status: before },
    after: { status: end.status, kind, recipient, error: end.error },
  });
}

async function recordFailure(
  { database, clock, log }: ZoneDependencies,
  { row, secretHash }: Attempt,
  error: unknown,
): Promise<boolean> {
  const now = clock.now();
  // A failure of another kind is one of the disk or the library: there was no server.
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
    if (dueAt !== null) await postponeMail(sql, { ...row, dueAt, error: reason });
    else await finish(sql, row, { status: MailStatus.FAILED, now, error: reason });
  });
  const isLast = dueAt === null;
  log[isLast ? 'error' : 'warn'](
    { mail: row.id, kind: row.kind, attempts: row.attempts, reason, isLast },
    'a mail failed',
  );
  // A server that does not answer would hold up every other job too.
  return failure.replyCode !== null;
}

/** A server's words on one line; should it quote the mail, its secret is cut out. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replaceAll(secretForm, '[secret]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, maxErrorLength)
    .toWellFormed();
}
