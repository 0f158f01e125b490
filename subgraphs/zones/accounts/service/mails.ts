import type { TransactionSql } from 'postgres';
import { hastenJob } from '../../../../platform/jobs.js';
import { insertCredentialMail, insertCredentialMailTo, insertMail } from '../repository/mails.js';
import { MailKind } from '../vocabulary.js';

/** The job that sends what is due; it also runs every minute by itself. */
export const sendMailsJob = 'zones.send-mails';

/**
 * Puts the two mails of an approval into the outbox: specification, section 3. They are there exactly when the caller's
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

/** Puts a mail about an account's address or password into the outbox. */
export async function queueCredentialMail(
  sql: TransactionSql,
  mail: Parameters<typeof insertCredentialMail>[1],
): Promise<void> {
  await insertCredentialMail(sql, mail);
  await runMailJobNow(sql);
}

/** The same for the account with an address, if there is one: what is done does not depend on that. */
export async function queueCredentialMailTo(
  sql: TransactionSql,
  query: Parameters<typeof insertCredentialMailTo>[1],
): Promise<void> {
  await insertCredentialMailTo(sql, query);
  await runMailJobNow(sql);
}

/** Has due mails sent at once. */
export async function runMailJobNow(sql: TransactionSql): Promise<void> {
  await hastenJob(sql, { name: sendMailsJob, payload: {}, key: sendMailsJob });
}
