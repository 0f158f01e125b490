import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';
import { insertCredentialMail, insertCredentialMailTo, insertMail } from '../repository/mails.js';
import { MailKind } from '../vocabulary.js';

/** Name of the job that sends due emails. It runs every minute, and when an email is queued. */
export const sendMailsJobName = 'zones.send-mails';

/**
 * Adds the two emails of an approval to the outbox: specification, section 3. They are sent when the caller's
 * transaction commits.
 */
export async function queueApprovalMails(
  sql: TransactionSql,
  mail: { accountId: string; keyId: string; recipient: string; createdAt: number },
): Promise<void> {
  await insertMail(sql, { ...mail, kind: MailKind.CONFIRMATION, keyId: null });
  await insertMail(sql, { ...mail, kind: MailKind.DEFAULT_KEY });
  await runMailJobNow(sql);
}

/** Adds an email about the address or the password of an account to the outbox. */
export async function queueCredentialMail(
  sql: TransactionSql,
  mail: Parameters<typeof insertCredentialMail>[1],
): Promise<void> {
  await insertCredentialMail(sql, mail);
  await runMailJobNow(sql);
}

/**
 * Like {@link queueCredentialMail}, for the account with this email address. Performs the same work if there is no such
 * account.
 */
export async function queueCredentialMailTo(
  sql: TransactionSql,
  query: Parameters<typeof insertCredentialMailTo>[1],
): Promise<void> {
  await insertCredentialMailTo(sql, query);
  await runMailJobNow(sql);
}

/** Runs the job that sends due emails as soon as the transaction commits, without waiting for its schedule. */
export async function runMailJobNow(sql: TransactionSql): Promise<void> {
  await runJobNow(sql, { name: sendMailsJobName, payload: {}, key: sendMailsJobName });
}
