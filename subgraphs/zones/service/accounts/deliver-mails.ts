import type { TransactionSql } from 'postgres';
import { MailError, type MailSender } from '../../../../platform/mail.js';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import { selectAccount } from '../../repository/accounts/accounts.js';
import { addSecret, removeSecret, selectActiveKeys } from '../../repository/accounts/keys.js';
import { claimDueMail, finishMail, type MailRow, postponeMail } from '../../repository/accounts/mails.js';
import { isPermanent, type MailFailure, mayHaveArrived, nextAttempt } from '../../rules/accounts/mail-retry.js';
import { confirmationMail, defaultKeyMail, type MailText } from '../../rules/accounts/mail-text.js';
import { AccountStatus, MailKind, MailStatus } from '../../vocabulary.js';
import type { ZoneDependencies } from '../dependencies.js';
import { subscriptionTerms } from './account-record.js';
import { apiKeys } from './keys.js';

/** Longer than the sender may take for one mail: until then nobody else tries it. */
const leaseMilliseconds = 300_000;
const longestError = 500;

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

/** A mail as it is sent; the hash is of the secret that it, and no other, hands out. */
interface WrittenMail extends MailText {
  readonly secretHash: string | null;
}

interface Attempt extends WrittenMail {
  readonly row: MailRow;
}

/** Takes a mail and writes it, in one transaction. It is dropped when there is nothing to be said any more. */
async function beginAttempt(dependencies: ZoneDependencies): Promise<Attempt | 'dropped' | undefined> {
  const now = dependencies.clock.now();
  return await dependencies.database.transaction(async (sql) => {
    const row = await claimDueMail(sql, { now, leasedUntil: now + leaseMilliseconds });
    if (row === undefined) return undefined;
    const written = await write(dependencies, sql, { row, now });
    if (written !== null) return { row, ...written };
    const error = 'The account is not approved any more, or the key is revoked or expired';
    await finishMail(sql, { id: row.id, status: MailStatus.DROPPED, now, error });
    return 'dropped';
  });
}

/**
 * A key's secret is made here and stored as its hash: in clear it is in this process until the mail has gone, and nowhere
 * else. Those of earlier attempts stay good where their mails may have arrived.
 */
async function write(
  { configuration }: ZoneDependencies,
  sql: TransactionSql,
  { row, now }: { row: MailRow; now: number },
): Promise<WrittenMail | null> {
  const account = await selectAccount(sql, row.accountId);
  const subscription = account === undefined ? null : subscriptionTerms(account);
  if (account?.status !== AccountStatus.APPROVED || subscription === null) return null;
  const facts = { username: account.username, subscription, publicUrl: configuration.server.publicUrl };
  if (row.kind === MailKind.CONFIRMATION) return { ...confirmationMail(facts), secretHash: null };
  const keys = await selectActiveKeys(sql, { accountIds: [row.accountId], now });
  const key = keys.find(({ id }) => id === row.keyId);
  if (key === undefined) return null;
  const secret = apiKeys.create();
  const secretHash = hashSecretToken(secret);
  await addSecret(sql, { keyId: key.id, hash: secretHash, prefix: apiKeys.visiblePrefix(secret) });
  return { ...defaultKeyMail({ ...facts, key: secret, keyName: key.name, keyExpiresAt: key.expiresAt }), secretHash };
}

/** Hands one mail over and notes what became of it; false when the others need not be tried now. */
async function send(dependencies: ZoneDependencies, mailSender: MailSender, attempt: Attempt): Promise<boolean> {
  const { database, clock, log } = dependencies;
  const { row, subject, text } = attempt;
  try {
    await mailSender.send({ id: row.id, to: row.recipient, date: row.createdAt, subject, text });
  } catch (error) {
    return await noteFailure(dependencies, attempt, error);
  }
  await database.guard((sql) =>
    finishMail(sql, { id: row.id, status: MailStatus.SENT, now: clock.now(), error: null }),
  );
  log.info({ mail: row.id, kind: row.kind }, 'a mail was sent');
  return true;
}

async function noteFailure(
  { database, clock, log }: ZoneDependencies,
  { row, secretHash }: Attempt,
  error: unknown,
): Promise<boolean> {
  const now = clock.now();
  // A failure of another kind is one of the disk or the library: there was no server.
  const failure: MailFailure =
    error instanceof MailError ? error : { replyCode: null, command: null, hadConnection: false };
  const dueAt = isPermanent(failure) ? null : nextAttempt({ attempts: row.attempts, createdAt: row.createdAt, now });
  const reason = reasonOf(error);
  await database.transaction(async (sql) => {
    if (secretHash !== null && !mayHaveArrived(failure)) await removeSecret(sql, secretHash);
    if (dueAt !== null) await postponeMail(sql, { id: row.id, dueAt, error: reason });
    else await finishMail(sql, { id: row.id, status: MailStatus.FAILED, now, error: reason });
  });
  const isLast = dueAt === null;
  log[isLast ? 'error' : 'warn'](
    { mail: row.id, kind: row.kind, attempts: row.attempts, reason, isLast },
    'a mail failed',
  );
  // A server that does not answer would hold up every other job too.
  return failure.replyCode !== null;
}

/** A server's words on one line; should it quote the mail, its key is cut out. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replaceAll(/zf_live_[0-9A-Za-z]*/g, '[key]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longestError)
    .toWellFormed();
}
